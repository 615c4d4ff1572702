import { taxWithin } from '#server/pricing/rules.ts'
import type { BookingRow, RefundPart, Tender } from './queries.ts'

export type Cancelling = {
  canBeCancelled: boolean
  isAfterCutoff: boolean
  cutoffAt: Date
  /** What cancelling costs after the cutoff; null before it. */
  cutoffAction: 'no_refund' | 'fee' | null
  /** Pence refunded for cancelling now. */
  refund: number
  /** Whether visits of a package and uses of a benefit are returned: only before the cutoff, like money. */
  givesBackUses: boolean
}

type Cancellable = Pick<
  BookingRow,
  'status' | 'occurrenceStatus' | 'startsAt' | 'price' | 'freeCancelMinutes' | 'lateCancelFee'
>

/** Whether a booking has been cancelled, by the customer or the venue. */
export const isCancelled = ({ status }: Pick<BookingRow, 'status'>): boolean =>
  status === 'cancelled' || status === 'cancelled_by_venue'

/** Whether the venue has called its session off: the sale is then reversed as by the venue, also when the customer cancels first. */
export const isCalledOff = ({ occurrenceStatus }: Pick<BookingRow, 'occurrenceStatus'>): boolean =>
  occurrenceStatus !== 'scheduled'

/**
 * The result of cancelling a booking at an instant. "Four hours before" is elapsed time, whatever the clocks do in
 * between. Cancelling is free until the start where the venue has called the session off, or the fee
 * is 0. A fee of the price or more leaves nothing to refund.
 */
export const cancelling = (booking: Cancellable, now: Date): Cancelling => {
  const isFree = isCalledOff(booking) || booking.lateCancelFee === 0
  const freeMinutes = isFree ? 0 : booking.freeCancelMinutes
  const cutoffAt = new Date(booking.startsAt.getTime() - freeMinutes * 60_000)
  const isAfterCutoff = now > cutoffAt
  const canBeCancelled = booking.status === 'booked' && now < booking.startsAt
  const fee = booking.lateCancelFee ?? booking.price
  const refund = isAfterCutoff ? Math.max(0, booking.price - fee) : booking.price
  return {
    canBeCancelled,
    isAfterCutoff,
    cutoffAt,
    cutoffAction: isAfterCutoff ? (fee < booking.price ? 'fee' : 'no_refund') : null,
    refund: canBeCancelled ? refund : 0,
    givesBackUses: canBeCancelled && !isAfterCutoff,
  }
}

/** Where refunds go: whether the buyer has an account, which may be closed since, and what the operator gives for a card payment. */
export type Refunding = { hasAccount: boolean; cardTo: 'credit' | 'card' }

const refundOrder = ['membership_credit', 'general_credit', 'account', 'other', 'partner', 'card'] as const

const kindOf = ({ tenderType, creditType }: Tender): (typeof refundOrder)[number] => {
  if (tenderType === 'credit') return creditType === 'membership' ? 'membership_credit' : 'general_credit'
  if (tenderType === 'customer_account_online') return 'account'
  if (tenderType === 'booking_partner') return 'partner'
  return tenderType === 'card' ? 'card' : 'other'
}

const destinationOf = (
  tender: Tender,
  { hasAccount, cardTo }: Refunding,
  asCash: boolean,
): RefundPart['destination'] => {
  switch (kindOf(tender)) {
    case 'membership_credit':
    case 'general_credit':
      return hasAccount ? 'credit' : 'desk'
    case 'account':
      return hasAccount ? 'account' : 'desk'
    case 'card':
      return hasAccount ? cardTo : 'card'
    case 'partner':
      return 'partner'
    case 'other':
      return hasAccount && !asCash ? 'credit' : 'desk'
  }
}

/**
 * Divides a refund among payments and destinations: spent credit first (membership credit before general), then
 * charges to the account, then cash and similar tenders, the card last. Payments that were never captured are not
 * refunded. The preview and the refund use this function.
 * @param asCash refund cash tenders as cash, even to a buyer with an account
 */
export const refundParts = (
  amount: number,
  tenders: readonly Tender[],
  refunding: Refunding,
  asCash = false,
): RefundPart[] => {
  const inOrder = tenders
    .filter((tender) => tender.status !== 'failed' && tender.tenderType !== 'at_venue')
    .toSorted((a, b) => refundOrder.indexOf(kindOf(a)) - refundOrder.indexOf(kindOf(b)) || a.id - b.id)
  const parts: RefundPart[] = []
  let left = amount
  for (const tender of inOrder) {
    const part = Math.min(left, tender.amount - tender.refunded)
    if (part <= 0) continue
    parts.push({ paymentId: tender.id, destination: destinationOf(tender, refunding, asCash), amount: part })
    left -= part
  }
  return parts
}

/** Total pence of parts, for one destination or all. */
export const sumOfParts = (
  parts: readonly Pick<RefundPart, 'destination' | 'amount'>[],
  to?: RefundPart['destination'],
): number =>
  parts.reduce((sum, part) => (to === undefined || part.destination === to ? sum + part.amount : sum), 0)

type Taxed = Pick<BookingRow, 'status' | 'price' | 'moveRefund' | 'vatRate' | 'tax' | 'refunds'>

/** What has not come back of a booking, in pence: all of it, until it is cancelled. */
export const netPriceOf = (booking: Taxed): number => {
  const { price, moveRefund, refunds } = booking
  if (!isCancelled(booking)) return price
  const back = refunds.reduce((sum, part) => (part.status === 'failed' ? sum : sum + part.amount), 0)
  return Math.max(0, price + moveRefund - back)
}

/** The tax in it. */
export const netTaxOf = (booking: Taxed): number =>
  isCancelled(booking) ? taxWithin(netPriceOf(booking), booking.vatRate) : booking.tax

type Placed = { operatorId: number; customerId: number | null; basketUuid: string }
type Asker = {
  operator: { id: number }
  person: { id: number } | null
  isStaff: boolean
  basketUuid: string | null
  orderSecrets: readonly string[]
}

/** Whether the actor may see an order: its customer, the basket that placed it, staff (wire §10). */
export const canView = (order: Placed, asker: Asker): boolean => {
  if (order.operatorId !== asker.operator.id) return false
  if (asker.isStaff) return true
  if (order.customerId !== null) return order.customerId === asker.person?.id
  return asker.basketUuid === order.basketUuid || asker.orderSecrets.includes(order.basketUuid)
}

/** Whether an order was placed without an account, so that a link opens it. */
export const isVisitorsOrder = (
  order: Pick<Placed, 'operatorId' | 'customerId'>,
  { operator }: Pick<Asker, 'operator'>,
): boolean => order.operatorId === operator.id && order.customerId === null

export const mayCancel = (
  booking: Pick<BookingRow, 'operatorId' | 'customerId' | 'personId'>,
  { operator, person, isStaff }: Pick<Asker, 'operator' | 'person' | 'isStaff'>,
): boolean =>
  booking.operatorId === operator.id &&
  person !== null &&
  (isStaff || booking.customerId === person.id || booking.personId === person.id)
