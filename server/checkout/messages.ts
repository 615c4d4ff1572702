import type { BasketItem } from '#contract/baskets.ts'
import { formatted } from '#contract/money.ts'
import { paymentReference } from '#contract/paymentReference.ts'
import { describeInvoiceOf } from '#server/hirers/cardPayments.ts'
import { linkToHirer } from '#server/hirers/link.ts'
import type { Messages } from '#server/messages/languages.ts'
import type { NoticeContext, NoticeKind } from '#server/notices/rules.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Tx } from '#server/platform/database.ts'
import { linkToPayment } from './paymentLinks.ts'
import { describeFirstOrdered, describeOrdered, orderedItems } from './present.ts'
import type { OrderedItem } from './present.ts'
import { isInvoice, isMove } from './rules.ts'
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
  invoice?: Invoice
}> = {
  kind: 'payment_voided',
  about: ({ transactionUuid }) => `payment:${transactionUuid}`,
  write: async (
    { transactionUuid, amount: pence, items, reason, move, invoice, venueId, ...facts },
    { messages, tx, seller, sites, now },
  ) => {
    const amount = formatted(pence, seller.currencySymbol)
    const ordered = orderedOf(messages, { items, invoice, ...facts })
    const look = venueId === undefined ? {} : { venueId }
    const money =
      reason === 'refunded' ? messages.checkout.refunded({ amount }) : messages.checkout.released({ amount })
    if (invoice !== undefined)
      return {
        ...look,
        subject: messages.checkout.paymentFailedSubject({
          amount,
          booking: describeFirstOrdered(messages, ordered),
        }),
        heading: messages.checkout.paymentFailedHeading,
        blocks: [
          { type: 'text', text: messages.hirers.notPaidYet.lost },
          { type: 'list', items: ordered.map((one) => describeOrdered(messages, one)) },
          ...items.map((text) => ({ type: 'text', text }) as const),
          { type: 'text', text: money },
          quoteReference(messages, transactionUuid),
          await linkToHirer({ tx, sites, now }, invoice.hirerId, messages.hirers.mail.link),
        ],
      }
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
  invoice?: Invoice
}> = {
  kind: 'payment_failed',
  about: ({ transactionUuid }) => `payment:${transactionUuid}`,
  write: async (
    { transactionUuid, amount: pence, reason, isJoining, move, invoice, venueId, ...facts },
    { messages, tx, seller, sites, now },
  ) => {
    const amount = formatted(pence, seller.currencySymbol)
    const ordered = orderedOf(messages, { invoice, ...facts })
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
            invoice !== undefined
              ? messages.hirers.notPaidYet[reason]
              : move !== undefined
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
        invoice === undefined
          ? await linkToPayment({ tx, sites, now }, transactionUuid, messages.checkout.payAgain)
          : await linkToHirer({ tx, sites, now }, invoice.hirerId, messages.checkout.payAgain),
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
  invoice?: Invoice
}> = {
  kind: 'payment_pending',
  about: ({ transactionUuid }) => `payment:${transactionUuid}`,
  write: async (
    { transactionUuid, amount, isJoining, move, invoice, venueId, ...facts },
    { messages, tx, seller, sites, now },
  ) => ({
    ...(venueId === undefined ? {} : { venueId }),
    subject: messages.checkout.paymentPendingSubject({
      amount: formatted(amount, seller.currencySymbol),
      booking: describeFirstOrdered(messages, orderedOf(messages, { invoice, ...facts })),
    }),
    heading: messages.checkout.paymentPendingHeading,
    blocks: [
      {
        type: 'text',
        text:
          invoice !== undefined
            ? messages.hirers.notPaidYet.pending
            : move !== undefined
              ? messages.moves.notMovedYet.pending
              : isJoining === true
                ? messages.checkout.joiningPending
                : messages.checkout.paymentPendingItems,
      },
      {
        type: 'list',
        items: orderedOf(messages, { invoice, ...facts }).map((one) => describeOrdered(messages, one)),
      },
      { type: 'text', text: messages.checkout.paymentPendingText },
      quoteReference(messages, transactionUuid),
      invoice === undefined
        ? await linkToPayment({ tx, sites, now }, transactionUuid, messages.checkout.paymentPendingLink)
        : await linkToHirer({ tx, sites, now }, invoice.hirerId, messages.hirers.mail.link),
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

type OrderFacts = {
  items: readonly string[]
  ordered?: readonly OrderedItem[]
  invoice?: Invoice | undefined
}

/** Facts that the version before has stored name the items alone. */
const orderedOf = (messages: Messages, { items, ordered, invoice }: OrderFacts): readonly OrderedItem[] => {
  const names = invoice === undefined ? items : [messages.hirers.invoiceNamed(invoice)]
  return ordered ?? names.map((name) => ({ name, quantity: 1, session: null }))
}

/** The payment is the difference for a move of a booking. */
type Move = { isVisitors: boolean }

/** The payment is of an invoice of a hire. */
type Invoice = { hirerId: number; number: number; hire: string }

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
  if (isInvoice(transaction)) {
    const { venueId, hirerId, number, hire } = await describeInvoiceOf(tx, transaction)
    return { transactionUuid, amount, items: [], venueId, invoice: { hirerId, number, hire } }
  }
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
  transaction: Transaction,
  kind: NoticeKind<Facts>,
  facts: Facts,
  now: Date,
): Promise<void> => {
  const { operatorId, agreement } = transaction
  const to = isInvoice(transaction) ? (await describeInvoiceOf(tx, transaction)).email : agreement.email
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
