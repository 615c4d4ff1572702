import type { CheckedInSelf, DeskSession, Marked, Register } from '#contract/attendance.ts'
import { money } from '#contract/money.ts'
import type { CalendarDate } from '#contract/shapes.ts'
import { date, time } from '#contract/time.ts'
import { refundMissedPenalty } from '#server/bookings/penalty-refunds/service.ts'
import { setAttendance } from '#server/bookings/service.ts'
import { photoAddress, photosOf } from '#server/documents/list.ts'
import * as messages from '#server/messages/en/attendance.ts'
import * as acts from '#server/messages/en/audit.ts'
import { chargeMissedPenalty } from '#server/penalties/owed.ts'
import { waiveMissedPenalty } from '#server/penalties/waive.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { failInvariant, notFound, Refusal } from '#server/platform/errors.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import { roomsFor } from '#server/timetable/change.ts'
import {
  presentCheckedInSelf,
  presentExpected,
  presentMarked,
  presentSession,
  presentWaiting,
} from './present.ts'
import { expectedWhere, lockBooking, sessionsWhere, venueBySlug, waitingFor } from './queries.ts'
import type { ExpectedRow, VenueRow } from './queries.ts'
import { isExpectedNow, mainRefusal, parseReference, whyChanged, whyNotMarked, whyNotSelf } from './rules.ts'
import type { Attendance } from './rules.ts'
import { versionOf } from './sessions/service.ts'

const venueOf = async (tx: Tx, actor: Actor, slug: string): Promise<VenueRow> => {
  const venue = await venueBySlug(tx, actor.operator.id, slug)
  if (venue === undefined) throw notFound(messages.venueNotFound)
  return venue
}

/** The sessions of a venue's day. */
export const dayAt = async (
  tx: Tx,
  actor: Actor,
  query: { venue: string; date: string; show: 'booked' | 'all' },
  now: Date,
): Promise<{ date: CalendarDate; today: string; sessions: DeskSession[] }> => {
  const venue = await venueOf(tx, actor, query.venue)
  const found = await sessionsWhere(
    tx,
    { venueId: venue.id, day: query.date, booked: query.show === 'booked' },
    now,
  )
  return {
    date: date(query.date, venue.timezone, now),
    today: dayOf(now, venue.timezone),
    sessions: found.map(presentSession),
  }
}

/** The bookings and the waitlist of a session. */
export const registerOf = async (tx: Tx, actor: Actor, sessionId: number, now: Date): Promise<Register> => {
  const [session] = await sessionsWhere(tx, { id: sessionId, operatorId: actor.operator.id }, now)
  if (session === undefined) throw notFound(messages.sessionNotFound)
  return {
    session: presentSession(session),
    date: date(session.localDate, session.timezone, now),
    venueSlug: session.venueSlug,
    venueName: session.venueName,
    expected: await presentAll(tx, actor, await expectedWhere(tx, { sessionId })),
    waitlist: (await waitingFor(tx, sessionId)).map(presentWaiting),
    rooms: await roomsFor(tx, sessionId),
    locationId: session.locationId,
    meetingPoint: session.meetingPoint,
    joinLink: session.joinLink,
    version: versionOf(session),
  }
}

const presentAll = async (tx: Tx, { site }: Actor, expected: readonly ExpectedRow[]) => {
  const photos = await photosOf(
    tx,
    expected.flatMap(({ personId }) => personId ?? []),
  )
  return expected.map((row) =>
    presentExpected(row, photoAddress(site, photos.get(row.personId ?? 0) ?? null)),
  )
}

/**
 * Records attendance or absence, or undoes it.
 * @param marking.from what the caller sees
 * @throws Refusal `booking_cancelled`, `too_early`, `changed_meanwhile`
 */
export const markAttendance = async (
  tx: Tx,
  actor: Actor,
  { bookingId, status: as, from }: { bookingId: number; status: Attendance; from?: Attendance | undefined },
  now: Date,
): Promise<Marked> => {
  await lockBooking(tx, bookingId)
  const [booking] = await expectedWhere(tx, { bookingId })
  if (booking === undefined || booking.operatorId !== actor.operator.id) throw notFound()
  const why = whyNotMarked(booking, as, now, dayOf(now, booking.timezone))
  if (why !== null) throw new Refusal(why.code, why.message)
  const changed = whyChanged(booking, { as, from })
  if (changed !== null) throw new Refusal('changed_meanwhile', changed)
  return mark(tx, actor, booking, as, now)
}

const actOf: Readonly<Record<Attendance, string>> = {
  attended: acts.checkedIn,
  not_attended: acts.markedAbsent,
  booked: acts.attendanceUndone,
}

const mark = async (
  tx: Tx,
  actor: Actor,
  booking: ExpectedRow,
  as: Attendance,
  now: Date,
): Promise<Marked> => {
  const { id: actorId } = staffOf(actor)
  const { bookingId } = booking
  const { personId } = booking
  const photos = await photosOf(tx, personId === null ? [] : [personId])
  const present = (row: ExpectedRow, refunded = 0): Marked => {
    const refund = refunded === 0 ? null : money(refunded, actor.operator.currencySymbol)
    return presentMarked(row, photoAddress(actor.site, photos.get(personId ?? 0) ?? null), now, refund)
  }
  if (booking.status === as) return present(booking)
  await setAttendance(
    tx,
    bookingId,
    as === 'booked' ? { status: as, at: null, by: null } : { status: as, at: now, by: actorId },
  )
  // An absence raises the activity's penalty; correcting the absence waives it, or refunds it where it was paid.
  if (as === 'not_attended') await chargeMissedPenalty(tx, bookingId, now)
  else await waiveMissedPenalty(tx, bookingId, actorId, now)
  const refunded = as === 'attended' ? await refundMissedPenalty(tx, actor, bookingId, now) : 0
  const forCustomerId = booking.personId ?? booking.customerId
  await recordAudit(tx, { actorId, forCustomerId, act: actOf[as], subject: `booking:${bookingId}` }, now)
  return present({ ...booking, status: as, attendanceAt: as === 'booked' ? null : now }, refunded)
}

/** The locked booking of an access code; of several, the next one at this venue. Refusal `not_found` for none. */
const lockByCode = async (
  tx: Tx,
  actor: Actor,
  venue: VenueRow,
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
  if (named === undefined) throw notFound(messages.codeNotFound)
  await lockBooking(tx, named.bookingId)
  const [booking = named] = await expectedWhere(tx, { bookingId: named.bookingId })
  return booking
}

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
  const venue = await venueOf(tx, actor, slug)
  const today = dayOf(now, venue.timezone)
  const booking = await lockByCode(tx, actor, venue, code, today)
  const name = `${booking.firstName} ${booking.lastName}`.trim()
  if (booking.status.startsWith('cancelled')) {
    throw new Refusal('booking_cancelled', messages.personCancelled({ name }))
  }
  if (booking.sessionStatus !== 'scheduled')
    throw new Refusal('booking_cancelled', messages.personCalledOff({ name }))
  if (booking.venueId !== venue.id) {
    throw new Refusal('another_venue', messages.anotherVenue({ name, venue: booking.venueName }))
  }
  if (!isExpectedNow(booking, { today, now })) {
    const { fullDatePretty } = date(booking.localDate, venue.timezone, now)
    throw new Refusal('another_day', messages.anotherDay({ name, day: fullDatePretty }))
  }
  if (booking.status === 'attended') {
    const at = booking.attendanceAt ?? now
    throw new Refusal(
      'already_attended',
      messages.alreadyCheckedIn({ name, time: time(at, venue.timezone).format24Hour }),
    )
  }
  return mark(tx, actor, booking, 'attended', now)
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
  const venue = await venueOf(tx, actor, slug)
  const today = dayOf(now, venue.timezone)
  const group = await expectedOfOrder(tx, actor, code)
  if (group.length > 0) return checkInGroup(tx, group, { venueId: venue.id, today, now })
  const booking = await lockByCode(tx, actor, venue, code, today)
  const why = whyNotSelf(booking, { venueId: venue.id, today, now })
  if (why !== null) throw new Refusal(why.code, why.message)
  await setAttendance(tx, booking.bookingId, { status: 'attended', at: now, by: null })
  return presentCheckedInSelf(booking)
}

/**
 * The people of an order who are expected today at a venue.
 * @throws Refusal `not_found` for an unknown code, `another_day` when none of it is here today
 */
export const groupOf = async (
  tx: Tx,
  actor: Actor,
  { venue: slug, code }: { venue: string; code: string },
  now: Date,
): Promise<Marked[]> => {
  const venue = await venueOf(tx, actor, slug)
  const expected = await expectedOfOrder(tx, actor, code)
  if (expected.length === 0) throw notFound(messages.codeNotFound)
  const today = dayOf(now, venue.timezone)
  const here = expected.filter((row) => row.venueId === venue.id && isExpectedNow(row, { today, now }))
  if (here.length === 0) throw new Refusal('another_day', messages.groupElsewhere)
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
    if (why === undefined) throw notFound(messages.codeNotFound)
    throw new Refusal(why.code, why.message)
  }
  for (const { bookingId } of ready)
    await setAttendance(tx, bookingId, { status: 'attended', at: at.now, by: null })
  const quantity = ready.reduce((sum, one) => sum + one.quantity, 0)
  return presentCheckedInSelf({ ...first, quantity })
}

/** Days between a booking and today; upcoming bookings rank before past ones. */
const distance = ({ localDate, startsAt }: ExpectedRow, today: string): number => {
  const days = Math.abs(Date.parse(localDate) - Date.parse(today)) / 86_400_000
  return days * 2 + (localDate < today ? 1 : 0) + startsAt.getTime() / 1e15
}
