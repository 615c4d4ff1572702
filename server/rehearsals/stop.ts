import type { Rehearsal } from '#contract/rehearsals.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { requireRehearsal } from './list.ts'
import { endRehearsal, requestStop } from './sql.ts'

/**
 * Ends a rehearsal: one that waits at once, one that runs as soon as its node looks, within seconds.
 * @throws Refusal `not_found`
 */
export const stopRehearsal = async (tx: Tx, actor: Actor, id: number, now: Date): Promise<Rehearsal> => {
  await requireRehearsal(tx, actor, id)
  if (!(await requestStop(tx, id))) return requireRehearsal(tx, actor, id)
  // By then a node may have taken it, and ends it itself.
  const { state } = await requireRehearsal(tx, actor, id)
  if (state === 'waiting') await endRehearsal(tx, id, { state: 'stopped', problem: 'staff' }, now)
  const { id: actorId } = staffOf(actor)
  await recordAudit(
    tx,
    { actorId, forCustomerId: null, act: acts.rehearsalStopped, subject: `rehearsal:${id}`, detail: {} },
    now,
  )
  return requireRehearsal(tx, actor, id)
}
