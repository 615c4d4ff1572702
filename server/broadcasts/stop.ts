import type { Broadcast } from '#contract/broadcasts.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { requireBroadcast } from './list.ts'
import { endBroadcast } from './sql/broadcasts.ts'

/**
 * Sends no more of a message. Whoever has not got it by then does not get it.
 * @throws Refusal `not_found`, `already_sent`
 */
export const stopBroadcast = async (tx: Tx, actor: Actor, id: number, now: Date): Promise<Broadcast> => {
  await requireBroadcast(tx, actor, id)
  const isStopped = await endBroadcast(tx, { id, state: 'stopped' }, now)
  const broadcast = await requireBroadcast(tx, actor, id)
  if (broadcast.state === 'sent')
    throw new Refusal('already_sent', (messages) => messages.broadcasts.alreadySent)
  if (!isStopped) return broadcast
  const { id: actorId } = staffOf(actor)
  const detail = { handedOver: broadcast.handedOver }
  const entry = {
    actorId,
    forCustomerId: null,
    act: acts.broadcastStopped,
    subject: `broadcast:${id}`,
    detail,
  }
  await recordAudit(tx, entry, now)
  return broadcast
}
