import type { CheckedInSelf, Marked } from '#contract/attendance.ts'
import { localDay, time } from '#contract/time.ts'
import { setAttendance } from '#server/bookings/attendance.ts'
import { photoAddress, photosOf } from '#server/documents/list.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { failInvariant, notFound, Refusal } from '#server/platform/errors.ts'
import { requireVenue } from '#server/venues/find.ts'
import type { DeskVenue } from '#server/venues/find.ts'
import { mark, presentExpected, presentMarked } from './mark.ts'
import { isExpectedNow, mainRefusal, parseReference, whyNotSelf } from './rules.ts'
import { expectedWhere, lockBooking } from './sql.ts'
import type { ExpectedRow } from './sql.ts'

/**
 * Checks in by the access code of a booking. Of several with the same code, the next one at this venue.
 * @throws Refusal `not_found` for an unknown code, `another_day`, `another_venue`, `already_attended`,
 * `booking_cancelled`
 */
export const checkIn = async (
  tx: Tx,
  actor: Actor,
  { venue: slug, code }: { venue: string; code: string },
  now: Date,
): Promise<Marked> => {
  const venue = await requireVenue(tx, actor, slug)
  const today = localDay(now, venue.timezone)
  const booking = await lockByCode(tx, actor, venue, code, today)
  const name = `${booking.firstName} ${booking.lastName}`.trim()
  if (booking.status.startsWith('cancelled')) {
    throw new Refusal('booking_cancelled', (messages) => messages.attendance.personCancelled({ name }))
  }
  if (booking.sessionStatus !== 'scheduled')
    throw new Refusal('booking_cancelled', (messages) => messages.attendance.personCalledOff({ name }))
  if (booking.venueId !== venue.id) {
    throw new Refusal('another_venue', (messages) =>
      messages.attendance.anotherVenue({ name, venue: booking.venueName }),
    )
  }
  if (!isExpectedNow(booking, { today, now })) {
    throw new Refusal('another_day', (messages) =>
      messages.attendance.anotherDay({ name, day: messages.format.fullDay(booking.localDate) }),
    )
  }
  if (booking.status === 'attended') {
    const at = booking.attendanceAt ?? now
    throw new Refusal('already_attended', (messages) =>
      messages.attendance.alreadyCheckedIn({ name, time: time(at, venue.timezone).format24Hour }),
    )
  }
  return mark(tx, actor, booking, 'attended', now)
}

/** The locked booking of an access code; of several, the next one at this venue. Refusal `not_found` for none. */
const lockByCode = async (
  tx: Tx,
  actor: Actor,
  venue: DeskVenue,
  code: string,
  today: string,
): Promise<ExpectedRow> => {
  const found = await expectedWhere(tx, {
    operatorId: actor.operator.id,
    code,
    day: today,
  })
  const nearest = found.toSorted((one, other) => distance(one, today) - distance(other, today))
  const here = nearest.filter(({ venueId }) => venueId === venue.id)
  const named = here[0] ?? nearest[0]
  if (named === undefined) throw notFound((messages) => messages.attendance.codeNotFound)
  await lockBooking(tx, named.bookingId)
  const [booking = named] = await expectedWhere(tx, { bookingId: named.bookingId })
  return booking
}

/** Days between a booking and today; upcoming bookings rank before past ones. */
const distance = ({ localDate, startsAt }: ExpectedRow, today: string): number => {
  const days = Math.abs(Date.parse(localDate) - Date.parse(today)) / 86_400_000
  return days * 2 + (localDate < today ? 1 : 0) + startsAt.getTime() / 1e15
}

/**
 * Checks somebody in at a kiosk by the access code of their booking, from an hour before it starts to its end. The
 * refusals name nobody, since anybody may have typed the code.
 * @throws Refusal `not_found` for an unknown code, `another_day`, `another_venue`, `already_attended`,
 * `booking_cancelled`, `too_early`, `closed`
 */
export const checkInSelf = async (
  tx: Tx,
  actor: Actor,
  { venue: slug, code }: { venue: string; code: string },
  now: Date,
): Promise<CheckedInSelf> => {
  const venue = await requireVenue(tx, actor, slug)
  const today = localDay(now, venue.timezone)
  const group = await expectedOfOrder(tx, actor, code)
  if (group.length > 0) return checkInGroup(tx, group, { venueId: venue.id, today, now })
  const booking = await lockByCode(tx, actor, venue, code, today)
  const why = whyNotSelf(booking, { venueId: venue.id, today, now })
  if (why !== null) throw new Refusal(why.code, why.message)
  await setAttendance(tx, booking.bookingId, { status: 'attended', at: now, by: null })
  return presentCheckedInSelf(booking)
}

/** Checks in everyone of an order who may be now. @throws the refusal that concerns today when nobody may */
const checkInGroup = async (
  tx: Tx,
  group: readonly ExpectedRow[],
  at: { venueId: number; today: string; now: Date },
): Promise<CheckedInSelf> => {
  for (const { bookingId } of group.toSorted((one, other) => one.bookingId - other.bookingId))
    await lockBooking(tx, bookingId)
  const [{ orderReference: reference, operatorId } = failInvariant('a group of nobody')] = group
  const locked = await expectedWhere(tx, { operatorId, reference })
  const refusals = locked.map((booking) => whyNotSelf(booking, at))
  const ready = locked.filter((_, index) => refusals[index] === null)
  const [first] = ready
  if (first === undefined) {
    const why = mainRefusal(refusals)
    if (why === undefined) throw notFound((messages) => messages.attendance.codeNotFound)
    throw new Refusal(why.code, why.message)
  }
  for (const { bookingId } of ready)
    await setAttendance(tx, bookingId, { status: 'attended', at: at.now, by: null })
  const quantity = ready.reduce((sum, one) => sum + one.quantity, 0)
  return presentCheckedInSelf({ ...first, quantity })
}

/**
 * The people of an order who are expected today at a venue.
 * @throws Refusal `not_found` for an unknown code, `another_day` when none of it is here today
 */
export const readGroupToCheckIn = async (
  tx: Tx,
  actor: Actor,
  { venue: slug, code }: { venue: string; code: string },
  now: Date,
): Promise<Marked[]> => {
  const venue = await requireVenue(tx, actor, slug)
  const expected = await expectedOfOrder(tx, actor, code)
  if (expected.length === 0) throw notFound((messages) => messages.attendance.codeNotFound)
  const today = localDay(now, venue.timezone)
  const here = expected.filter((row) => row.venueId === venue.id && isExpectedNow(row, { today, now }))
  if (here.length === 0) throw new Refusal('another_day', (messages) => messages.attendance.groupElsewhere)
  const photos = await photosOf(
    tx,
    here.flatMap(({ personId }) => personId ?? []),
  )
  return here.map((row) =>
    presentMarked(row, photoAddress(actor.site, photos.get(row.personId ?? 0) ?? null), now),
  )
}

const expectedOfOrder = async (tx: Tx, { operator }: Actor, code: string): Promise<ExpectedRow[]> => {
  const reference = parseReference(code)
  return reference === null ? [] : expectedWhere(tx, { operatorId: operator.id, reference })
}

const presentCheckedInSelf = (row: ExpectedRow): CheckedInSelf => {
  const { title } = presentExpected(row, null)
  const { firstName, quantity, startsAt, timezone, locationName } = row
  return { firstName, title, quantity, startsAt: time(startsAt, timezone), locationName }
}
