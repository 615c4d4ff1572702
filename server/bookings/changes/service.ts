import { describeWas, sessionChanged, sessionNotice } from '#server/bookings/changes/notices/service.ts'
import { lockOrdersOf } from '#server/bookings/cancellation/queries.ts'
import { lockBasketsWith, notifyBaskets } from '#server/baskets/session-changes/service.ts'
import { sendNotices } from '#server/notices/service.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { changeableById, changeOccurrence } from '#server/timetable/changes/service.ts'
import { isMoved } from '#server/timetable/changes/rules.ts'
import type { ReportedMove } from '#server/timetable/generation/moves/service.ts'
import { notifyWaiting } from '#server/waitlists/changes/service.ts'
import type { ChangeableRow, Logistics } from '#server/timetable/changes/service.ts'
import { bookedOf, raiseSequence, saveNotice, undoEarlyCheckIns } from './queries.ts'
import { setDayOfOccurrenceUses } from '#server/pricing/moves/service.ts'
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
  await lockOrdersOf(
    tx,
    (await bookedOf(tx, sessionId)).map(({ id }) => id),
  )
  await raiseSequence(tx, sessionId)
  // Baskets are locked before sessions.
  const basketIds = await lockBasketsWith(tx, sessionId)
  const before = await changeOccurrence(tx, sessionId, change.to, now)
  // A notice alone goes the same way as one with a change.
  if (before === null) return change.message === '' ? null : notifyBooked(tx, sessionId, change.message, now)
  await undoEarlyCheckIns(tx, sessionId, now)
  const booked = await bookedOf(tx, sessionId)
  await setDayOfOccurrenceUses(tx, sessionId)
  const { name, startsAt, endsAt, timezone } = before
  const was = {
    name,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    timezone,
    where: whereOf(before),
  }
  await saveMessage(tx, booked, change.message)
  await notifyWaiting(tx, sessionId, { was: describeWas(was, now), message: change.message }, now)
  await notifyMovedBaskets(tx, sessionId, basketIds, before, now)
  const facts = { was, message: change.message, at: now.toISOString() }
  await sendNotices(tx, sessionChanged, addressed(booked, facts), now)
  return booked.length
}

/**
 * The job that tells those who wait for a session, or have it in a basket, that the operator's files have moved it. Nobody
 * has booked it: such a session stays where it is.
 */
export const notifyPlannedMove = (db: Database, payload: unknown, now: Date): Promise<void> =>
  transact(db, async (tx) => {
    const { occurrenceId, at, was } = payload as ReportedMove
    const basketIds = await lockBasketsWith(tx, occurrenceId)
    const session = await changeableById(tx, occurrenceId)
    if (session?.status !== 'scheduled') return
    await notifyBaskets(tx, basketIds, { ...session, where: whereOf(session) }, now, new Date(at))
    await notifyWaiting(tx, occurrenceId, { was: describeWas(was, now), message: '' }, now)
  })

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

/** A new time or room is what people who are about to pay have to see first. */
const notifyMovedBaskets = async (
  tx: Tx,
  id: number,
  basketIds: readonly number[],
  before: ChangeableRow,
  now: Date,
): Promise<void> => {
  const after = await changeableById(tx, id)
  if (after === undefined || !isMoved(before, after)) return
  await notifyBaskets(tx, basketIds, { ...after, where: whereOf(after) }, now)
}

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
