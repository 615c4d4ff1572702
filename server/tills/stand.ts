import type { Till } from '#contract/tills.ts'
import { acts } from '#server/platform/acts.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { assignTill } from '#server/sessions/tokens.ts'
import { presentTill, tillById } from './list.ts'

/** Selects a till until logout. */
export const standAtTill = async (
  tx: Tx,
  actor: Actor,
  tillId: number | null,
  now: Date,
): Promise<{ current: Till | null }> => {
  const { id: actorId, tokenDigest } = staffOf(actor)
  const chosen = tillId === null ? undefined : await tillById(tx, actor.operator.id, tillId)
  if (tillId !== null && chosen === undefined) throw notFound((messages) => messages.tills.tillNotFound)
  await assignTill(tx, tokenDigest, tillId)
  const subject = tillId === null ? '' : `till:${tillId}`
  await recordAudit(tx, { actorId, forCustomerId: null, act: acts.tillChosen, subject }, now)
  return { current: chosen === undefined ? null : presentTill(chosen) }
}
