import type { MoveTimes } from '#contract/moves.ts'
import { date } from '#contract/time.ts'
import { daysAhead } from '#server/activities/rules.ts'
import { findBookables, isUnderMaintenance } from '#server/baskets/find.ts'
import { boughtLinesToPrice, findBoughtLine, lineAt, whyNotAttendable } from '#server/baskets/moves.ts'
import type { ItemRow } from '#server/baskets/rules.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { calculateMovedPrices } from '#server/pricing/moves.ts'
import { occurrencesOfDay } from '#server/timetable/occurrences.ts'
import type { OccurrenceRow } from '#server/timetable/occurrences.ts'
import {
  countPlaces,
  venueReleaseOf,
  whyNoPlace,
  whyNotBookable,
  withOffer,
} from '#server/timetable/rules.ts'
import type { OnSale } from '#server/timetable/rules.ts'
import { mayCancel } from './mayCancel.ts'
import { presentMoveTime, v2Types } from './present.ts'
import type { FreeTime } from './present.ts'
import { bookingsByIds, orderFor } from './read.ts'
import {
  isSameOffer,
  isTaken,
  mayPayForMove,
  offerThere,
  onePerStart,
  whyNotMovable,
  withoutOwnFloor,
} from './rules.ts'
import type { Unmovable } from './rules.ts'
import type { BookingRow } from './sql/bookings.ts'
import { findMoveContext, listDaysWithRoom, listPersonalPlaces } from './sql/moves.ts'
import type { MoveContext } from './sql/moves.ts'

/** A booking that may be moved, with what it has now. */
export type MovableBooking = MoveContext & {
  booking: BookingRow
  line: ItemRow
  /** When sessions of its activity can be booked. */
  onSale: OnSale
}

/** Which booking, and how the caller may have it: by their account, or by an order that they may see. */
export type WhichBooking = { bookingId: number; orderId?: number }

/**
 * A booking that the caller may move, with what it has now.
 * @throws Refusal `not_found`, `already_cancelled`, `past_cutoff`, `cannot_move`
 */
export const findMovable = async (
  tx: Tx,
  actor: Actor,
  { bookingId, orderId }: WhichBooking,
  now: Date,
): Promise<MovableBooking> => {
  if (orderId !== undefined) await orderFor(tx, actor, orderId, now)
  const [booking] = await bookingsByIds(tx, [bookingId])
  const isTheirs =
    booking !== undefined && (orderId === undefined ? mayCancel(booking, actor) : booking.orderId === orderId)
  if (!isTheirs) throw notFound()
  const why = whyNotMovable(booking, now)
  if (why !== null) throw refusalOf(why, booking)
  const context = await findMoveContext(tx, bookingId)
  const line = context === undefined ? undefined : await findBoughtLine(tx, context)
  const [onSale] = await findBookables(tx, {
    operatorId: booking.operatorId,
    v1: [booking.occurrenceId],
    v2: [],
  })
  // The venue is closed for now, or has called the session off and is about to refund it.
  if (context === undefined || line === undefined || onSale === undefined || onSale.status !== 'scheduled') {
    const isPaused = await isUnderMaintenance(tx, booking.operatorId, booking.occurrenceId)
    throw new Refusal(
      'cannot_move',
      isPaused ? (messages) => messages.venues.bookingsPaused : (messages) => messages.moves.notThere,
    )
  }
  return { booking, line, onSale, ...context }
}

const refusalOf = (why: Unmovable, { hasReference }: BookingRow): Refusal => {
  if (why === 'already_cancelled') return new Refusal(why, (messages) => messages.bookings.alreadyCancelled)
  if (why === 'past_cutoff') return new Refusal(why, (messages) => messages.moves.tooLate)
  return new Refusal(
    why,
    hasReference ? (messages) => messages.moves.byReference : (messages) => messages.moves.byPartner,
  )
}

/**
 * The times of one day that a booking can be moved to, with what each would pay back.
 * @param from the first day of interest; the next one with room is answered
 * @throws Refusal as `findMovable`
 */
export const listMoveTimes = async (
  tx: Tx,
  actor: Actor,
  which: WhichBooking,
  from: string | undefined,
  now: Date,
): Promise<MoveTimes> => {
  const movable = await findMovable(tx, actor, which, now)
  const { booking, line } = movable
  const days = await listDays(tx, actor, movable, now)
  const day = days.find((one) => one >= (from ?? '')) ?? days.at(-1)
  const v2Type = v2Types[line.kind]
  const canPay = mayPayForMove(booking, actor)
  if (day === undefined) return { days, day: null, v2Type, canPay, times: [], reason: null }
  const answer = { days, day: date(day, booking.timezone, now), v2Type, canPay }
  // The requirements are the same for all times of a day.
  const ineligible = await whyNotAttendable(tx, actor, { ...line, localDate: day }, now)
  if (ineligible !== null) return { ...answer, times: [], reason: ineligible.message(actor.messages) }
  const { currencySymbol } = actor.operator
  const times = await listFreeTimes(tx, actor, movable, day, now)
  return {
    ...answer,
    times: times.map((time) => presentMoveTime(booking, time, currencySymbol, now)),
    reason: null,
  }
}

/** Why a session cannot be booked now, whoever asks, or undefined. */
const whyNotOpen = (
  actor: Actor,
  { onSale }: MovableBooking,
  { startsAt, endsAt, status }: Pick<OccurrenceRow, 'startsAt' | 'endsAt' | 'status'>,
  now: Date,
) => whyNotBookable({ ...onSale, startsAt, endsAt, status }, { isLoggedIn: actor.person !== null, now })?.code

const listDays = async (tx: Tx, actor: Actor, movable: MovableBooking, now: Date): Promise<string[]> => {
  const { line, onSale } = movable
  const length = line.endsAt.getTime() - line.startsAt.getTime()
  const rows = await listDaysWithRoom(tx, {
    activityId: line.activityId,
    exceptId: line.occurrenceId,
    holdId: line.holdId,
    places: line.places,
    name: line.kind === 'courts' ? null : line.name,
    milliseconds: line.kind === 'courts' ? length : null,
    from: now,
    days: daysAhead(onSale, venueReleaseOf(onSale)) + 1,
  })
  const whyNotAt = (startsAt: Date) => {
    const endsAt = new Date(startsAt.getTime() + length)
    return whyNotOpen(actor, movable, { startsAt, endsAt, status: 'scheduled' }, now)
  }
  return rows
    .filter(({ first, last }) => whyNotAt(first) !== 'not_open_yet' && whyNotAt(last) !== 'closed')
    .map(({ day }) => day)
}

const listFreeTimes = async (
  tx: Tx,
  actor: Actor,
  movable: MovableBooking,
  day: string,
  now: Date,
): Promise<FreeTime[]> => {
  const { booking, line } = movable
  const { activityId, venueId, holdId, personId, kind, allowsOverlap } = line
  const rows = await occurrencesOfDay(tx, activityId, day, now)
  const others = await listPersonalPlaces(tx, personId, { exceptHoldId: holdId, day }, now)
  const ownHoldIds = [holdId, ...others.flatMap((one) => (one.isHeldForMove ? [one.holdId] : []))]
  const isRepeatable = kind === 'tickets' || allowsOverlap
  const candidates = rows.flatMap((row) => {
    const session = { ...row, activityId, venueId }
    // Another court at the same time is no other time.
    if (kind === 'courts' && row.startsAt.getTime() === line.startsAt.getTime()) return []
    const isOther = row.id !== line.occurrenceId && !row.isProgrammed && isSameOffer(kind, line, session)
    if (!isOther || row.startsAt <= now || whyNotOpen(actor, movable, row, now) !== undefined) return []
    if (!isRepeatable && isTaken(row, others)) return []
    const offer = offerThere(row, others)
    const places = withoutOwnFloor({ ...row, fewest: line.places }, ownHoldIds)
    const seen = offer === null ? places : withOffer(places, offer)
    const target = lineAt(line, { ...row, occurrenceId: row.id })
    if (target === null || whyNoPlace(seen, null) !== null) return []
    return [{ row, target, spaces: countPlaces(seen, null, 0).spaces }]
  })
  const prices = await priceAll(
    tx,
    movable,
    candidates.map(({ target }) => target),
    now,
  )
  const times = candidates.flatMap(({ row, spaces }, index) => {
    const price = prices[index]
    return price === undefined ? [] : [{ ...row, spaces, price }]
  })
  return kind === 'courts' ? onePerStart(times, booking.locationId) : times
}

/** What the booking would cost as each of these lines, in pence. */
const priceAll = async (
  tx: Tx,
  { booking }: MovableBooking,
  lines: readonly ItemRow[],
  now: Date,
): Promise<number[]> => {
  if (lines.length === 0) return []
  const priced = await calculateMovedPrices(tx, boughtLinesToPrice(lines, booking, now), now)
  return priced.map(({ total }) => total)
}
