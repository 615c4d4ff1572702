import { isDeepStrictEqual } from 'node:util'
import { lockBasketsWith, notifyBaskets } from '#server/baskets/moves.ts'
import { lockOrdersOf } from '#server/bookings/cancellation/queries.ts'
import { sendNotices } from '#server/notices/send.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { setDayOfOccurrenceUses } from '#server/pricing/uses.ts'
import { changeableById, changeOccurrence } from '#server/timetable/change.ts'
import type { ChangeableRow } from '#server/timetable/change.ts'
import type { ReportedChange } from '#server/timetable/report.ts'
import type { Logistics } from '#server/timetable/rules.ts'
import { notifyWaiting } from '#server/waitlists/notify.ts'
import { describeWas, sessionChanged, sessionNotice } from './notices/service.ts'
import type { Was } from './notices/service.ts'
import { bookedOf, raiseSequence, saveNotice, undoEarlyCheckIns } from './queries.ts'
import type { BookedRow } from './queries.ts'

/**
 * Changes the name, time or place of a session and writes to all who have booked it or wait for it.
 * @param change.message what the venue says about it; '' for nothing
 * @returns how many bookings it concerns; null when nothing was different
 * @throws Refusal `not_found`, `cancelled`, `begun`, `invalid_time`, `floor_taken`
 */
export const changeSession = async (
  tx: Tx,
  sessionId: number,
  change: { to: (before: ChangeableRow) => Logistics; message: string },
  now: Date,
): Promise<number | null> => {
  const basketIds = await lockForChange(tx, sessionId)
  const before = await changeOccurrence(tx, sessionId, change.to, now)
  // A notice alone goes the same way as one with a change.
  if (before === null) return change.message === '' ? null : notifyBooked(tx, sessionId, change.message, now)
  await undoEarlyCheckIns(tx, sessionId, now)
  await setDayOfOccurrenceUses(tx, sessionId)
  return notifyChanged(
    tx,
    sessionId,
    { was: wasOf(before), message: change.message, basketIds, at: now },
    now,
  )
}

/** The job that tells people of a session that the operator's files have changed. */
export const notifyPlannedChange = (db: Database, payload: unknown, now: Date): Promise<void> =>
  transact(db, async (tx) => {
    const { occurrenceId, at, was } = payload as ReportedChange
    const basketIds = await lockForChange(tx, occurrenceId)
    const session = await changeableById(tx, occurrenceId)
    // Another import has changed it back since.
    if (session === undefined || isDeepStrictEqual(was, wasOf(session))) return
    await notifyChanged(tx, occurrenceId, { was, message: '', basketIds, at: new Date(at) }, now)
  })

/**
 * Locks what a change of a session concerns: orders and baskets are locked before sessions.
 * @returns the baskets
 */
const lockForChange = async (tx: Tx, sessionId: number): Promise<number[]> => {
  const booked = await bookedOf(tx, sessionId)
  await lockOrdersOf(
    tx,
    booked.map(({ id }) => id),
  )
  await raiseSequence(tx, sessionId)
  return lockBasketsWith(tx, sessionId)
}

/**
 * Tells people of a change, whoever has made it: who has booked the session, who waits for it, and who has it in a basket.
 * @param change.at when it was made: who put the session in a basket later has seen it
 * @returns how many bookings it concerns
 */
const notifyChanged = async (
  tx: Tx,
  sessionId: number,
  { was, message, basketIds, at }: { was: Was; message: string; basketIds: readonly number[]; at: Date },
  now: Date,
): Promise<number> => {
  const session = await changeableById(tx, sessionId)
  if (session?.status !== 'scheduled') return 0
  const is = wasOf(session)
  const booked = await bookedOf(tx, sessionId)
  await saveMessage(tx, booked, message)
  // A new time or room is what people who are about to pay have to see first.
  if (was.startsAt !== is.startsAt || was.endsAt !== is.endsAt || was.where !== is.where)
    await notifyBaskets(tx, basketIds, { ...session, where: is.where }, now, at)
  await notifyWaiting(tx, sessionId, { was: describeWas(was, now), message }, now)
  await sendNotices(tx, sessionChanged, addressed(booked, { was, message, at: now.toISOString() }), now)
  return booked.length
}

/**
 * Writes to all who have booked a session. Partners pass it on to their customers.
 * @returns how many bookings it concerns
 */
export const notifyBooked = async (
  tx: Tx,
  sessionId: number,
  message: string,
  now: Date,
): Promise<number> => {
  const booked = await bookedOf(tx, sessionId)
  await saveMessage(tx, booked, message)
  await sendNotices(tx, sessionNotice, addressed(booked, { message, at: now.toISOString() }), now)
  return booked.length
}

const wasOf = (session: ChangeableRow): Was => ({
  name: session.name,
  startsAt: session.startsAt.toISOString(),
  endsAt: session.endsAt.toISOString(),
  timezone: session.timezone,
  where: whereOf(session),
  instructors: session.instructors,
})

const whereOf = ({ meetingPoint, locationName }: ChangeableRow): string =>
  meetingPoint === '' ? locationName : meetingPoint

const saveMessage = async (tx: Tx, booked: readonly BookedRow[], message: string): Promise<void> => {
  if (message === '') return
  await saveNotice(
    tx,
    booked.map(({ id }) => id),
    message,
  )
}

/** Orders of partners have no address: the partner writes to its customer. */
const addressed = <Facts extends object>(booked: readonly BookedRow[], facts: Facts) =>
  booked.flatMap(({ id, operatorId, email }) =>
    email === null || email === '' ? [] : [{ operatorId, to: email, facts: { ...facts, bookingId: id } }],
  )
