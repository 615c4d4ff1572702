import type { Receipt } from '#contract/bookings.ts'
import { formatted } from '#contract/money.ts'
import { date, endTime, instant, localDay, time } from '#contract/time.ts'
import { attendeeOf, presentSeller, titleOf } from '#server/bookings/present.ts'
import type { BookingRow } from '#server/bookings/queries.ts'
import { isCancelled, netPriceOf, netTaxOf } from '#server/bookings/rules.ts'
import type { OrderDetails } from '#server/bookings/service.ts'
import * as messages from '#server/messages/en/bookings.ts'
import type { ReceiptPayment, ReceiptRefund } from './queries.ts'

export type ReceiptFacts = { payer: string; payments: ReceiptPayment[]; refunds: ReceiptRefund[] }

/** The receipt of an order, for the page and the file. */
export const presentReceipt = (
  { order, bookings, seller }: Pick<OrderDetails, 'order' | 'bookings' | 'seller'>,
  { payer, payments, refunds }: ReceiptFacts,
): Receipt => {
  const inMoney = (pence: number): string => formatted(pence, seller.currencySymbol)
  const dayIn = (at: Date): string => date(localDay(at, seller.timezone), seller.timezone, at).fullDatePretty
  return {
    reference: order.reference,
    placedAt: instant(order.placedAt),
    placed: `${dayIn(order.placedAt)}, ${time(order.placedAt, seller.timezone).format24Hour}`,
    seller: presentSeller(seller, bookings),
    payer,
    lines: [
      ...bookings.map((booking) => bookingLine(booking, inMoney)),
      // Items that are not bookings: a penalty, a membership.
      ...order.items
        .filter(({ cartableType }) => cartableType === 'penalty' || cartableType === 'membership')
        .map(({ name, notes, price }) => ({
          name,
          details: notes,
          quantity: 1,
          unitPrice: price.formatted,
          price: price.formatted,
        })),
    ],
    total: inMoney(order.total),
    vat: vatOf(bookings).map(({ rate, net, tax }) => ({
      rate: rate / 100,
      net: inMoney(net),
      tax: inMoney(tax),
    })),
    entries: [
      ...payments.map(({ tenderType: tender, status, amount, paidAt }) => ({
        at: paidAt,
        label: status === 'failed' ? messages.notPaidBy({ tender }) : messages.paidBy({ tender }),
        amount: inMoney(amount),
      })),
      ...refundEntries(bookings, refunds, inMoney),
    ]
      .toSorted((one, other) => one.at.getTime() - other.at.getTime())
      .map(({ at, ...entry }) => ({ on: dayIn(at), ...entry })),
  }
}

const bookingLine = (booking: BookingRow, inMoney: (pence: number) => string): Receipt['lines'][number] => {
  const { quantity, price, moveRefund, localDate, timezone, createdAt, startsAt, endsAt } = booking
  const attendee = attendeeOf(booking)
  const title = titleOf(booking)
  const day = date(localDate, timezone, createdAt).fullDatePretty
  const from = time(startsAt, timezone).format24Hour
  const to = endTime(startsAt, endsAt, timezone)
  const paid = price + moveRefund
  return {
    name: isCancelled(booking) ? messages.receiptCancelled({ title }) : title,
    details: [
      ...(attendee === '' ? [] : [messages.attendee({ name: attendee })]),
      messages.mail.when({ day, from, to }),
      `${booking.locationName}, ${booking.venueName}`,
    ],
    quantity,
    unitPrice: paid % quantity === 0 ? inMoney(paid / quantity) : null,
    price: inMoney(paid),
  }
}

/** Refunds that have failed have not come back. The first ones of a booking are of its moves to cheaper times. */
const refundEntries = (
  bookings: readonly BookingRow[],
  refunds: readonly ReceiptRefund[],
  inMoney: (pence: number) => string,
): { at: Date; label: string; amount: string }[] => {
  const ofMoves = new Map<number | null, number>(bookings.map(({ id, moveRefund }) => [id, moveRefund]))
  return refunds
    .filter(({ status }) => status !== 'failed')
    .map(({ bookingId, destination, amount, status, createdAt }) => {
      const left = ofMoves.get(bookingId) ?? 0
      const isMove = left >= amount
      if (isMove) ofMoves.set(bookingId, left - amount)
      const booking = bookings.find(({ id }) => id === bookingId)
      const item = booking === undefined || bookings.length === 1 ? null : titleOf(booking)
      return {
        at: createdAt,
        label: messages.refundOf({ destination, isDue: status === 'due', item, isMove }),
        amount: `-${inMoney(amount)}`,
      }
    })
}

const vatOf = (bookings: readonly BookingRow[]): { rate: number; net: number; tax: number }[] => {
  const sums = new Map<number, { net: number; tax: number }>()
  for (const booking of bookings) {
    const { vatRate } = booking
    if (vatRate === 0) continue
    const { net, tax } = sums.get(vatRate) ?? { net: 0, tax: 0 }
    const taxed = netTaxOf(booking)
    sums.set(vatRate, { net: net + netPriceOf(booking) - taxed, tax: tax + taxed })
  }
  return [...sums].map(([rate, sum]) => ({ rate, ...sum })).toSorted((one, other) => one.rate - other.rate)
}
