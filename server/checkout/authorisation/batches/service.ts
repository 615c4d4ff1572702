/**
 * Payments of concurrent payers, started in one transaction: what most payments are, a card for bookings at their list
 * price. What the payer agrees to is read before the basket is locked, and the payment is started only if the basket has
 * not changed since. Everything else is left to the caller, which locks the basket first.
 */
import { randomUUID } from 'node:crypto'
import { planPaymentHold } from '#server/baskets/change/renewal/service.ts'
import { isLive } from '#server/baskets/rules.ts'
import { findBasketWithItems } from '#server/baskets/service.ts'
import type { BasketRow, ItemRow } from '#server/baskets/service.ts'
import type { Sale } from '#server/bookings/orders/service.ts'
import { nonCardTenders } from '#server/checkout/rules.ts'
import type { Tenders } from '#server/checkout/rules.ts'
import {
  cardChosen,
  isOneself,
  readSale,
  requireAcceptedTerms,
  requireAnswers,
  resolvePayer,
} from '#server/checkout/sale/service.ts'
import type { AuthoriseBody, ChosenCard } from '#server/checkout/sale/service.ts'
import { untouched } from '#server/checkout/transactions/queries.ts'
import type { NewTransaction, Transaction } from '#server/checkout/transactions/queries.ts'
import { bankMs, planNextAttempt } from '#server/checkout/transactions/rules.ts'
import { noProvider } from '#server/checkout/transactions/service.ts'
import type { CheckoutServices } from '#server/checkout/transactions/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { paymentCurrencyOf } from '#server/operator/rules.ts'
import { createBatchers } from '#server/platform/batcher.ts'
import type { Database } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { transactOrUndo } from '#server/platform/transact.ts'
import { startPayments } from './queries.ts'
import type { Starting } from './queries.ts'

export const noCard: ChosenCard = { kind: 'new', identifier: '' }

export type Attempt = { payment: Transaction; card: ChosenCard }

/** What a payment agrees to, before it is stored. */
type Agreed = {
  basket: Pick<BasketRow, 'id' | 'operatorId'>
  sale: Sale
  tenders: Tenders
  /** Pence on the card. */
  left: number
  card: ChosenCard
  keepsCard: boolean
  /** Memberships that the card may be charged for later. */
  membershipIds: number[]
} & Awaited<ReturnType<typeof resolvePayer>>

export const planPayment = (
  { cards }: Pick<CheckoutServices, 'cards'>,
  actor: Actor,
  body: AuthoriseBody,
  { basket, sale, tenders, left, card, keepsCard, membershipIds, email, payer }: Agreed,
  now: Date,
): NewTransaction => {
  const isFree = left === 0
  const status = isFree ? 'authorised' : 'started'
  const savesCard = (body.saveCard && !body.kiosk && isOneself(actor)) || keepsCard
  return {
    uuid: randomUUID(),
    operatorId: basket.operatorId,
    basketId: basket.id,
    customerId: actor.customerId,
    provider: isFree ? noProvider : cards.name,
    amount: left,
    currency: paymentCurrencyOf(actor.operator),
    status,
    agreement: {
      sale,
      tenders,
      email,
      payer,
      terms: body.terms,
      completedWaivers: body.completedWaivers,
      source: body.source,
      savedCard: card.kind === 'saved' ? card.identifier : null,
      ...(savesCard && !isFree && membershipIds.length > 0 ? { membershipIds } : {}),
    },
    saveCard: savesCard,
    site: actor.site,
    createdAt: now,
    authorisedAt: isFree ? now : null,
    nextAttemptAt: planNextAttempt(status, now) ?? now,
  }
}

type Start = Starting & { venueIds: number[]; now: Date }

/** @returns the ids of the payments that were started, by uuid */
const startAll = async (db: Database, starts: readonly Start[]): Promise<Map<string, number>> => {
  const now = new Date(Math.max(...starts.map((start) => start.now.getTime())))
  const started = await transactOrUndo(db, async (tx) => {
    for (const { venueIds } of starts) venueIds.forEach((venueId) => tx.invalidate(venueId))
    // null: places are gone.
    return startPayments(tx, starts, new Date(now.getTime() + bankMs), now)
  })
  return started ?? new Map()
}

const payments = createBatchers(
  async (db, starts: Start[]): Promise<(Transaction | null)[]> => {
    // Of two payments of one basket at once, one is started; the other caller finds it.
    const first = starts.filter(
      ({ payment: { basketId } }, index) =>
        starts.findIndex((start) => start.payment.basketId === basketId) === index,
    )
    const started = await startAll(db, first)
    return starts.map(({ payment }) => {
      const id = started.get(payment.uuid)
      return id === undefined ? null : { ...payment, ...untouched, id }
    })
  },
  { name: 'payments_started', batchSize: 32, inFlight: 2 },
)

/**
 * Starts a payment together with others.
 * @returns null when the basket must be locked to decide: it is no plain one, has changed, or the payment is refused
 */
export const startTogether = async (
  services: CheckoutServices,
  actor: Actor,
  body: AuthoriseBody,
  now: Date,
): Promise<Attempt | null> => {
  if (body.source !== 'activity-booking' || nonCardTenders(body.payments) > 0) return null
  try {
    return await startPlain(services, actor, body, now)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

const startPlain = async (
  services: CheckoutServices,
  actor: Actor,
  body: AuthoriseBody,
  now: Date,
): Promise<Attempt | null> => {
  const { db, cards } = services
  const found = await findBasketWithItems(db, actor)
  if (found?.basket.status !== 'open') return null
  const { basket, items, version } = found
  const { sale, lines, keepsCard } = await readSale(db, actor, basket, body, now, items)
  const until = new Date(now.getTime() + bankMs)
  const held = planPaymentHold(basket, lines, until, now)
  const isWholeHold = held.isRenewal && held.until.getTime() === until.getTime()
  const isPlain =
    sale.total > 0 && sale.penalties.length === 0 && lines.every((line) => isPlainLine(line, now))
  if (!isWholeHold || !isPlain) return null
  await requireAcceptedTerms(db, actor, body)
  requireAnswers(lines)
  const card = await cardChosen(db, actor, body, cards)
  const payer = await resolvePayer(db, actor, body)
  const tenders: Tenders = { credits: [], account: 0 }
  const charged = { left: sale.total, card, keepsCard, membershipIds: [] }
  const agreed = { basket, sale, tenders, ...charged, ...payer }
  const payment = await payments(db, {
    version,
    itemIds: lines.map(({ id }) => id),
    renewalsUsed: basket.renewalsUsed,
    payment: planPayment(services, actor, body, agreed, now),
    venueIds: lines.map(({ venueId }) => venueId),
    now,
  })
  return payment === null ? null : { payment, card }
}

/** Whether a line is held, costs its list price and needs nothing that is written elsewhere. */
const isPlainLine = (line: ItemRow, now: Date): boolean =>
  isLive(line, now) && line.discount === 0 && line.applied === null && line.waiverNeeds.length === 0
