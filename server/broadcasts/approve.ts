import type { Broadcast } from '#contract/broadcasts.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { requireBroadcast } from './list.ts'
import { graceMs } from './send.ts'
import { approveBroadcast } from './sql/broadcasts.ts'

/**
 * Lets news to many people leave that somebody else has written.
 * @throws Refusal `not_found`, `needs_second_person`, `already_approved`
 */
export const approveMessage = async (tx: Tx, actor: Actor, id: number, now: Date): Promise<Broadcast> => {
  const { id: approvedBy } = staffOf(actor)
  const dueAt = new Date(now.getTime() + graceMs)
  const isApproved = await approveBroadcast(tx, { id, approvedBy, dueAt }, now)
  const broadcast = await requireBroadcast(tx, actor, id)
  if (!isApproved)
    throw broadcast.state === 'awaiting_approval'
      ? new Refusal('needs_second_person', (messages) => messages.broadcasts.needsSecondPerson)
      : new Refusal('already_approved', (messages) => messages.broadcasts.alreadyApproved)
  const detail = { subject: broadcast.subject, sentBy: broadcast.sentBy, ...broadcast.reach }
  const about = { actorId: approvedBy, forCustomerId: null, subject: `broadcast:${id}` }
  await recordAudit(tx, { ...about, act: acts.broadcastApproved, detail }, now)
  return broadcast
}
