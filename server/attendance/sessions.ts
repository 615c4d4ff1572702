import { createHash } from 'node:crypto'
import type { AuditAct } from '#contract/audit.ts'
import type { attendance, Board, DeskSession, Expected, Register, Waiting } from '#contract/attendance.ts'
import type { Body } from '#contract/endpoint.ts'
import type { CalendarDate } from '#contract/shapes.ts'
import { date, instant, localDay, time } from '#contract/time.ts'
import { changeSession, noneNotified, notifyBooked } from '#server/bookings/changeSession.ts'
import type { Notified } from '#server/bookings/changeSession.ts'
import { countReach, listCalledOff } from '#server/bookings/followUps.ts'
import { photoAddress, photosOf } from '#server/documents/list.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { ownInstructors } from '#server/platform/rights.ts'
import { callOffOf } from '#server/timetable/callOff.ts'
import type { CallOff } from '#server/timetable/callOff.ts'
import { changeableById, instructorsOf, resizeOccurrence, roomsFor } from '#server/timetable/change.ts'
import type { ChangeableRow } from '#server/timetable/change.ts'
import { readClosuresOfDay } from '#server/timetable/closures.ts'
import { openDay } from '#server/timetable/generate.ts'
import { countPlaces } from '#server/timetable/rules.ts'
import type { Logistics } from '#server/timetable/rules.ts'
import { requireVenue } from '#server/venues/find.ts'
import { presentExpected } from './mark.ts'
import { changedLogistics, columnsOf } from './rules.ts'
import { expectedWhere, hiredOnDay, readDay, sessionsWhere, waitingFor } from './sql.ts'
import type { ExpectedRow, SessionRow, WaitingRow } from './sql.ts'

/** The sessions of a venue's day, which is opened for the desk where it is not released yet. */
export const readSessionsOfDay = async (
  tx: Tx,
  actor: Actor,
  query: { venue: string; date: string; show: 'booked' | 'all' },
  now: Date,
): Promise<{ date: CalendarDate; today: string; sessions: DeskSession[] }> => {
  const venue = await requireVenue(tx, actor, query.venue)
  await openDay(tx, venue, query.date, now)
  const instructorIds = ownInstructors(actor, 'check_in', venue.id)
  const which = { venueId: venue.id, day: query.date, show: query.show, instructorIds }
  const found = await sessionsWhere(tx, which, now)
  return {
    date: date(query.date, venue.timezone, now),
    today: localDay(now, venue.timezone),
    sessions: found.map(presentSession),
  }
}

/** The bookings of all sessions of a venue's day that have any. */
export const readRegistersOfDay = async (
  tx: Tx,
  actor: Actor,
  query: { venue: string; date: string },
): Promise<{ sessionId: number; expected: Expected[] }[]> => {
  const { id: venueId } = await requireVenue(tx, actor, query.venue)
  const instructorIds = ownInstructors(actor, 'check_in', venueId)
  const rows = await expectedWhere(tx, { venueId, onDay: query.date, instructorIds })
  const presented = await presentAll(tx, actor, rows)
  const bySession = new Map<number, Expected[]>()
  for (const [index, { sessionId }] of rows.entries()) {
    const expected = presented[index]
    if (expected !== undefined) bySession.set(sessionId, [...(bySession.get(sessionId) ?? []), expected])
  }
  return [...bySession].map(([sessionId, expected]) => ({ sessionId, expected }))
}

/** The bookings and the waitlist of a session. */
export const readSessionRegister = async (
  tx: Tx,
  actor: Actor,
  sessionId: number,
  now: Date,
): Promise<Register> => {
  const [session] = await sessionsWhere(tx, { id: sessionId, operatorId: actor.operator.id }, now)
  if (session === undefined) throw notFound((messages) => messages.attendance.sessionNotFound)
  const expected = await expectedWhere(tx, { sessionId })
  return {
    session: presentSession(session),
    date: date(session.localDate, session.timezone, now),
    venueSlug: session.venueSlug,
    venueName: session.venueName,
    expected: await presentAll(tx, actor, expected),
    reach: await countReach(
      tx,
      expected.map(({ bookingId }) => bookingId),
    ),
    calledOff: session.status === 'scheduled' ? [] : await listCalledOff(tx, actor, sessionId),
    waitlist: (await waitingFor(tx, sessionId)).map(presentWaiting),
    rooms: await roomsFor(tx, sessionId),
    locationId: session.locationId,
    meetingPoint: session.meetingPoint,
    joinLink: session.joinLink,
    instructors: await instructorsOf(tx, sessionId),
    callOff: presentCallOff(await callOffOf(tx, sessionId)),
    version: versionOf(session),
  }
}

const presentCallOff = (callOff: CallOff | null): Register['callOff'] =>
  callOff === null
    ? null
    : {
        reason: callOff.reason,
        takeBackUntil: callOff.settledAt === null ? instant(callOff.dueAt) : null,
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
 * Changes the name, time or place of a session for all who have booked it.
 * @throws Refusal `not_found`, `cancelled`, `begun`, `invalid_time`, `floor_taken`, `changed_meanwhile`
 */
export const changeSessionDetails = async (
  tx: Tx,
  actor: Actor,
  sessionId: number,
  { message, version, ...change }: Body<(typeof attendance)['changeSession']>,
  now: Date,
): Promise<Notified> => {
  const before = await requireSession(tx, actor, sessionId)
  const to = (current: ChangeableRow) => {
    if (version !== undefined && version !== versionOf(current))
      throw new Refusal('changed_meanwhile', (messages) => messages.attendance.changedMeanwhile)
    return changedLogistics(change)(current)
  }
  const notified = await changeSession(tx, sessionId, { to, message }, now)
  if (notified !== null) {
    const after = await requireSession(tx, actor, sessionId)
    const detail = { before: loggedOf(before), after: loggedOf(after) }
    await recordSessionAct(tx, actor, { sessionId, act: acts.sessionChanged, detail }, now)
  }
  return notified ?? noneNotified
}

/** What the audit log keeps of a session that is changed. */
const loggedOf = ({ name, startsAt, endsAt, locationName, meetingPoint }: ChangeableRow) => ({
  name,
  startsAt: instant(startsAt),
  endsAt: instant(endsAt),
  where: meetingPoint || locationName,
})

/** Another text for a session with another name, time or place. */
const versionOf = ({
  name,
  startsAt,
  endsAt,
  locationId,
  meetingPoint,
  joinLink,
}: Omit<Logistics, 'instructorIds'>): string =>
  createHash('sha256')
    .update(JSON.stringify([name, startsAt, endsAt, locationId, meetingPoint, joinLink]))
    .digest('base64url')

/**
 * Writes to all who have booked a session.
 * @throws Refusal `not_found`, `cancelled`
 */
export const notifySession = async (
  tx: Tx,
  actor: Actor,
  sessionId: number,
  message: string,
  now: Date,
): Promise<Notified> => {
  const { status } = await requireSession(tx, actor, sessionId)
  if (status !== 'scheduled')
    throw new Refusal('cancelled', (messages) => messages.attendance.bookingCancelled)
  const notified = await notifyBooked(tx, sessionId, message, now)
  const detail = { notified: notified.notified }
  await recordSessionAct(tx, actor, { sessionId, act: acts.sessionNotified, detail }, now)
  return notified
}

export const requireSession = async (tx: Tx, { operator }: Actor, sessionId: number) => {
  const session = await changeableById(tx, sessionId)
  if (session === undefined || session.operatorId !== operator.id)
    throw notFound((messages) => messages.attendance.sessionNotFound)
  return session
}

/** What staff do with a session goes into the audit log. */
export const recordSessionAct = async (
  tx: Tx,
  actor: Actor,
  { sessionId, ...done }: { sessionId: number; act: AuditAct; detail?: object },
  now: Date,
): Promise<void> => {
  const { id: actorId } = staffOf(actor)
  await recordAudit(tx, { actorId, forCustomerId: null, subject: `session:${sessionId}`, ...done }, now)
}

export const presentSession = (row: SessionRow): DeskSession => {
  const { startsAt, endsAt, status, timezone, confirmedPlaces, heldPlaces, waitingPlaces, ...rest } = row
  const isScheduled = status === 'scheduled'
  return {
    ...rest,
    startsAt: time(startsAt, timezone),
    endsAt: time(endsAt, timezone),
    begins: instant(startsAt),
    ends: instant(endsAt),
    spaces: isScheduled ? countSpaces({ ...rest, confirmedPlaces, heldPlaces, waitingPlaces }) : 0,
    cancelled: !isScheduled,
  }
}

const countSpaces = ({
  capacity,
  confirmedPlaces,
  heldPlaces,
  waitingPlaces,
  floorInUse,
}: Pick<
  SessionRow,
  'capacity' | 'confirmedPlaces' | 'heldPlaces' | 'waitingPlaces' | 'floorInUse'
>): number => {
  const places = {
    capacity,
    fewest: 1,
    confirmed: confirmedPlaces,
    held: heldPlaces,
    offered: 0,
    deskPlaces: 0,
    waiting: waitingPlaces,
    firstEnd: null,
    claims: floorInUse ? [{ holdId: null, basketId: null, heldUntil: null, isDeskOnly: false }] : [],
  }
  return countPlaces(places, null, 0).spaces
}

const presentWaiting = (row: WaitingRow): Waiting => ({
  ...row,
  joinedAt: instant(row.joinedAt),
  offerExpiresAt: row.offerExpiresAt === null ? null : instant(row.offerExpiresAt),
})

/** A venue's day by place and time, which is opened for the desk where it is not released yet. */
export const readBoard = async (
  tx: Tx,
  actor: Actor,
  query: { venue: string; date: string },
  now: Date,
): Promise<Board> => {
  const venue = await requireVenue(tx, actor, query.venue)
  await openDay(tx, venue, query.date, now)
  const at = { venueId: venue.id, day: query.date }
  const sessions = await sessionsWhere(
    tx,
    { ...at, show: 'board', instructorIds: ownInstructors(actor, 'check_in', at.venueId) },
    now,
  )
  const { firstStart, lastEnd, places } = await readDay(tx, at)
  const { closures, to } = await readClosuresOfDay(tx, venue, query.date, now)
  // Instructors see what they give alone.
  const hires = ownInstructors(actor, 'check_in', venue.id) === null ? await hiredOnDay(tx, at) : []
  const { columns, idsOf } = columnsOf(places)
  return {
    date: date(query.date, venue.timezone, now),
    today: localDay(now, venue.timezone),
    hours:
      firstStart === null || lastEnd === null ? null : { from: instant(firstStart), until: instant(lastEnd) },
    places: columns,
    sessions: sessions.map((row) => ({ ...presentSession(row), placeIds: idsOf(row.locationId) })),
    closures: closures.map(({ row: { startsAt, endsAt, locationIds }, closure }) => ({
      ...closure,
      begins: instant(startsAt),
      ends: instant(endsAt === null || endsAt > to ? to : endsAt),
      placeIds: [...new Set(locationIds.flatMap(idsOf))],
    })),
    hires: hires.map(({ locationId, startsAt, endsAt, ...hire }) => ({
      ...hire,
      startsAt: time(startsAt, venue.timezone),
      endsAt: time(endsAt, venue.timezone),
      begins: instant(startsAt),
      ends: instant(endsAt),
      placeIds: idsOf(locationId),
    })),
  }
}

/**
 * Gives a session another number of places.
 * @throws Refusal `not_found`, `cancelled`, `begun`, `is_court`
 */
export const resizeSession = async (
  tx: Tx,
  actor: Actor,
  sessionId: number,
  places: number,
  now: Date,
): Promise<{ capacity: number; taken: number }> => {
  const { capacity: before } = await requireSession(tx, actor, sessionId)
  const resized = await resizeOccurrence(tx, sessionId, places, now)
  const detail = { before, places }
  await recordSessionAct(tx, actor, { sessionId, act: acts.sessionResized, detail }, now)
  return resized
}
