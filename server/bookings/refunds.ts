import { formatted, money } from '#contract/money.ts'
import type { Money } from '#contract/money.ts'
import { updateOrderTotals } from './sql/orders.ts'
import {
  claimDueRefunds,
  disputeOf,
  insertCardRefund,
  isRefundFailed,
  listCardPayments,
  lockOrderOfPayment,
  lockRefund,
  lockRefundByKey,
  markRefundFailed,
  refundToTell,
  saveDispute,
  settleRefund,
  settleRefundByHand,
} from './sql/refunds.ts'
import type { CardRefund, DisputeStatus } from './sql/refunds.ts'
import { freezeRefunded, unfreeze, writeOffFrozen } from '#server/credits/freeze.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { failInvariant, notFound, Refusal } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { transact } from '#server/platform/transact.ts'
import type { CardProvider } from '#server/providers/cards/port.ts'
import { recordRefundPaid } from '#server/tills/takings.ts'
import { describeBooking, describeFirst, namesAttendees, venueOf } from './messages.ts'
import { linkToOrder } from './links.ts'
import { orderDetails } from './read.ts'
import type { NoticeContext, NoticeKind } from '#server/notices/rules.ts'
import { sendNotice } from '#server/notices/send.ts'

type RefundServices = { db: Database; cards: CardProvider; log: Log }

/** Providers remember idempotency keys for at least a day; after this the refund is left to staff. */
const givenUpMs = 20 * 3_600_000

/**
 * Refunds through the card provider until it confirms. Each refund has its own idempotency key, so repeated calls
 * refund once.
 * @returns how many refunds were processed; 0 when none is due
 */
export const reconcileRefunds = async (services: RefundServices, now: Date): Promise<number> => {
  let handled = 0
  for (let due = await claimDue(services, now); due.length > 0; due = await claimDue(services, now)) {
    await Promise.all(due.map((refund) => reconcileOne(services, refund, now)))
    handled += due.length
  }
  return handled
}

/** Clocks differ, and a refund may fail before its own answer is stored. */
const toleranceMs = 3_600_000

/**
 * Marks a refund as failed that the card company had taken on: the card's bank has sent the money back. The desk lists it
 * for a supervisor, and the order says what has not come back. A message that is repeated changes nothing, also after
 * staff have settled the refund.
 */
export const failRefund = async (
  { db, log }: Pick<RefundServices, 'db' | 'log'>,
  { refundKey, failedAt }: { refundKey: string; failedAt: Date },
  now: Date,
): Promise<void> => {
  const found = await transact(db, async (tx) => {
    const refund = await lockRefundByKey(tx, refundKey)
    if (refund === undefined) return 'no refund of an order'
    const { id, orderId, destination, status, settledAt } = refund
    const isSettledLater = settledAt !== null && settledAt.getTime() > failedAt.getTime() + toleranceMs
    if (destination !== 'card' || status === 'failed' || isSettledLater) return 'repeated'
    await markRefundFailed(tx, id, now)
    await updateOrderTotals(tx, orderId)
    await notifyRefund(tx, refundFailed, id, now)
    return 'failed'
  })
  // A payment whose places were lost has no order: its money is found by the log.
  if (found !== 'repeated')
    log.error({ refundKey, found }, 'a refund came back from the card and is left to staff')
}

/** A small batch, because each refund may wait for the provider. */
const claimDue = ({ db }: RefundServices, now: Date): Promise<CardRefund[]> => claimDueRefunds(db, now, 5)

/**
 * Pays back a part of an order in which nothing was booked to the cards it was paid with. The caller decides how much,
 * once.
 */
export const refundOrder = async (
  tx: Tx,
  { orderId, amount }: { orderId: number; amount: number },
  now: Date,
): Promise<void> => {
  let left = amount
  for (const payment of await listCardPayments(tx, orderId)) {
    const part = Math.min(left, payment.amount)
    if (part === 0) continue
    await insertCardRefund(tx, { orderId, paymentId: payment.id, amount: part }, now)
    left -= part
  }
  if (left > 0) throw new Error('More is to be given back than was paid by card.')
  await updateOrderTotals(tx, orderId)
}

const reconcileOne = async (services: RefundServices, refund: CardRefund, now: Date): Promise<void> => {
  try {
    await reconcile(services, refund, now)
  } catch (error) {
    services.log.error(
      { err: error, refundUuid: refund.uuid, attempts: refund.attempts },
      'a refund is stuck',
    )
  }
}

const reconcile = async (services: RefundServices, refund: CardRefund, now: Date): Promise<void> => {
  const { uuid: refundKey, reference, amount } = refund
  const isTooOld = isKeyOld(refund, now)
  // Money that was never captured is not refunded, and a refund without a known provider is left to staff.
  if (reference === null || !refund.isPaid || isTooOld) {
    services.log.error(
      { refundUuid: refundKey, isPaid: refund.isPaid, isTooOld },
      'a refund is left to staff',
    )
    return settle(services, refund, 'failed', now)
  }
  // The capture is in progress; the next poll refunds it.
  if (refund.capturedAt === null) return
  const result = await services.cards.refund({ refundKey, reference, amount })
  if (result.state !== 'refunded') throw new Error(`The card company gives nothing back: ${result.state}.`)
  await settle(services, refund, 'done', now)
}

/**
 * Whether the provider may have forgotten the key of an earlier request. There was none at the first attempt, or before
 * the capture.
 */
const isKeyOld = ({ attempts, createdAt, capturedAt }: CardRefund, now: Date): boolean => {
  if (attempts <= 1 || capturedAt === null) return false
  return now.getTime() - Math.max(createdAt.getTime(), capturedAt.getTime()) > givenUpMs
}

const settle = (
  { db }: RefundServices,
  refund: CardRefund,
  status: 'done' | 'failed',
  now: Date,
): Promise<void> =>
  transact(db, async (tx) => {
    if (!(await settleRefund(tx, refund.id, status, now))) return
    await updateOrderTotals(tx, refund.orderId)
    await notifyRefund(tx, status === 'done' ? refundPaid : refundFailed, refund.id, now)
  })

/** Writes to the buyer what has become of a refund to a card. Money that was never taken is not missed. */
const notifyRefund = async (tx: Tx, kind: typeof refundPaid, refundId: number, now: Date): Promise<void> => {
  const refund = await refundToTell(tx, refundId)
  if (refund === undefined || refund.email === null || !refund.isPaid) return
  const { operatorId, email: to, orderId, bookingId, amount } = refund
  const facts = { orderId, refundId, bookingId, amount, at: now.toISOString() }
  await sendNotice(tx, kind, { operatorId, to }, facts, now)
}

/*
 * Chargebacks: a cardholder disputes a payment with the bank, which takes the money back at once and decides later. Credit
 * that the payment was refunded as is frozen meanwhile, so that the money is not spent twice.
 */

type Reported = {
  disputeReference: string
  paymentReference: string
  amount: number
  status: DisputeStatus
  at: Date
}

/** Records what the card company reports of a dispute. A report that is repeated changes nothing. */
export const recordDispute = async (
  { db, log }: { db: Database; log: Log },
  { disputeReference: reference, paymentReference, amount, status, at }: Reported,
  now: Date,
): Promise<void> => {
  const isFound = await transact(db, async (tx) => {
    const orderId = await lockOrderOfPayment(tx, paymentReference)
    if (orderId === null) return false
    if (await saveDispute(tx, { reference, orderId, amount, status, at }))
      await followDispute(tx, orderId, now)
    return true
  })
  // A collection of a membership, an invoice of a hire, or a payment whose places were lost, has no order.
  if (!isFound) log.error({ reference, paymentReference, status }, 'a disputed payment is left to staff')
}

/** Freezes, returns or writes off the credit that an order was refunded as. The caller holds the lock of the order. */
export const followDispute = async (tx: Tx, orderId: number, now: Date): Promise<void> => {
  const status = await disputeOf(tx, orderId)
  if (status === 'won') await unfreeze(tx, orderId, now)
  if (status === 'open' || status === 'lost') await freezeRefunded(tx, orderId, now)
  if (status === 'lost') await writeOffFrozen(tx, orderId, now)
}

/**
 * Pays out a refund from the till: to a buyer without an account, or one that the card company has not paid back.
 * @param by `card`: the company has paid it back after all, and the till stays as it is
 * @throws Refusal `not_found`, `already_settled`
 */
export const handOutRefund = async (
  tx: Tx,
  actor: Actor,
  refundId: number,
  by: 'cash' | 'card',
  now: Date,
): Promise<{ id: number; amount: Money }> => {
  const refund = await lockRefund(tx, actor.operator.id, refundId)
  if (refund === undefined) throw notFound()
  const { destination, status } = refund
  const isDue = destination === 'desk' && status === 'due' && by === 'cash'
  const isFailed = destination === 'card' && status === 'failed' && refund.isPaid
  if (!isDue && !isFailed)
    throw status === 'done'
      ? new Refusal('already_settled', (messages) => messages.bookings.refundPaidOut)
      : notFound()
  await settleRefundByHand(tx, refundId, by === 'cash' ? 'desk' : 'card', now)
  // One that the card company has not paid did not count before.
  await updateOrderTotals(tx, refund.orderId)
  const { orderId, bookingId, amount } = refund
  if (by === 'card') await notifyRefund(tx, refundPaid, refundId, now)
  if (by === 'cash')
    await recordCashRefund(tx, actor, { orderId, bookingId, amount }, actor.messages.bookings.cancelled, now)
  const subject = `refund:${refundId}`
  await recordAudit(
    tx,
    {
      actorId: staffOf(actor).id,
      forCustomerId: null,
      act: acts.refundPaidOut,
      subject,
      detail: { amount, by },
    },
    now,
  )
  return { id: refundId, amount: money(amount, actor.operator.currencySymbol) }
}

export const recordCashRefund = (
  tx: Tx,
  actor: Actor,
  cash: { orderId: number; bookingId: number; amount: number },
  reason: string,
  now: Date,
): Promise<void> =>
  recordRefundPaid(tx, actor, { ...cash, tenderType: 'cash', creditType: null, reason }, now)

/** A refund to a card. `bookingId` null: of an order in which nothing was booked. `at` tells two attempts apart. */
type CardRefundFacts = {
  orderId: number
  refundId: number
  bookingId: number | null
  /** Pence. */
  amount: number
  at: string
}

const aboutRefund = ({ orderId, refundId, at }: CardRefundFacts): string =>
  `order:${orderId} refund:${refundId} ${at}`

const describeRefund = async (
  { orderId, bookingId, amount: pence }: CardRefundFacts,
  { messages, tx, seller }: NoticeContext,
) => {
  const { order, bookings } =
    (await orderDetails(tx, orderId)) ?? failInvariant('a message is about an order that does not exist')
  const booked = bookings.filter(({ id }) => id === bookingId)
  const { reference } = order
  return {
    order: { ...order, bookings },
    amount: formatted(pence, seller.currencySymbol),
    reference,
    what:
      booked.length === 0
        ? messages.bookings.mail.orderNamed({ reference })
        : describeFirst(messages, booked),
    items: booked.map((booking) => describeBooking(messages, booking, namesAttendees([booking]))),
    venue: venueOf(booked),
  }
}

/** The card company has taken on a refund. */
export const refundPaid: NoticeKind<CardRefundFacts> = {
  kind: 'refund_paid',
  about: aboutRefund,
  write: async (facts, context) => {
    const { messages, tx, sites, now } = context
    const { order, items, venue, ...refund } = await describeRefund(facts, context)
    return {
      subject: messages.bookings.mail.refundPaidSubject(refund),
      heading: messages.bookings.mail.refundPaidHeading(refund),
      blocks: [
        { type: 'text', text: messages.bookings.mail.refundPaidText(refund) },
        ...(items.length === 0 ? [] : ([{ type: 'list', items }] as const)),
        await linkToOrder({ tx, sites, now }, order, messages.bookings.mail.seeOrder),
      ],
      ...venue,
    }
  },
}

/** A card company or a bank has not paid a refund, and staff have to. Nothing is said once they have. */
export const refundFailed: NoticeKind<CardRefundFacts> = {
  kind: 'refund_failed',
  about: aboutRefund,
  isOutdated: async ({ refundId }, { tx }) => !(await isRefundFailed(tx, refundId)),
  write: async (facts, context) => {
    const { messages, tx, sites, now } = context
    const { order, items, venue, ...refund } = await describeRefund(facts, context)
    return {
      subject: messages.bookings.mail.refundFailedSubject(refund),
      heading: messages.bookings.mail.refundFailedHeading,
      blocks: [
        { type: 'text', text: messages.bookings.mail.refundFailedText(refund) },
        { type: 'text', text: messages.bookings.mail.refundFailedNext },
        ...(items.length === 0 ? [] : ([{ type: 'list', items }] as const)),
        await linkToOrder({ tx, sites, now }, order, messages.bookings.mail.seeOrder),
      ],
      ...venue,
    }
  },
}
