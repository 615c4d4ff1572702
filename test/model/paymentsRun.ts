import { expect } from 'vitest'
import type { Authorisation } from '#contract/transactions.ts'
import { clearBasket } from '#server/baskets/remove.ts'
import type { CheckoutServices } from '#server/checkout/payment.ts'
import { reconcilePayments } from '#server/checkout/reconcile.ts'
import { applyCreditTenders } from '#server/checkout/tenders.ts'
import { sweepExpiredCredit } from '#server/credits/reserve.ts'
import { sweepLapsedHolds } from '#server/holds/places.ts'
import type { Actor } from '#server/platform/actor.ts'
import { Refusal } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'
import { Killed, mortal } from '#test/support/failingServices.ts'
import { answerBank, cardEnding, completeWith, payWith } from '#test/support/payments.ts'
import type { Shop } from '#test/support/shop.ts'
import type { Card, Step } from './paymentsSteps.ts'

/** What a buyer knows of one payment. */
type ModelState = {
  uuid: string
  at: Date
  card: Card
  scaData: Authorisation['scaData']
  /** The bank has approved it, whether or not our side has recorded that. */
  isApproved: boolean
  /** A later payment of the same basket took its place. */
  isReplaced: boolean
  orderId: number | null
  isLost: boolean
}

export type Buyer = { actor: Actor; payments: ModelState[] }

type Outcome<T> = { notified: T } | { refused: Refusal } | 'died'

/** Runs a call in a process that may die; its answer, its refusal, or nothing at all. */
const attempt = async <T>(
  shop: Shop,
  dies: number | null,
  call: (services: CheckoutServices) => Promise<T>,
): Promise<Outcome<T>> => {
  try {
    return { notified: await call(dies === null ? shop.services : mortal(shop.services, dies).services) }
  } catch (error) {
    if (error instanceof Killed) return 'died'
    if (error instanceof Refusal) return { refused: error }
    throw error
  }
}

const within = (since: Date, now: Date, minutes: number): boolean =>
  now.getTime() - since.getTime() < minutes * 60_000

const authorise = async (
  shop: Shop,
  buyer: Buyer,
  { card: kind, diesAt: dies }: Step & { is: 'authorise' },
) => {
  const outcome = await attempt(shop, dies, (services) =>
    payWith(shop, buyer.actor, cardEnding[kind], services),
  )
  if (outcome === 'died') return
  if ('refused' in outcome) {
    expect(['card_declined', 'busy', 'place_lost', 'basket_empty']).toContain(outcome.refused.code)
    // A card that is good is never declined.
    if (outcome.refused.code === 'card_declined') expect(kind).toBe('declined')
    return
  }
  const { transactionUuid: uuid, transactionStatus, scaData } = outcome.notified
  const before = buyer.payments.find((payment) => payment.uuid === uuid)
  if (before !== undefined) {
    // The basket is paid already: the same payment is answered again (I6).
    expect(transactionStatus).toBe('authorised')
    before.isApproved = true
    return
  }
  for (const earlier of buyer.payments) earlier.isReplaced ||= earlier.orderId === null
  expect(['authorised', 'challenge', 'pending']).toContain(transactionStatus)
  const isApproved = transactionStatus === 'authorised'
  buyer.payments.push({
    uuid,
    at: shop.clock.now(),
    card: kind,
    scaData,
    isApproved,
    isReplaced: false,
    orderId: null,
    isLost: false,
  })
}

const complete = async (shop: Shop, buyer: Buyer, { which, diesAt: dies }: Step & { is: 'complete' }) => {
  const payment = buyer.payments.at(-1 - which)
  if (payment === undefined) return
  const outcome = await attempt(shop, dies, (services) =>
    completeWith(shop, buyer.actor, payment.uuid, services),
  )
  if (outcome === 'died') return
  if ('notified' in outcome) {
    expect(payment.isApproved, 'an order without the bank').toBe(true)
    expect(payment.isLost, 'an order after it was reported as lost').toBe(false)
    // Once an order, always the same one (I6).
    if (payment.orderId !== null) expect(outcome.notified.completeOrderId).toBe(payment.orderId)
    payment.orderId = outcome.notified.completeOrderId
    return
  }
  expect(payment.orderId, 'an order that was there is gone').toBeNull()
  expect(['payment_not_authorised', 'place_lost']).toContain(outcome.refused.code)
  if (outcome.refused.code === 'place_lost') {
    payment.isLost = true
    // Places are kept for half an hour from the moment the card was authorised.
    expect(within(payment.at, shop.clock.now(), 30), 'a place lost too soon').toBe(false)
  } else {
    const isOwed = payment.card === 'accepted' && payment.isApproved && !payment.isReplaced && !payment.isLost
    expect(isOwed && within(payment.at, shop.clock.now(), 30), 'an authorised payment refused').toBe(false)
  }
}

/** Credit is refused only where there is not so much of it, or not so much to pay, or the basket is being paid. */
const apply = async (shop: Shop, buyer: Buyer, { amount, type }: Step & { is: 'apply' }) => {
  const body = { creditsToReserve: [{ amount, type }], cartSource: 'activity-booking' as const }
  const now = shop.clock.now()
  const outcome = await attempt(shop, null, () =>
    transact(shop.db, (tx) => applyCreditTenders(tx, buyer.actor, body, now)),
  )
  if (outcome === 'died') return
  if ('notified' in outcome) {
    expect(outcome.notified).toEqual({ reserved: true, amount })
    for (const payment of buyer.payments) payment.isReplaced ||= payment.orderId === null
  } else expect(['credit_not_applicable', 'busy']).toContain(outcome.refused.code)
}

const completeWithoutCard = async (
  shop: Shop,
  buyer: Buyer,
  { diesAt: dies }: Step & { is: 'complete without a card' },
) => {
  const outcome = await attempt(shop, dies, (services) =>
    completeWith(shop, buyer.actor, undefined, services),
  )
  if (outcome === 'died' || 'notified' in outcome) return
  expect(['basket_empty', 'unpaid_balance', 'payment_not_authorised', 'place_lost']).toContain(
    outcome.refused.code,
  )
}

/** Takes a step and compares the answer each buyer gets with their earlier one. */
export const takeStep = async (shop: Shop, everybody: Buyer[], step: Step): Promise<void> => {
  switch (step.is) {
    case 'add': {
      const buyer = everybody[step.who] as Buyer
      const outcome = await attempt(shop, null, () => shop.add(buyer.actor, [0]))
      if (outcome !== 'died' && 'notified' in outcome) {
        // A new basket after an order: payments of the old one stay with the old one.
        if (outcome.notified.basketUuid !== buyer.actor.basketUuid)
          everybody[step.who] = { actor: outcome.notified, payments: [] }
      }
      return
    }
    case 'authorise':
      return authorise(shop, everybody[step.who] as Buyer, step)
    case 'answer bank': {
      const payment = (everybody[step.who] as Buyer).payments.findLast(({ scaData }) => scaData !== null)
      if (payment === undefined) return
      await answerBank(shop, payment.scaData)
      payment.isApproved ||= payment.card === 'challengedAndPassed'
      return
    }
    case 'complete':
      return complete(shop, everybody[step.who] as Buyer, step)
    case 'drive':
      await attempt(shop, step.diesAt, (services) => reconcilePayments(services, shop.clock.now()))
      return
    case 'sweep':
      await sweepLapsedHolds(shop.db, shop.clock.now())
      await sweepExpiredCredit(shop.db, shop.clock.now())
      return
    case 'apply':
      return apply(shop, everybody[step.who] as Buyer, step)
    case 'complete without a card':
      return completeWithoutCard(shop, everybody[step.who] as Buyer, step)
    case 'clear': {
      const { actor } = everybody[step.who] as Buyer
      const cleared = await attempt(shop, null, () =>
        transact(shop.db, (tx) => clearBasket(tx, actor, shop.clock.now())),
      )
      // Anyone who turns away from their bank has given that payment up.
      if (cleared !== 'died' && 'notified' in cleared)
        for (const payment of (everybody[step.who] as Buyer).payments)
          payment.isReplaced ||= payment.orderId === null
      return
    }
    case 'pass':
      return shop.clock.forward(step.seconds * 1000)
  }
}
