import type { PreparedCheckout, SavedCard } from '#contract/checkout.ts'

/**
 * What the page and the card company's fields say to each other across the frame. The number typed there never
 * leaves the frame but to the company: all this page learns is the name the company gives to the card.
 */
export type CardMessage =
  | { type: 'card:ready' }
  | { type: 'card:height'; height: number }
  | { type: 'card:enter' }
  | { type: 'card:done'; cardIdentifier: string; cardholderName: string }
  | { type: 'card:invalid'; message: string }
  | { type: 'card:expired' }
  | { type: 'card:failed' }

const plain = new Set(['card:ready', 'card:enter', 'card:expired', 'card:failed'] as const)
type Plain = typeof plain extends Set<infer Type> ? Type : never

/** The most a frame may ask for, px: whatever it says, it must not push the rest of the page away. */
const tallest = 1200

/** A message as one of ours; null for anything else, since any window may post anything. */
export const readCardMessage = (data: unknown): CardMessage | null => {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null
  const message = data as Record<string, unknown>
  const { type } = message
  if (typeof type !== 'string') return null
  if (plain.has(type as Plain)) return { type: type as Plain }
  if (type === 'card:height') return heightIn(message)
  if (type === 'card:invalid') return { type, message: textIn(message, 'message') ?? '' }
  if (type === 'card:done') {
    const cardIdentifier = textIn(message, 'cardIdentifier')
    if (cardIdentifier === undefined || cardIdentifier === '') return null
    return { type, cardIdentifier, cardholderName: textIn(message, 'cardholderName') ?? '' }
  }
  return null
}

const heightIn = ({ height }: Record<string, unknown>): CardMessage | null =>
  typeof height === 'number' && Number.isFinite(height) && height > 0
    ? { type: 'card:height', height: Math.min(Math.ceil(height), tallest) }
    : null

const textIn = (message: Record<string, unknown>, name: string): string | undefined => {
  const value = message[name]
  return typeof value === 'string' ? value : undefined
}

/** Opens the fields: for a new card, or for the security code of one that is kept. */
export const startMessage = (
  { sessionKey }: Pick<PreparedCheckout, 'sessionKey'>,
  savedCard: SavedCard | null,
  cardholderName: string,
) => ({
  type: 'card:start',
  sessionKey,
  savedCard:
    savedCard === null
      ? null
      : { externalIdentifier: savedCard.externalIdentifier, label: savedCardLabel(savedCard) },
  cardholderName: savedCard?.cardHolderName ?? cardholderName,
})

/** `Visa ending in 0006` */
export const savedCardLabel = ({ brand, lastFour }: SavedCard): string => `${brand} ending in ${lastFour}`

/** MMYY as it stands on a card: `09/30`. */
export const cardExpiry = (expiry: string): string => `${expiry.slice(0, 2)}/${expiry.slice(2)}`

/** What the bank's return page posts: only that there is news of this payment. */
export const isBankReturn = (data: unknown, transactionUuid: string): boolean => {
  if (typeof data !== 'object' || data === null) return false
  const { transaction_uuid: theirs } = data as Record<string, unknown>
  return theirs === transactionUuid
}
