import { daysAfter, localDay } from '#contract/time.ts'
import type { Invoicing } from '#contract/hireTypes.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts } from '#server/platform/audit.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { processAll } from '#server/platform/processAll.ts'
import { transact } from '#server/platform/transact.ts'
import { leaveOutOfTimetable, letFreedFloor } from '#server/timetable/hires.ts'
import { requireHire } from './find.ts'
import { creditDates } from './invoices.ts'
import { recordHirerAct } from './manage.ts'
import { noSessions } from './plan.ts'
import { stateAt } from './rules.ts'
import {
  confirmProvisional,
  hiresGoingOn,
  insertException,
  leaveOutDates,
  setHireState,
  setInvoicing,
} from './sql/hires.ts'
import type { HireToCheck } from './sql/hires.ts'

/** @throws Refusal `not_found`, `not_provisional` */
export const confirmHire = async (
  tx: Tx,
  actor: Actor,
  id: number,
  now: Date,
): Promise<Record<never, never>> => {
  const { hirerId, name } = await requireHire(tx, actor, id)
  if (!(await confirmProvisional(tx, id, now)))
    throw new Refusal('not_provisional', (messages) => messages.hirers.notProvisional)
  await recordHirerAct(tx, actor, { id: hirerId, hireId: id, act: acts.hireConfirmed, detail: { name } }, now)
  return {}
}

/** @throws Refusal `not_found` */
export const changeInvoicing = async (
  tx: Tx,
  actor: Actor,
  id: number,
  invoicing: Invoicing,
  now: Date,
): Promise<Record<never, never>> => {
  const { hirerId, invoicing: before } = await requireHire(tx, actor, id)
  if (invoicing === before) return {}
  await setInvoicing(tx, id, invoicing)
  const detail = { before: { invoicing: before }, after: { invoicing } }
  await recordHirerAct(tx, actor, { id: hirerId, hireId: id, act: acts.hireInvoicingChanged, detail }, now)
  return {}
}

/**
 * Leaves dates to come out of a hire. Others can book there again.
 * @throws Refusal `not_found`, `invalid_time`, `no_sessions`
 */
export const leaveOutOfHire = async (
  tx: Tx,
  actor: Actor,
  id: number,
  exception: { from: string; until: string; reason?: string | undefined },
  now: Date,
): Promise<{ leftOut: number }> => {
  const { from, until, reason = '' } = exception
  if (until < from) throw new Refusal('invalid_time', (messages) => messages.hirers.endsBeforeStart)
  const { hirerId, venueId } = await requireHire(tx, actor, id)
  const leaveOut = () => leaveOutDates(tx, id, exception, now)
  const leftOut = await leaveOutOfTimetable(tx, venueId, leaveOut, now)
  if (leftOut.length === 0) throw noSessions()
  await creditDates(tx, actor, { hireId: id, hirerId }, leftOut, now)
  await insertException(tx, id, exception)
  const detail = { from, until, reason, dates: leftOut.length }
  await recordHirerAct(tx, actor, { id: hirerId, hireId: id, act: acts.hireDatesLeftOut, detail }, now)
  return { leftOut: leftOut.length }
}

/**
 * Ends a hire after a day. It stays until the last of its dates is over, or ends at once where none is left.
 * @throws Refusal `not_found`, `already_ended`
 */
export const endHire = async (
  tx: Tx,
  actor: Actor,
  id: number,
  lastDay: string,
  now: Date,
): Promise<{ leftOut: number }> => {
  const { hirerId, venueId } = await requireHire(tx, actor, id)
  const end = async (): Promise<number[]> => {
    const [current] = await hiresGoingOn(tx, now, id)
    if (current === undefined) throw new Refusal('already_ended', (messages) => messages.hirers.alreadyEnded)
    const leftOut = await leaveOutDates(tx, id, { from: daysAfter(lastDay, 1), until: null }, now)
    const [left] = await hiresGoingOn(tx, now, id)
    if (left?.lastEnd == null || left.lastEnd <= now)
      await setHireState(tx, id, { state: 'ended', endedAt: now })
    return leftOut
  }
  const leftOut = await leaveOutOfTimetable(tx, venueId, end, now)
  await creditDates(tx, actor, { hireId: id, hirerId }, leftOut, now)
  const detail = { lastDay, dates: leftOut.length }
  await recordHirerAct(tx, actor, { id: hirerId, hireId: id, act: acts.hireEnded, detail }, now)
  return { leftOut: leftOut.length }
}

const stateNow = (hire: HireToCheck, now: Date) => stateAt(hire, localDay(now, hire.timezone), now)

/**
 * What the clock does to hires: provisional ones lapse by their day, confirmed ones run and end, and dates whose floor has
 * come free since it was called off get it. Doing it again changes nothing.
 */
export const settleHires = async (db: Database, now: Date): Promise<void> => {
  const hires = await hiresGoingOn(db, now)
  await processAll(
    hires.filter((hire) => stateNow(hire, now) !== hire.state),
    ({ id, venueId }) => transact(db, (tx) => settleHire(tx, { id, venueId }, now)),
  )
  const waiting = new Set(hires.filter(({ isWaiting }) => isWaiting).map(({ venueId }) => venueId))
  await processAll([...waiting], (venueId) => transact(db, (tx) => letFreedFloor(tx, venueId, now)))
}

const settleHire = async (
  tx: Tx,
  { id, venueId }: Pick<HireToCheck, 'id' | 'venueId'>,
  now: Date,
): Promise<void> =>
  leaveOutOfTimetable(
    tx,
    venueId,
    async () => {
      const [hire] = await hiresGoingOn(tx, now, id)
      if (hire === undefined) return
      const state = stateNow(hire, now)
      if (state === 'lapsed')
        await leaveOutDates(tx, id, { from: localDay(now, hire.timezone), until: null }, now)
      const isOver = state === 'ended' || state === 'lapsed'
      if (state !== hire.state) await setHireState(tx, id, { state, ...(isOver ? { endedAt: now } : {}) })
    },
    now,
  )
