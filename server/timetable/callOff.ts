import { sql } from 'kysely'
import { localDay } from '#contract/time.ts'
import { claimClassFloor, claimHireFloor, isFloorHired } from '#server/holds/blockBookings.ts'
import { offerInstead, promoteLockedWaitlists } from '#server/holds/offers.ts'
import type { Text } from '#server/messages/languages.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { processAll } from '#server/platform/processAll.ts'
import { transact } from '#server/platform/transact.ts'
import { lockOccurrence } from './change.ts'
import type { ChangeableRow } from './change.ts'
import { lockForPlan } from './sql/occurrences.ts'
import { lockVenuePlan } from './sql/programme.ts'

/** A call-off by staff. `settledAt` is null while it can be taken back. */
export type CallOff = { reason: string; dueAt: Date; settledAt: Date | null }

/** How long staff may take it back. Nothing leaves the house before: no message, no refund, no place for a partner to see. */
const graceMs = 60_000

/** Until when what was done then can be taken back. */
export const takeBackEnds = (at: Date): Date => new Date(at.getTime() + graceMs)

type WhyNotCalledOff = 'already_called_off' | 'begun'

export const sentences: Readonly<Record<WhyNotCalledOff, Text>> = {
  already_called_off: (messages) => messages.timetable.changes.alreadyCalledOff,
  begun: (messages) => messages.timetable.changes.begun,
}

/** Why a session cannot be called off; null when it can. */
export const whyNotCalledOff = (
  { status, startsAt }: Pick<ChangeableRow, 'status' | 'startsAt'>,
  now: Date,
): WhyNotCalledOff | null =>
  status !== 'scheduled' ? 'already_called_off' : startsAt <= now ? 'begun' : null

/**
 * Calls a session off: it is sold no more from now on. Who has booked it is told and refunded once it is settled. The
 * orders of its bookings are locked before, by the caller.
 * @param why.reason what people are told; '' for nothing
 * @param why.offers sessions of the venue that are offered to them instead
 * @throws Refusal `not_found`, `already_called_off`, `begun`
 */
export const callOffOccurrence = async (
  tx: Tx,
  id: number,
  why: { reason: string; offers: readonly number[] },
  now: Date,
): Promise<Date> => {
  const session = await lockOccurrence(tx, id)
  const refusal = whyNotCalledOff(session, now)
  if (refusal !== null) throw new Refusal(refusal, sentences[refusal])
  const dueAt = await callOffAll(
    tx,
    [id],
    { reason: why.reason, offers: new Map([[id, why.offers]]), closingId: null },
    now,
  )
  tx.invalidate(session.venueId)
  return dueAt
}

/**
 * Calls off sessions that the caller has locked and that are scheduled.
 * @param why.offers by session, what is offered instead
 * @returns until when it can be taken back
 */
export const callOffAll = async (
  tx: Tx,
  ids: readonly number[],
  {
    offers,
    ...why
  }: { reason: string; offers: ReadonlyMap<number, readonly number[]>; closingId: number | null },
  now: Date,
): Promise<Date> => {
  const dueAt = takeBackEnds(now)
  if (ids.length === 0) return dueAt
  await tx
    .insertInto('callOff')
    .values(
      ids.map((occurrenceId) => ({
        occurrenceId,
        ...why,
        offers: [...(offers.get(occurrenceId) ?? [])],
        calledOffAt: now,
        dueAt,
        settledAt: null,
      })),
    )
    .execute()
  await tx
    .updateTable('occurrence')
    .set({ status: 'cancelled' })
    .where('id', 'in', [...ids])
    .execute()
  return dueAt
}

/**
 * Takes back a call-off of which nothing has left the house: the session takes place as if nothing had been.
 * @throws Refusal `not_found`, `too_late`
 */
export const restoreOccurrence = async (tx: Tx, id: number, now: Date): Promise<void> => {
  const session = await lockOccurrence(tx, id)
  const { venueId } = session
  const callOff = await callOffOf(tx, id)
  if (callOff === null || callOff.settledAt !== null || callOff.dueAt <= now)
    throw new Refusal('too_late', (messages) => messages.timetable.changes.callOffSettled)
  if (await isFloorHired(tx, session))
    throw new Refusal('too_late', (messages) => messages.timetable.changes.placeHired)
  await tx.deleteFrom('callOff').where('occurrenceId', '=', id).execute()
  await tx.updateTable('occurrence').set({ status: 'scheduled' }).where('id', '=', id).execute()
  await promoteLockedWaitlists(tx, [id], now)
  tx.invalidate(venueId)
}

export const callOffOf = async (tx: Tx, occurrenceId: number): Promise<CallOff | null> =>
  (await tx
    .selectFrom('callOff')
    .select(['reason', 'dueAt', 'settledAt'])
    .where('occurrenceId', '=', occurrenceId)
    .executeTakeFirst()) ?? null

/**
 * Makes call-offs final that can be taken back no more: the floor is free for others, places of the sessions that are
 * offered instead are kept for those who had booked, and who waits hears of it. The job
 * that cancels bookings of called-off sessions then finds them.
 */
export const settleCallOffs = async (db: Database, now: Date): Promise<void> => {
  const { rows } = await sql<{ venueId: number; timezone: string }>`
    select distinct v.id as venue_id, v.timezone from call_off c
    join occurrence o on o.id = c.occurrence_id join venue v on v.id = o.venue_id
    where c.settled_at is null and c.due_at <= ${now} order by v.id`.execute(db)
  await processAll(rows, ({ venueId, timezone }) =>
    transact(db, async (tx) => {
      await lockVenuePlan(tx, venueId)
      const due = await sql<{ id: number; offers: number[] }>`
        select o.id, c.offers from call_off c join occurrence o on o.id = c.occurrence_id
        where o.venue_id = ${venueId} and c.settled_at is null and c.due_at <= ${now} order by o.id`.execute(
        tx,
      )
      const ids = due.rows.map(({ id }) => id)
      if (ids.length === 0) return
      await lockForPlan(tx, venueId, [...ids, ...due.rows.flatMap(({ offers }) => offers)])
      await tx.updateTable('callOff').set({ settledAt: now }).where('occurrenceId', 'in', ids).execute()
      await claimClassFloor(tx, venueId, localDay(now, timezone))
      await claimHireFloor(tx, venueId, now)
      await promoteLockedWaitlists(tx, ids, now)
      for (const { id } of due.rows) await offerInstead(tx, id, now)
      tx.invalidate(venueId)
    }),
  )
}
