import { createHash } from 'node:crypto'
import type { attendance } from '#contract/attendance.ts'
import type { Body } from '#contract/endpoint.ts'
import { changeSession, notifyBooked } from '#server/bookings/changes/service.ts'
import * as messages from '#server/messages/en/attendance.ts'
import * as acts from '#server/messages/en/audit.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { changeableById } from '#server/timetable/change.ts'
import type { ChangeableRow } from '#server/timetable/change.ts'
import type { Logistics } from '#server/timetable/rules.ts'
import { changedLogistics } from './rules.ts'

/**
 * Changes the name, time or place of a session for all who have booked it.
 * @throws Refusal `not_found`, `cancelled`, `begun`, `invalid_time`, `floor_taken`, `changed_meanwhile`
 */
export const changeDetails = async (
  tx: Tx,
  actor: Actor,
  sessionId: number,
  { message, version, ...change }: Body<(typeof attendance)['changeSession']>,
  now: Date,
): Promise<{ notified: number }> => {
  await requireSession(tx, actor, sessionId)
  const to = (before: ChangeableRow) => {
    if (version !== undefined && version !== versionOf(before))
      throw new Refusal('changed_meanwhile', messages.changedMeanwhile)
    return changedLogistics(change)(before)
  }
  const notified = await changeSession(tx, sessionId, { to, message }, now)
  if (notified !== null) await record(tx, actor, sessionId, acts.sessionChanged, now)
  return { notified: notified ?? 0 }
}

/** Another text for a session with another name, time or place. */
export const versionOf = ({
  name,
  startsAt,
  endsAt,
  locationId,
  meetingPoint,
  joinLink,
}: Logistics): string =>
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
): Promise<{ notified: number }> => {
  const { status } = await requireSession(tx, actor, sessionId)
  if (status !== 'scheduled') throw new Refusal('cancelled', messages.bookingCancelled)
  const notified = await notifyBooked(tx, sessionId, message, now)
  await record(tx, actor, sessionId, acts.sessionNotified, now)
  return { notified }
}

const requireSession = async (tx: Tx, { operator }: Actor, sessionId: number) => {
  const session = await changeableById(tx, sessionId)
  if (session === undefined || session.operatorId !== operator.id) throw notFound(messages.sessionNotFound)
  return session
}

const record = async (tx: Tx, actor: Actor, sessionId: number, act: string, now: Date): Promise<void> => {
  const { id: actorId } = staffOf(actor)
  await recordAudit(tx, { actorId, forCustomerId: null, act, subject: `session:${sessionId}` }, now)
}
