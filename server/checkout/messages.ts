import type { BasketItem } from '#contract/baskets.ts'
import { formatted } from '#contract/money.ts'
import { paymentReference } from '#contract/paymentReference.ts'
import * as messages from '#server/messages/en/checkout.ts'
import * as moveMessages from '#server/messages/en/moves.ts'
import type { NoticeContext, NoticeKind } from '#server/notices/rules.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Tx } from '#server/platform/database.ts'
import { linkToPayment } from './paymentLinks.ts'
import { describeFirstOrdered, describeOrdered, orderedItems } from './present.ts'
import type { OrderedItem } from './present.ts'
import { isMove } from './rules.ts'
import { findReferenced } from './sql.ts'
import type { Transaction } from './sql.ts'

/**
 * The card payment was released or refunded: nothing was booked. `amount` is pence, `items` says what was not available
 * any more and why, `ordered` is all of the order.
 */
export const paymentVoided: NoticeKind<{
  transactionUuid: string
  amount: number
  items: readonly string[]
  ordered?: readonly OrderedItem[]
  reason: 'place_lost' | 'refunded'
  move?: Move
}> = {
  kind: 'payment_voided',
  about: ({ transactionUuid }) => `payment:${transactionUuid}`,
  write: async (
    { transactionUuid, amount: pence, items, reason, move, ...facts },
    { tx, seller, sites, now },
  ) => {
    const amount = formatted(pence, seller.currencySymbol)
    const ordered = orderedOf({ items, ...facts })
    const money = reason === 'refunded' ? messages.refunded({ amount }) : messages.released({ amount })
    if (move !== undefined) {
      // Cancelled or moved meanwhile: where the booking is now, the message about that says.
      const isChanged = items.includes(moveMessages.whyNoLonger.bookingChanged)
      return {
        subject: moveMessages.lostSubject({ booking: describeFirstOrdered(ordered) }),
        heading: moveMessages.lostHeading,
        blocks: [
          { type: 'text', text: moveMessages.notMovedYet.lost },
          { type: 'list', items: ordered.map(describeOrdered) },
          ...items.map((text) => ({ type: 'text', text }) as const),
          ...(isChanged ? [] : [{ type: 'text', text: moveMessages.staysMail } as const]),
          { type: 'text', text: money },
          quoteReference(transactionUuid),
          { type: 'link', label: moveMessages.seeBookings, href: bookingsAddress(sites, move) },
        ],
      }
    }
    return {
      subject: messages.failedSubject({ booking: describeFirstOrdered(ordered) }),
      heading: messages.failedHeading,
      blocks: [
        { type: 'text', text: messages.unavailableItems },
        ...items.map((text) => ({ type: 'text', text }) as const),
        { type: 'text', text: messages.orderWas },
        { type: 'list', items: ordered.map(describeOrdered) },
        { type: 'text', text: money },
        { type: 'text', text: messages.tryAgain },
        quoteReference(transactionUuid),
        await linkToPayment({ tx, sites, now }, transactionUuid, messages.payAgain),
      ],
    }
  },
}

/** A payment that the bank took its time over came to nothing. */
export const paymentFailed: NoticeKind<{
  transactionUuid: string
  amount: number
  items: readonly string[]
  ordered?: readonly OrderedItem[]
  reason: 'declined' | 'unanswered'
  isJoining?: boolean
  move?: Move
}> = {
  kind: 'payment_failed',
  about: ({ transactionUuid }) => `payment:${transactionUuid}`,
  write: async (
    { transactionUuid, amount: pence, reason, isJoining, move, ...facts },
    { tx, seller, sites, now },
  ) => {
    const amount = formatted(pence, seller.currencySymbol)
    const ordered = orderedOf(facts)
    return {
      subject: messages.paymentFailedSubject({ amount, booking: describeFirstOrdered(ordered) }),
      heading: messages.paymentFailedHeading,
      blocks: [
        {
          type: 'text',
          text:
            move !== undefined
              ? moveMessages.notMovedYet[reason]
              : isJoining === true
                ? messages.notJoined[reason]
                : reason === 'declined'
                  ? messages.bankDeclinedItems
                  : messages.bankSilentItems,
        },
        { type: 'list', items: ordered.map(describeOrdered) },
        { type: 'text', text: messages.nothingCharged({ amount }) },
        quoteReference(transactionUuid),
        await linkToPayment({ tx, sites, now }, transactionUuid, messages.payAgain),
      ],
    }
  },
}

/** The bank takes its time: what that means, so that no one pays twice. */
export const paymentPending: NoticeKind<{
  transactionUuid: string
  amount: number
  items: readonly string[]
  ordered?: readonly OrderedItem[]
  isJoining?: boolean
  move?: Move
}> = {
  kind: 'payment_pending',
  about: ({ transactionUuid }) => `payment:${transactionUuid}`,
  write: async ({ transactionUuid, amount, isJoining, move, ...facts }, { tx, seller, sites, now }) => ({
    subject: messages.paymentPendingSubject({
      amount: formatted(amount, seller.currencySymbol),
      booking: describeFirstOrdered(orderedOf(facts)),
    }),
    heading: messages.paymentPendingHeading,
    blocks: [
      {
        type: 'text',
        text:
          move !== undefined
            ? moveMessages.notMovedYet.pending
            : isJoining === true
              ? messages.joiningPending
              : messages.paymentPendingItems,
      },
      { type: 'list', items: orderedOf(facts).map(describeOrdered) },
      { type: 'text', text: messages.paymentPendingText },
      quoteReference(transactionUuid),
      await linkToPayment({ tx, sites, now }, transactionUuid, messages.paymentPendingLink),
    ],
  }),
}

/** Another person has bought tickets at the price of the customer, whose number they entered. */
export const referenceUsed: NoticeKind<{
  customerId: number
  orderId: number
  reference: string
  items: readonly string[]
}> = {
  kind: 'reference_used',
  // Of the customer, not of the order: the buyer is not to learn their address.
  about: ({ customerId, orderId }) => `customer:${customerId} order ${orderId}`,
  write: ({ reference, items }) => ({
    subject: messages.referenceUsedSubject,
    heading: messages.referenceUsedSubject,
    blocks: [
      { type: 'text', text: messages.referenceUsedText({ reference }) },
      { type: 'list', items: items.map((title) => ({ title, lines: [] })) },
      { type: 'text', text: messages.referenceUsedAdvice },
    ],
  }),
}

type OrderFacts = { items: readonly string[]; ordered?: readonly OrderedItem[] }

/** Facts that the version before has stored name the items alone. */
const orderedOf = ({ items, ordered }: OrderFacts): readonly OrderedItem[] =>
  ordered ?? items.map((name) => ({ name, quantity: 1, session: null }))

/** The payment is the difference for a move of a booking. */
type Move = { isVisitors: boolean }

/** Where the buyer finds the booking. */
const bookingsAddress = ({ account, bookings }: NoticeContext['sites'], { isVisitors }: Move): string =>
  isVisitors ? `${bookings}/find-booking` : `${account}/bookings`

const quoteReference = (transactionUuid: string) =>
  ({
    type: 'text',
    text: messages.quoteReference({ reference: paymentReference(transactionUuid) }),
  }) as const

/** Writes to a buyer who was told to wait for the bank: its page may be closed. */
export const notifyFailure = (
  tx: Tx,
  transaction: Transaction,
  reason: 'declined' | 'unanswered',
  now: Date,
): Promise<void> => notifyBuyer(tx, transaction, paymentFailed, { ...factsOf(transaction), reason }, now)

/** Writes once to a buyer whose bank takes its time. */
export const notifyPending = (tx: Tx, transaction: Transaction, now: Date): Promise<void> =>
  notifyBuyer(tx, transaction, paymentPending, factsOf(transaction), now)

const factsOf = (transaction: Transaction) => {
  const { uuid: transactionUuid, amount, agreement } = transaction
  return {
    transactionUuid,
    amount,
    items: agreement.sale.items.map(({ name }) => name),
    ordered: orderedItems(agreement.sale.items),
    isJoining: agreement.source === 'online-joining',
    ...moveOf(transaction),
  }
}

/** For messages about the payment of a move. */
export const moveOf = (transaction: Transaction): { move?: { isVisitors: boolean } } =>
  isMove(transaction) ? { move: { isVisitors: transaction.customerId === null } } : {}

const notifyBuyer = async <Facts extends object>(
  tx: Tx,
  { operatorId, agreement: { email: to } }: Transaction,
  kind: NoticeKind<Facts>,
  facts: Facts,
  now: Date,
): Promise<void> => {
  if (to !== null && to !== '') await sendNotice(tx, kind, { operatorId, to }, facts, now)
}

/** Tells customers by e-mail that somebody else has bought tickets with their customer reference. */
export const notifyReferenced = async (
  tx: Tx,
  {
    operatorId,
    orderId,
    customerId: buyerId,
    items,
  }: { operatorId: number; orderId: number; customerId: number | null; items: readonly BasketItem[] },
  now: Date,
): Promise<void> => {
  const named = items.filter(({ customerReference }) => customerReference !== null)
  if (named.length === 0) return
  for (const { id, reference, email: to } of await findReferenced(
    tx,
    operatorId,
    named.flatMap(({ customerReference }) => customerReference ?? []),
    buyerId,
  )) {
    const bought = named
      .filter(({ customerReference }) => customerReference === reference)
      .map(({ name, cartableResource }) =>
        messages.referenceUsedItem({ name, venue: cartableResource?.venueName ?? '' }),
      )
    await sendNotice(
      tx,
      referenceUsed,
      { operatorId, to },
      { customerId: id, orderId, reference, items: bought },
      now,
    )
  }
}
