import type { FrameLook, FromCardFields, ToCardFields } from '#contract/paymentFrames.ts'
import type { SavedCard, PreparedCheckout } from '#contract/transactions.ts'
import * as messages from '#messages/shared/checkout.ts'

const withoutPayload = new Set(['card:ready', 'card:enter', 'card:expired', 'card:failed'] as const)
type WithoutPayload = typeof withoutPayload extends Set<infer Type> ? Type : never

/** A frame may not grow beyond this, px. */
const maxHeight = 1200

/** Null for anything that is no card message: any window may post to this one. */
export const readCardMessage = (data: unknown): FromCardFields | null => {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null
  const message = data as Record<string, unknown>
  const { type } = message
  if (typeof type !== 'string') return null
  if (withoutPayload.has(type as WithoutPayload)) return { type: type as WithoutPayload }
  if (type === 'card:height') return heightIn(message)
  if (type === 'card:edited') return { type, field: textIn(message, 'field') ?? '' }
  if (type === 'card:invalid')
    return { type, message: textIn(message, 'message') ?? '', errors: textsIn(message['errors']) }
  if (type === 'card:done') {
    const cardIdentifier = textIn(message, 'cardIdentifier')
    if (cardIdentifier === undefined || cardIdentifier === '') return null
    return { type, cardIdentifier, cardholderName: textIn(message, 'cardholderName') ?? '' }
  }
  return null
}

const heightIn = ({ height }: Record<string, unknown>): FromCardFields | null =>
  typeof height === 'number' && Number.isFinite(height) && height > 0
    ? { type: 'card:height', height: Math.min(Math.ceil(height), maxHeight) }
    : null

const textsIn = (value: unknown): Record<string, string> =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {}

const textIn = (message: Record<string, unknown>, name: string): string | undefined => {
  const value = message[name]
  return typeof value === 'string' ? value : undefined
}

/** Starts the form: for a new card, or for the security code of a saved one. */
export const startMessage = (
  { sessionKey }: Pick<PreparedCheckout, 'sessionKey'>,
  savedCard: SavedCard | null,
  cardholderName: string,
  look: FrameLook,
): Extract<ToCardFields, { type: 'card:start' }> => ({
  type: 'card:start',
  sessionKey,
  savedCard:
    savedCard === null
      ? null
      : { externalIdentifier: savedCard.externalIdentifier, label: messages.savedCard(savedCard) },
  cardholderName: savedCard?.cardHolderName ?? cardholderName,
  // The page asks for the name once.
  asksName: false,
  look,
})

/** Whether the bank's return page posted this, for this payment. */
export const isBankReturn = (data: unknown, transactionUuid: string): boolean => {
  if (typeof data !== 'object' || data === null) return false
  const { transaction_uuid: returned } = data as Record<string, unknown>
  return returned === transactionUuid
}
