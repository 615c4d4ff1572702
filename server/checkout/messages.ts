import type { BasketItem } from '#contract/baskets.ts'
import { formatted } from '#contract/money.ts'
import { paymentReference } from '#contract/paymentReference.ts'
import type { Messages } from '#server/messages/languages.ts'
import type { NoticeContext, NoticeKind } from '#server/notices/rules.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Tx } from '#server/platform/database.ts'
import { linkToPayment } from './paymentLinks.ts'
import { describeFirstOrdered, describeOrdered, orderedItems } from './present.ts'
import type { OrderedItem } from './present.ts'
import { isMove } from './rules.ts'
import { findReferenced, venueOfPayment } from './sql.ts'
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
  venueId?: number
  reason: 'place_lost' | 'refunded'
  move?: Move
}> = {
  kind: 'payment_voided',
  about: ({ transactionUuid }) => `payment:${transactionUuid}`,
  write: async (
    { transactionUuid, amount: pence, items, reason, move, venueId, ...facts },
    { messages, tx, seller, sites, now },
  ) => {
    const amount = formatted(pence, seller.currencySymbol)
    const ordered = orderedOf({ items, ...facts })
    const look = venueId === undefined ? {} : { venueId }
    const money =
      reason === 'refunded' ? messages.checkout.refunded({ amount }) : messages.checkout.released({ amount })
    if (move !== undefined) {
      // Cancelled or moved meanwhile: where the booking is now, the message about that says.
      const isChanged = items.includes(messages.moves.whyNoLonger.bookingChanged)
      return {
        ...look,
        subject: messages.moves.lostSubject({ booking: describeFirstOrdered(messages, ordered) }),
        heading: messages.moves.lostHeading,
        blocks: [
          { type: 'text', text: messages.moves.notMovedYet.lost },
          { type: 'list', items: ordered.map((one) => describeOrdered(messages, one)) },
          ...items.map((text) => ({ type: 'text', text }) as const),
          ...(isChanged ? [] : [{ type: 'text', text: messages.moves.staysMail } as const]),
          { type: 'text', text: money },
          quoteReference(messages, transactionUuid),
          { type: 'link', label: messages.moves.seeBookings, href: bookingsAddress(sites, move) },
        ],
      }
    }
    return {
      ...look,
      subject: messages.checkout.failedSubject({ booking: describeFirstOrdered(messages, ordered) }),
      heading: messages.checkout.failedHeading,
      blocks: [
        { type: 'text', text: messages.checkout.unavailableItems },
        ...items.map((text) => ({ type: 'text', text }) as const),
        { type: 'text', text: messages.checkout.orderWas },
        { type: 'list', items: ordered.map((one) => describeOrdered(messages, one)) },
        { type: 'text', text: money },
        { type: 'text', text: messages.checkout.tryAgain },
        quoteReference(messages, transactionUuid),
        await linkToPayment({ tx, sites, now }, transactionUuid, messages.checkout.payAgain),
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
  venueId?: number
  reason: 'declined' | 'unanswered'
  isJoining?: boolean
  move?: Move
}> = {
  kind: 'payment_failed',
  about: ({ transactionUuid }) => `payment:${transactionUuid}`,
  write: async (
    { transactionUuid, amount: pence, reason, isJoining, move, venueId, ...facts },
    { messages, tx, seller, sites, now },
  ) => {
    const amount = formatted(pence, seller.currencySymbol)
    const ordered = orderedOf(facts)
    return {
      ...(venueId === undefined ? {} : { venueId }),
      subject: messages.checkout.paymentFailedSubject({
        amount,
        booking: describeFirstOrdered(messages, ordered),
      }),
      heading: messages.checkout.paymentFailedHeading,
      blocks: [
        {
          type: 'text',
          text:
            move !== undefined
              ? messages.moves.notMovedYet[reason]
              : isJoining === true
                ? messages.checkout.notJoined[reason]
                : reason === 'declined'
                  ? messages.checkout.bankDeclinedItems
                  : messages.checkout.bankSilentItems,
        },
        { type: 'list', items: ordered.map((one) => describeOrdered(messages, one)) },
        { type: 'text', text: messages.checkout.nothingCharged({ amount }) },
        quoteReference(messages, transactionUuid),
        await linkToPayment({ tx, sites, now }, transactionUuid, messages.checkout.payAgain),
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
  venueId?: number
  isJoining?: boolean
  move?: Move
}> = {
  kind: 'payment_pending',
  about: ({ transactionUuid }) => `payment:${transactionUuid}`,
  write: async (
    { transactionUuid, amount, isJoining, move, venueId, ...facts },
    { messages, tx, seller, sites, now },
  ) => ({
    ...(venueId === undefined ? {} : { venueId }),
    subject: messages.checkout.paymentPendingSubject({
      amount: formatted(amount, seller.currencySymbol),
      booking: describeFirstOrdered(messages, orderedOf(facts)),
    }),
    heading: messages.checkout.paymentPendingHeading,
    blocks: [
      {
        type: 'text',
        text:
          move !== undefined
            ? messages.moves.notMovedYet.pending
            : isJoining === true
              ? messages.checkout.joiningPending
              : messages.checkout.paymentPendingItems,
      },
      { type: 'list', items: orderedOf(facts).map((one) => describeOrdered(messages, one)) },
      { type: 'text', text: messages.checkout.paymentPendingText },
      quoteReference(messages, transactionUuid),
      await linkToPayment({ tx, sites, now }, transactionUuid, messages.checkout.paymentPendingLink),
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
  write: ({ reference, items }, { messages }) => ({
    subject: messages.checkout.referenceUsedSubject,
    heading: messages.checkout.referenceUsedSubject,
    blocks: [
      { type: 'text', text: messages.checkout.referenceUsedText({ reference }) },
      { type: 'list', items: items.map((title) => ({ title, lines: [] })) },
      { type: 'text', text: messages.checkout.referenceUsedAdvice },
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

const quoteReference = (messages: Messages, transactionUuid: string) =>
  ({
    type: 'text',
    text: messages.checkout.quoteReference({ reference: paymentReference(transactionUuid) }),
  }) as const

/** Writes to a buyer who was told to wait for the bank: its page may be closed. */
export const notifyFailure = async (
  tx: Tx,
  transaction: Transaction,
  reason: 'declined' | 'unanswered',
  now: Date,
): Promise<void> =>
  notifyBuyer(tx, transaction, paymentFailed, { ...(await factsOf(tx, transaction)), reason }, now)

/** Writes once to a buyer whose bank takes its time. */
export const notifyPending = async (tx: Tx, transaction: Transaction, now: Date): Promise<void> =>
  notifyBuyer(tx, transaction, paymentPending, await factsOf(tx, transaction), now)

/** Writes to a buyer whose card was let go, because what they paid for was gone meanwhile. */
export const notifyVoided = async (
  tx: Tx,
  transaction: Transaction,
  reason: 'place_lost' | 'refunded',
  now: Date,
): Promise<void> =>
  notifyBuyer(
    tx,
    transaction,
    paymentVoided,
    { ...(await factsOf(tx, transaction)), items: transaction.lostItems, reason },
    now,
  )

const factsOf = async (tx: Tx, transaction: Transaction) => {
  const { uuid: transactionUuid, amount, agreement } = transaction
  const venueId = await venueOfPayment(tx, transaction)
  return {
    transactionUuid,
    amount,
    items: agreement.sale.items.map(({ name }) => name),
    ordered: orderedItems(agreement.sale.items),
    ...(venueId === undefined ? {} : { venueId }),
    isJoining: agreement.source === 'online-joining',
    ...(isMove(transaction) ? { move: { isVisitors: transaction.customerId === null } } : {}),
  }
}

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
  messages: Messages,
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
        messages.checkout.referenceUsedItem({ name, venue: cartableResource?.venueName ?? '' }),
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
