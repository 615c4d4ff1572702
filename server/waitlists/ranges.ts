import type { AuditAct } from '#contract/audit.ts'
import type { WaitlistRange } from '#contract/waitlists.ts'
import { addRange, removeRange, restoreRange } from '#server/holds/offers.ts'
import { listLinkedIds } from '#server/linked-people/list.ts'
import type { Messages } from '#server/messages/languages.ts'
import { acts } from '#server/platform/audit.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { invalid, loggedOut, notFound, Refusal } from '#server/platform/errors.ts'
import { auditForOther, joinRefusal, mayActFor, requireMayActFor, requireMayWait } from './eligibility.ts'
import { presentEntry, presentRange } from './list.ts'
import { listEntries, listEvents, listOccurrences, listRanges } from './sql.ts'
import type { RangeRow, WaitlistOccurrence } from './sql.ts'

/** One waitlist for any place of an activity between two times of a day. */

/** For so long leaving can be undone. */
const rejoinMs = 10 * 60_000

/**
 * Joins the waitlists of all occurrences that begin and end between two wall times of a day. Those that the person may
 * not book are left out.
 * @throws Refusal of wire §10 when there is none to wait for, or a place is free
 */
export const joinRange = async (
  tx: Tx,
  actor: Actor,
  range: { venue: string; activity: string; date: string; from: string; to: string; userId: number },
  now: Date,
): Promise<WaitlistRange> => {
  const actorId = actor.person?.id
  if (actorId === undefined) throw loggedOut()
  const { venue, activity, date: day, from, to, userId: personId } = range
  await requireMayActFor(tx, actor, personId)
  if (from >= to) throw invalid({ to: [(messages) => messages.waitlists.wrongTimes] })
  const occurrences = await listOccurrences(tx, actor.operator.id, { venue, activity, day, from, to })
  const allowed = await withoutForbidden(tx, { actorId, personId }, occurrences, now)
  const [first] = allowed
  if (first === undefined) throw notFound((messages) => messages.waitlists.nothingBetween)
  const occurrenceIds = allowed.map(({ id }) => id)
  const joining = { occurrenceIds, personId, actorId, form: 'v2', from, to } as const
  const result = await addRange(tx, joining, now)
  tx.invalidate(first.venueId)
  if (result.outcome !== 'ok') throw await joinRefusal(tx, { actorId, personId }, result.outcome)
  const audited = { personId, act: acts.waitlistJoined, subject: rangeSubject(result.rangeId) }
  await auditForOther(tx, actor, audited, now)
  return presentOne(tx, actor.messages, actor.operator.id, result.rangeId, now)
}

/** @throws Refusal the first one, when it concerns all occurrences */
const withoutForbidden = async (
  tx: Tx,
  who: { actorId: number; personId: number },
  occurrences: readonly WaitlistOccurrence[],
  now: Date,
): Promise<WaitlistOccurrence[]> => {
  const allowed: WaitlistOccurrence[] = []
  const refusals: Refusal[] = []
  const verdicts = new Map<string, Refusal | null>()
  for (const occurrence of occurrences) {
    // Courts that begin together differ in nothing that is checked but, rarely, their price band.
    const key = `${occurrence.startsAt.getTime()} ${occurrence.band} ${occurrence.status}`
    if (!verdicts.has(key)) verdicts.set(key, await whyNotWait(tx, who, occurrence, now))
    const refusal = verdicts.get(key) ?? null
    if (refusal === null) allowed.push(occurrence)
    else refusals.push(refusal)
  }
  const [first] = refusals
  if (allowed.length === 0 && first !== undefined) throw first
  return allowed
}

const whyNotWait = async (
  tx: Tx,
  who: { actorId: number; personId: number },
  occurrence: WaitlistOccurrence,
  now: Date,
): Promise<Refusal | null> => {
  try {
    await requireMayWait(tx, who, occurrence, now)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** The open ranges of the caller and of the people linked to them, and those left a moment ago. */
export const listOpenRanges = async (tx: Tx, actor: Actor, now: Date): Promise<WaitlistRange[]> => {
  const { customerId, operator } = actor
  if (customerId === null) return []
  const personIds = [customerId, ...(await listLinkedIds(tx, customerId))]
  const leftSince = new Date(now.getTime() - rejoinMs)
  return presentRanges(
    tx,
    actor.messages,
    operator.id,
    await listRanges(tx, operator.id, { personIds, leftSince }),
    now,
  )
}

/** Leaves all waitlists of a range. @throws Refusal `not_found` for others' ranges and for those that have ended */
export const leaveRange = async (tx: Tx, actor: Actor, id: number, now: Date): Promise<WaitlistRange> => {
  const { row, actorId } = await requireRange(tx, actor, id)
  if (!(await removeRange(tx, { rangeId: id, actorId }, now))) throw notFound()
  return finish(tx, actor, row, acts.waitlistLeft, now)
}

/** Undoes leaving. @throws Refusal `too_late` when it was left long ago or its time has come */
export const rejoinRange = async (tx: Tx, actor: Actor, id: number, now: Date): Promise<WaitlistRange> => {
  const { row, actorId } = await requireRange(tx, actor, id)
  const canRejoin = row.leftAt !== null && now.getTime() - row.leftAt.getTime() < rejoinMs
  if (!canRejoin || !(await restoreRange(tx, { rangeId: id, actorId }, now)))
    throw new Refusal('too_late', (messages) => messages.waitlists.tooLateToRejoin)
  return finish(tx, actor, row, acts.waitlistRejoined, now)
}

/** How the audit log names a range. */
const rangeSubject = (id: number): string => `waitlist range:${id}`

const requireRange = async (
  tx: Tx,
  actor: Actor,
  id: number,
): Promise<{ row: RangeRow; actorId: number }> => {
  const [row] = await listRanges(tx, actor.operator.id, { id })
  if (row === undefined || actor.person === null) throw notFound()
  if (!actor.isStaff && !mayActFor(actor, row.personId)) throw notFound()
  return { row, actorId: actor.person.id }
}

const finish = async (
  tx: Tx,
  actor: Actor,
  { id, personId, venueId }: RangeRow,
  act: AuditAct,
  now: Date,
): Promise<WaitlistRange> => {
  tx.invalidate(venueId)
  await auditForOther(tx, actor, { personId, act, subject: rangeSubject(id) }, now)
  return presentOne(tx, actor.messages, actor.operator.id, id, now)
}

const presentOne = async (
  tx: Tx,
  messages: Messages,
  operatorId: number,
  id: number,
  now: Date,
): Promise<WaitlistRange> => {
  const [range] = await presentRanges(tx, messages, operatorId, await listRanges(tx, operatorId, { id }), now)
  if (range === undefined) throw notFound()
  return range
}

const presentRanges = async (
  tx: Tx,
  messages: Messages,
  operatorId: number,
  rows: readonly RangeRow[],
  now: Date,
): Promise<WaitlistRange[]> => {
  const ids = rows.flatMap(({ offeredEntryId }) => (offeredEntryId === null ? [] : [offeredEntryId]))
  const entries = ids.length === 0 ? [] : await listEntries(tx, operatorId, { ids })
  const events = await listEvents(tx, ids)
  return rows.map((row) => {
    const entry = entries.find(({ id }) => id === row.offeredEntryId)
    const history = events.filter(({ entryId }) => entryId === entry?.id)
    return presentRange(row, entry === undefined ? null : presentEntry(messages, entry, history, now), now)
  })
}
