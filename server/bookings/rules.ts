import { formatted } from '#contract/money.ts'
import type { OrderSource } from '#contract/orderSources.ts'
import { tenders, venueTender } from '#contract/tenders.ts'
import type { RefundDestination, RefundPlace, TenderId } from '#contract/tenders.ts'
import type { BookingRow, RefundPart, Tender } from './sql/bookings.ts'
import type { Messages } from '#server/messages/languages.ts'
import { taxWithin } from '#server/pricing/rules.ts'
import type { Offer, Places } from '#server/timetable/rules.ts'

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

type RefundWay = NonNullable<(typeof tenders)[TenderId]['refund']>

const refundOrder: readonly RefundWay[] = ['credit', 'account', 'by_hand', 'partner', 'card']

type Refundable = { payment: Tender; way: RefundWay }

const refundRank = ({ payment, way }: Refundable): number =>
  payment.creditType === 'membership' ? -1 : refundOrder.indexOf(way)

const destinationOf = (
  way: RefundWay,
  { hasAccount, cardTo }: Refunding,
  asCash: boolean,
): RefundDestination => {
  switch (way) {
    case 'credit':
      return hasAccount ? 'credit' : 'desk'
    case 'account':
      return hasAccount ? 'account' : 'desk'
    case 'card':
      return hasAccount ? cardTo : 'card'
    case 'partner':
      return 'partner'
    case 'by_hand':
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
  payments: readonly Tender[],
  refunding: Refunding,
  asCash = false,
): RefundPart[] => {
  const inOrder = payments
    .flatMap((payment) => {
      const way = tenders[payment.tenderType].refund
      return payment.status === 'failed' || way === null ? [] : [{ payment, way }]
    })
    .toSorted((a, b) => refundRank(a) - refundRank(b) || a.payment.id - b.payment.id)
  const parts: RefundPart[] = []
  let left = amount
  for (const { payment, way } of inOrder) {
    const part = Math.min(left, payment.amount - payment.refunded)
    if (part <= 0) continue
    parts.push({ paymentId: payment.id, destination: destinationOf(way, refunding, asCash), amount: part })
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

type RefundedRow = Pick<BookingRow, 'price' | 'moveRefund' | 'refunds'>

/** Pence of a booking that have been refunded besides what its moves made it cheaper. One that failed is paid out later. */
const alreadyBack = ({ moveRefund, refunds }: RefundedRow): number =>
  Math.max(0, refunds.reduce((sum, { amount }) => sum + amount, 0) - moveRefund)

/** What of an amount is still to come back of a booking: what was refunded before counts. */
export const stillToRefund = (booking: RefundedRow, amount: number): number =>
  Math.max(0, amount - alreadyBack(booking))

/** What may still be refunded of a booking, in parts. A partner's customer is paid back by the partner. */
export const refundablePartsOf = (
  booking: RefundedRow & Pick<BookingRow, 'tenders' | 'source'>,
  refunding: Refunding,
  asCash = false,
): RefundPart[] =>
  booking.source === 'open-booking'
    ? []
    : refundParts(stillToRefund(booking, booking.price), booking.tenders, refunding, asCash)

/** The first `amount` pence of parts. */
export const firstOfParts = (parts: readonly RefundPart[], amount: number): RefundPart[] => {
  let left = amount
  return parts.flatMap((part) => {
    const taken = Math.min(left, part.amount)
    left -= taken
    return taken === 0 ? [] : [{ ...part, amount: taken }]
  })
}

/** A sale is taken back as a mistake for so long. */
const voidableMs = 15 * 60_000

export const voidableUntil = (placedAt: Date): Date => new Date(placedAt.getTime() + voidableMs)

type Taxed = Pick<BookingRow, 'status' | 'price' | 'moveRefund' | 'vatRate' | 'tax' | 'refunds'>

/** What has not come back of a booking, in pence. */
export const netPriceOf = (booking: Taxed): number => {
  const { price, moveRefund, refunds } = booking
  const back = refunds.reduce((sum, part) => (part.status === 'failed' ? sum : sum + part.amount), 0)
  return Math.max(0, price + moveRefund - back)
}

/** The tax in it. */
export const netTaxOf = (booking: Taxed): number =>
  isCancelled(booking) || netPriceOf(booking) !== booking.price
    ? taxWithin(netPriceOf(booking), booking.vatRate)
    : booking.tax

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

type Movable = Parameters<typeof cancelling>[0] & {
  source: OrderSource
  hasReference: boolean
  tenders: readonly Pick<Tender, 'tenderType'>[]
}

export type Unmovable = 'already_cancelled' | 'past_cutoff' | 'cannot_move'

/**
 * Why a booking stays where it is, or null. It may be moved for as long as cancelling is free: otherwise moving it
 * would be a way around the fee. The company that sold it changes a booking of its own, another customer's reference is
 * good for the session that it was given for, and what is owed on arrival is paid first.
 */
export const whyNotMovable = (booking: Movable, now: Date): Unmovable | null => {
  if (isCancelled(booking)) return 'already_cancelled'
  if (booking.source === 'open-booking' || booking.hasReference || isOwed(booking)) return 'cannot_move'
  const { canBeCancelled, isAfterCutoff } = cancelling(booking, now)
  return canBeCancelled && !isAfterCutoff ? null : 'past_cutoff'
}

/** Whether it is paid on arrival, and has not been yet. */
export const isOwed = (booking: { tenders: readonly Pick<Tender, 'tenderType'>[] }): boolean =>
  booking.tenders.some(({ tenderType }) => tenderType === venueTender)

type Lasting = { startsAt: Date; endsAt: Date }

type Session = Lasting & { activityId: number; venueId: number; name: string }

const lengthOf = ({ startsAt, endsAt }: Lasting): number => endsAt.getTime() - startsAt.getTime()

/** Whether one may be taken in place of the other: the same class, or a court for the same length. */
export const isSameOffer = (kind: 'classes' | 'courts' | 'tickets', one: Session, other: Session): boolean =>
  one.activityId === other.activityId &&
  one.venueId === other.venueId &&
  (kind === 'courts' ? lengthOf(one) === lengthOf(other) : one.name === other.name)

/** What moving to a time of this price gives back, or what that time costs more. Pence. */
export const differenceOf = (paid: number, price: number): { refund: number; surcharge: number } => ({
  refund: Math.max(0, paid - price),
  surcharge: Math.max(0, price - paid),
})

/** A place that a person has, or that is on offer to them. */
type PersonalPlace = Lasting & {
  holdId: number
  occurrenceId: number
  places: number
  isBooked: boolean
  isOffer: boolean
}

const overlaps = (one: Lasting, other: Lasting): boolean =>
  one.startsAt < other.endsAt && other.startsAt < one.endsAt

/** Whether a person is elsewhere at the time, or there already. What is on offer to them is not theirs yet. */
export const isTaken = (session: Lasting & { id: number }, others: readonly PersonalPlace[]): boolean =>
  others.some((other) => !other.isOffer && (other.occurrenceId === session.id || overlaps(other, session)))

/** What is on offer to the person there. */
export const offerThere = (
  { id, endsAt }: { id: number; endsAt: Date },
  others: readonly PersonalPlace[],
): Offer | null => {
  const offer = others.find((other) => other.isOffer && other.occurrenceId === id)
  return offer === undefined ? null : { holdId: offer.holdId, places: offer.places, until: endsAt }
}

/** The places of a session for a booking that gives up what it has: a court may be wanted on its own floor. */
export const withoutOwnFloor = (places: Places, holdIds: readonly number[]): Places => ({
  ...places,
  claims: places.claims.filter(({ holdId }) => holdId === null || !holdIds.includes(holdId)),
})

/** One time for each start, of courts that differ by place alone: the court booked now, else the cheapest. */
export const onePerStart = <T extends { startsAt: Date; locationId: number; price: number }>(
  times: readonly T[],
  locationId: number,
): T[] => {
  const byStart = new Map<number, T>()
  for (const time of times) {
    const start = time.startsAt.getTime()
    const best = byStart.get(start)
    const isBetter =
      best === undefined ||
      (best.locationId !== locationId && (time.locationId === locationId || time.price < best.price))
    if (isBetter) byStart.set(start, time)
  }
  return [...byStart.values()]
}

type Payer = { person: { id: number } | null; customerId: number | null; isStaff: boolean }

/**
 * Whether the caller may pay for a dearer time: the buyer, to whom it would be refunded. Of a visitor's order, anyone who
 * may see it; staff of the desk take cards for no one.
 */
export const mayPayForMove = (
  { customerId }: { customerId: number | null },
  { person, customerId: actsFor, isStaff }: Payer,
): boolean => (customerId === null ? !isStaff : person?.id === customerId && actsFor === customerId)

type PaidMove = Lasting & { fromHoldId: number; createdAt: Date }

/**
 * Why a move that has begun no longer is what was chosen, or null. Its payer may take their time: whether changes are
 * free counts from when it began, as long as the session of the booking has not.
 */
export const whyNotPaidMove = (
  move: PaidMove,
  { booking, holdId, session }: { booking: Movable; holdId: number; session: Lasting },
  now: Date,
): 'bookingChanged' | 'sessionChanged' | 'tooLate' | null => {
  if (holdId !== move.fromHoldId) return 'bookingChanged'
  if (now >= booking.startsAt) return 'tooLate'
  const why = whyNotMovable(booking, move.createdAt)
  if (why !== null) return why === 'past_cutoff' ? 'tooLate' : 'bookingChanged'
  const isSameTime =
    session.startsAt.getTime() === move.startsAt.getTime() &&
    session.endsAt.getTime() === move.endsAt.getTime()
  return isSameTime ? null : 'sessionChanged'
}
/** One sum, and where it goes if that is more than one place. */
export const describeRefunds = (
  messages: Messages,
  refunds: readonly { destination: RefundPlace; amount: number }[],
  currencySymbol: string,
): string => {
  const sums = new Map<RefundPlace, number>()
  for (const { destination, amount } of refunds) sums.set(destination, (sums.get(destination) ?? 0) + amount)
  const [first, ...others] = [...sums]
  if (first === undefined) return ''
  if (others.length === 0)
    return messages.bookings.mail.refunded[first[0]]({ amount: formatted(first[1], currencySymbol) })
  const total = [...sums.values()].reduce((sum, amount) => sum + amount, 0)
  const parts = [...sums].map(([destination, amount]) => ({
    destination,
    amount: formatted(amount, currencySymbol),
  }))
  return messages.bookings.mail.refundedInParts({ total: formatted(total, currencySymbol), parts })
}
/** The parts in which Open Sans comes: each has the characters of one script. */
export type Script = 'latin' | 'latin-ext' | 'greek' | 'cyrillic' | 'vietnamese'

export const fontOf = (script: Script, isBold: boolean): string => `${script}${isBold ? '-bold' : ''}`

const patterns: readonly [Script, RegExp][] = [
  [
    'latin',
    /^[\n\u0020-\u007e\u00a0-\u00ff\u0131\u0152\u0153\u02c6\u02da\u02dc\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2039\u203a\u20ac\u2122]$/,
  ],
  ['greek', /^[\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce]$/],
  ['cyrillic', /^[\u0401-\u040c\u040e-\u044f\u0451-\u045c\u045e\u045f\u0490\u0491\u2116]$/],
  [
    'vietnamese',
    /^[\u0102\u0103\u0110\u0111\u0128\u0129\u0168\u0169\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef9\u20ab]$/,
  ],
  ['latin-ext', /^[\u0100-\u017f\u0218-\u021b\u0237\u1e80-\u1e85\u1e9e\u1ef2\u1ef3]$/],
]

/** Text in runs of one font each. A character that no font has loses its accent, or becomes a question mark. */
export const splitByFont = (text: string): { script: Script; words: string }[] => {
  const runs: { script: Script; words: string }[] = []
  for (const character of [...text.normalize('NFC')].flatMap(printable)) {
    const script = scriptOf(character) ?? 'latin'
    const last = runs.at(-1)
    // Spaces stand in every font, so that a run does not end at one.
    if (last !== undefined && (last.script === script || character === ' ')) last.words += character
    else runs.push({ script, words: character })
  }
  return runs
}

const scriptOf = (character: string): Script | undefined =>
  patterns.find(([, pattern]) => pattern.test(character))?.[0]

const printable = (character: string): string[] => {
  if (scriptOf(character) !== undefined) return [character]
  const bare = [...character.normalize('NFKD').replace(/\p{M}/gu, '')]
  return bare.length > 0 && bare.every((one) => scriptOf(one) !== undefined) ? bare : ['?']
}

/** What the desk enters of a card at its terminal. */
export type CardAtTerminal = { lastFour?: string | undefined; terminal?: string | undefined }

/** As it stands in the takings: "2 ····4242". null where nothing was entered. */
export const describeCard = ({ lastFour, terminal }: CardAtTerminal): string | null => {
  const digits = lastFour === undefined ? undefined : `····${lastFour}`
  const text = [terminal?.trim(), digits].filter(Boolean).join(' ')
  return text === '' ? null : text
}
