import { sql } from 'kysely'
import type { attendance } from '#contract/attendance.ts'
import type { Body } from '#contract/endpoint.ts'
import { time } from '#contract/time.ts'
import { changeSession, noneNotified } from '#server/bookings/changeSession.ts'
import type { Notified } from '#server/bookings/changeSession.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { recordSessionAct, requireSession } from './sessions.ts'

type Candidate = { id: number; name: string; busyWith: string | null }

/** Who could take a session. */
export const readCoverOptions = async (tx: Tx, actor: Actor, sessionId: number): Promise<Candidate[]> => {
  await requireSession(tx, actor, sessionId)
  return listCandidates(tx, actor, sessionId)
}

/**
 * Has others take a session, for all who have booked it or wait for it. The timetable leaves it so from then on.
 * @throws Refusal `not_found`, `cancelled`, `begun`, `instructor_clash`
 */
export const coverSession = async (
  tx: Tx,
  actor: Actor,
  sessionId: number,
  { instructorIds, message = '', acceptClash }: Body<(typeof attendance)['cover']>,
  now: Date,
): Promise<Notified> => {
  const { instructors: before } = await requireSession(tx, actor, sessionId)
  const candidates = await listCandidates(tx, actor, sessionId)
  const chosen = instructorIds.map((id) => {
    const one = candidates.find((candidate) => candidate.id === id)
    if (one === undefined) throw notFound((messages) => messages.attendance.instructorNotFound)
    return one
  })
  const busy = chosen.find(({ busyWith }) => busyWith !== null)
  if (busy !== undefined && !acceptClash)
    throw new Refusal('instructor_clash', (messages) =>
      messages.attendance.instructorBusy({ ...busy, busyWith: busy.busyWith ?? '' }),
    )
  const notified = await changeSession(
    tx,
    sessionId,
    { to: (session) => ({ ...session, instructorIds }), message },
    now,
  )
  if (notified !== null) {
    const detail = { before, after: chosen.map(({ name }) => name) }
    await recordSessionAct(tx, actor, { sessionId, act: acts.sessionCovered, detail }, now)
  }
  return notified ?? noneNotified
}

/** The instructors of an operator, those who are free first; each with another session that they have at that time. */
const listCandidates = async (
  tx: Tx,
  { operator, messages }: Actor,
  sessionId: number,
): Promise<Candidate[]> => {
  type Row = { id: number; name: string; sessionName: string | null; startsAt: Date; timezone: string }
  const { rows } = await sql<Row>`
    select i.id, i.name, other.name as session_name, other.starts_at, other.timezone
    from instructor i
    left join lateral (
      select other.name, other.starts_at, v.timezone
      from occurrence o
      join venue own on own.id = o.venue_id
      join occurrence other on other.id <> o.id and other.status = 'scheduled'
        and other.local_date between o.local_date - 1 and o.local_date + 1
        and other.starts_at < o.ends_at and other.ends_at > o.starts_at
        and i.id = any(other.instructor_ids)
      join venue v on v.id = other.venue_id and v.operator_id = own.operator_id
      where o.id = ${sessionId}
      order by other.starts_at, other.id limit 1
    ) other on true
    where i.operator_id = ${operator.id}
    order by other.name is not null, i.name, i.id`.execute(tx)
  return rows.map(({ id, name, sessionName, startsAt, timezone }) => ({
    id,
    name,
    busyWith:
      sessionName === null
        ? null
        : messages.attendance.otherSession({
            name: sessionName,
            time: time(startsAt, timezone).format24Hour,
          }),
  }))
}
