/** A link opens an order until this long after it was made or, if later, after the last booking has ended. */
const lifetimeMs = 30 * 86_400_000

export const linkExpiresAt = (bookings: readonly { endsAt: Date }[], now: Date): Date =>
  new Date(Math.max(now.getTime(), ...bookings.map(({ endsAt }) => endsAt.getTime())) + lifetimeMs)

/** A link that was asked for proves for so long that who opens it reads the mail of the order's address. */
const proofMs = 60 * 60_000

export const isFreshProof = (
  { isMailed, createdAt }: { isMailed: boolean; createdAt: Date },
  now: Date,
): boolean => isMailed && now.getTime() - createdAt.getTime() < proofMs

/** The form of a secret in a link: 24 random bytes. */
export const isLinkSecret = (text: string): boolean => /^[\w-]{32}$/.test(text)
