import { isOneself } from '#server/checkout/sale/service.ts'
import { membershipsOwing } from '#server/memberships/cards/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { limitFailures } from '#server/platform/rateLimits.ts'
import type { CardProvider } from '#server/providers/cards/port.ts'
import { payerAtProvider, savePayer } from './queries.ts'

export { payerAtProvider, saveCardOfCustomer } from './queries.ts'

/**
 * Memberships whose failed payments are among these penalties, and which the payer may have collected from the card
 * that pays. None when staff act for a customer, none at a kiosk.
 */
export const owingMembershipsOf = async (
  tx: Tx,
  actor: Actor,
  penaltyIds: readonly number[],
  isKiosk: boolean,
): Promise<{ id: number; plan: string }[]> =>
  actor.customerId === null || isKiosk || !isOneself(actor) || penaltyIds.length === 0
    ? []
    : membershipsOwing(tx, actor.customerId, penaltyIds)

/**
 * Limits of declined cards for one buyer and for one network address: card testing tries many cards, customers few.
 */
const declinedOfOne = { attempts: 20, seconds: 600 }
const declinedFromAddress = { attempts: 200, seconds: 600 }

/** @throws Refusal `too_many` after too many declined cards, in payments and when cards are saved together */
export const limitDeclines = <T>(
  db: Database,
  { address, customerId, basketUuid }: Pick<Actor, 'address' | 'customerId' | 'basketUuid'>,
  ask: () => Promise<T>,
  now: Date,
): Promise<T> => {
  const buyer = customerId === null ? `basket:${basketUuid}` : `customer:${customerId}`
  const limits = [
    { bucket: `authorise:${address}`, allowed: declinedFromAddress },
    { bucket: `authorise:${buyer}`, allowed: declinedOfOne },
  ]
  return limitFailures(db, limits, isDecline, ask, now)
}

const isDecline = (error: unknown): boolean => error instanceof Refusal && error.code === 'card_declined'

/** The card provider's name for a customer, requested from it at the first time. */
export const findPayer = async (
  { db, cards }: { db: Database; cards: CardProvider },
  customer: { id: number; email: string },
): Promise<string> => {
  const savedPayer = await payerAtProvider(db, customer.id, cards.name)
  if (savedPayer !== null) return savedPayer
  const reference = await cards.knowPayer(customer)
  await savePayer(db, { customerId: customer.id, provider: cards.name, reference })
  return reference
}
