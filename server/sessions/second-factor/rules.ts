import { Secret, TOTP } from 'otpauth'

/* Codes of an app (TOTP, RFC 6238): six digits, a new one every 30 seconds. */

const period = 30
/** A code counts one step longer and earlier: clocks of phones differ, and typing takes time. */
const stepsOff = 1

/** RFC 4226 asks for 128 bits at least and recommends 160. */
export const secretBytes = 20

const totpOf = (secret: Buffer, names: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ ...names, secret: new Secret({ buffer: Uint8Array.from(secret).buffer }), period, digits: 6 })

/** What an app reads from a QR code, and the secret for typing. */
export const appSecretOf = (
  secret: Buffer,
  names: { issuer: string; label: string },
): { secret: string; uri: string } => {
  const totp = totpOf(secret, names)
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** The step of 30 seconds whose code this is, or null for a wrong code. */
export const stepOf = (secret: Buffer, code: string, now: Date): number | null => {
  const totp = totpOf(secret)
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: stepsOff })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}

export const isAppCode = (tidy: string): boolean => /^\d{6}$/.test(tidy)

export const recoveryCodeCount = 10

/** Without letters and digits that look alike. */
const recoveryLetters = 'abcdefghjkmnpqrstuvwxyz23456789'

/**
 * `k7fw-29qp-xm4t`: 59 bits, and stored like a password.
 * @param draw a random integer below its argument
 */
export const recoveryCodeFrom = (draw: (below: number) => number): string =>
  Array.from({ length: 3 }, () =>
    Array.from({ length: 4 }, () => recoveryLetters[draw(recoveryLetters.length)]).join(''),
  ).join('-')

/** Wrong codes allowed before a pause. */
export const codeLimit = { attempts: 10, seconds: 900 } as const

/** Days for which a browser needs no second factor, if the person wants that. */
export const rememberedDays = 30

export type SecondFactorFacts = {
  /** Whether codes of an app are on. */
  isOn: boolean
  role: 'customer' | 'staff'
  /** Whether the operator wants its staff to have a second factor. */
  isForStaff: boolean
  /** Until when this browser needs none. */
  rememberedUntil: Date | null
  hasPasskey: boolean
}

/** `setup`, or the methods of which one will do; null when nothing is left to do. */
export type NextStep = 'setup' | ('code' | 'passkey')[] | null

/** What a person still has to do after the right password, if anything. */
export const nextStepOf = (
  { isOn, role, isForStaff, rememberedUntil, hasPasskey }: SecondFactorFacts,
  now: Date,
): NextStep => {
  const isRequired = role === 'staff' && isForStaff
  if (!isOn && !isRequired) return null
  if (!isOn && !hasPasskey) return 'setup'
  if (rememberedUntil !== null && rememberedUntil > now) return null
  return [...(isOn ? (['code'] as const) : []), ...(hasPasskey ? (['passkey'] as const) : [])]
}
