import { cancelling, isCancelled } from '#server/bookings/rules.ts'
import type { Offer, Places } from '#server/timetable/rules.ts'

type Movable = Parameters<typeof cancelling>[0] & { source: string; hasReference: boolean }

export type Unmovable = 'already_cancelled' | 'past_cutoff' | 'cannot_move'

/**
 * Why a booking stays where it is, or null. It may be moved for as long as cancelling is free: otherwise moving it
 * would be a way around the fee. The company that sold it changes a booking of its own, and another customer's
 * reference is good for the session that it was given for.
 */
export const whyNotMovable = (booking: Movable, now: Date): Unmovable | null => {
  if (isCancelled(booking)) return 'already_cancelled'
  if (booking.source === partnerSource || booking.hasReference) return 'cannot_move'
  const { canBeCancelled, isAfterCutoff } = cancelling(booking, now)
  return canBeCancelled && !isAfterCutoff ? null : 'past_cutoff'
}

/** The source of orders that a booking partner has placed (server/open-booking). */
const partnerSource = 'open-booking'

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
export type PersonalPlace = Lasting & {
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
