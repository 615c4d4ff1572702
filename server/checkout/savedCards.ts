import { membershipsOwing } from '#server/memberships/paymentMethods.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { invalid, Refusal } from '#server/platform/errors.ts'
import { limitFailures } from '#server/platform/rateLimits.ts'
import type { CardProvider } from '#server/providers/cards/port.ts'
import { missingBilling } from './rules.ts'
import type { AuthoriseBody } from './rules.ts'

export type ChosenCard = { kind: 'new' | 'saved'; identifier: string }

/** The card to charge: a saved one, by any of its ids, or a newly entered one. */
export const cardChosen = async (
  tx: Tx,
  actor: Actor,
  body: AuthoriseBody,
  provider: Pick<CardProvider, 'name' | 'needsBillingAddress'>,
): Promise<ChosenCard> => {
  const named = body.savedCardId ?? body.cardIdentifier
  if (named === undefined) throw invalid({ card_identifier: [(messages) => messages.checkout.enterCard] })
  const savedCards = (await cardsOf(tx, actor, provider.name, body.kiosk)).find(
    (card) => String(card.id) === named || card.externalIdentifier === named,
  )
  if (savedCards !== undefined) return { kind: 'saved', identifier: savedCards.externalIdentifier }
  if (body.savedCardId !== undefined)
    throw invalid({ saved_card_id: [(messages) => messages.checkout.cardNotSaved] })
  const missing = missingBilling(body, needsAddress(actor, provider))
  if (Object.keys(missing).length > 0) throw invalid(missing)
  return { kind: 'new', identifier: named }
}

/** Whether a card payment needs the full address: the provider or the operator demands it. */
export const needsAddress = (
  { operator }: Pick<Actor, 'operator'>,
  provider: Pick<CardProvider, 'needsBillingAddress'>,
): boolean => provider.needsBillingAddress || operator.billingAddress === 'full'

/** The caller's own saved cards: none when staff act for a customer, none at a kiosk. */
export const cardsOf = async (
  tx: Tx,
  actor: Actor,
  provider: string,
  isKiosk: boolean,
): Promise<SavedCardRow[]> => {
  const customerId = isOneself(actor) && !isKiosk ? actor.customerId : null
  return customerId === null ? [] : savedCardsOf(tx, customerId, provider)
}

/** Whether the actor acts for themselves. */
export const isOneself = ({ person, customerId }: Actor): boolean =>
  person !== null && person.id === customerId

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

/** The provider's reference of a customer. */
export const payerAtProvider = async (
  tx: Tx,
  customerId: number,
  provider: string,
): Promise<string | null> => {
  const row = await tx
    .selectFrom('providerCustomer')
    .select('reference')
    .where('customerId', '=', customerId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return row?.reference ?? null
}

const savePayer = async (
  tx: Tx,
  payer: { customerId: number; provider: string; reference: string },
): Promise<void> => {
  await tx
    .insertInto('providerCustomer')
    .values(payer)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type SavedCardRow = {
  id: number
  externalIdentifier: string
  cardHolderName: string
  brand: string
  lastFour: string
  expiry: string
}

/** A customer's saved cards with a provider, newest first. */
const savedCardsOf = (tx: Tx, customerId: number, provider: string): Promise<SavedCardRow[]> =>
  tx
    .selectFrom('savedCard')
    .select(['id', 'externalIdentifier', 'cardHolderName', 'brand', 'lastFour', 'expiry'])
    .where('customerId', '=', customerId)
    .where('provider', '=', provider)
    .where('removedAt', 'is', null)
    .orderBy('id', 'desc')
    .execute()

export const insertSavedCard = async (
  tx: Tx,
  card: Omit<SavedCardRow, 'id'> & {
    customerId: number
    provider: string
    transactionId: number
    createdAt: Date
  },
): Promise<void> => {
  await tx
    .insertInto('savedCard')
    .values(card)
    .onConflict((conflict) =>
      conflict
        .column('externalIdentifier')
        .doUpdateSet({ transactionId: card.transactionId })
        .where('savedCard.customerId', '=', card.customerId),
    )
    .execute()
}

/** Saves a card without a payment. @returns its id; null where the provider's reference is that of a removed card */
export const saveCardOfCustomer = async (
  tx: Tx,
  card: Omit<SavedCardRow, 'id'> & { customerId: number; provider: string; createdAt: Date },
): Promise<number | null> => {
  await tx
    .insertInto('savedCard')
    .values(card)
    .onConflict((conflict) => conflict.column('externalIdentifier').doNothing())
    .execute()
  const row = await tx
    .selectFrom('savedCard')
    .select('id')
    .where('externalIdentifier', '=', card.externalIdentifier)
    .where('customerId', '=', card.customerId)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

/** @returns the provider's reference of the card; undefined when the customer has no such card */
export const removeSavedCard = async (
  tx: Tx,
  customerId: number,
  cardId: number,
  now: Date,
): Promise<{ provider: string; externalIdentifier: string } | undefined> =>
  tx
    .updateTable('savedCard')
    .set({ removedAt: now, cardHolderName: '' })
    .where('id', '=', cardId)
    .where('customerId', '=', customerId)
    .where('removedAt', 'is', null)
    .returning(['provider', 'externalIdentifier'])
    .executeTakeFirst()
