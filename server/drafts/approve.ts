import type { drafts, DraftWithEdits } from '#contract/drafts.ts'
import type { Body } from '#contract/endpoint.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts } from '#server/platform/audit.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { recordDraftAct } from './edit.ts'
import { draftClosed, requireDraft, requireLocked } from './find.ts'
import { readDraft } from './list.ts'
import { publisherOf, tryEdits } from './preview.ts'
import {
  effectChanged,
  EffectChanged,
  isSame,
  putDraftInForceAt,
  refuser,
  requirePossible,
  requireRights,
} from './publish.ts'
import { digestOf } from './effect.ts'
import { editsOf } from './sql.ts'

/**
 * Publishes the draft of another person, with the effect that was seen, as they have asked: at once, or when it is to go live.
 * @throws Refusal `not_found`, `forbidden`, `own_draft`, `draft_closed`, `blocked`, `effect_changed`, `import_refused`
 */
export const approveDraft = async (
  db: Database,
  actor: Actor,
  id: number,
  { digest, accept }: Body<typeof drafts.approve>,
  now: Date,
): Promise<DraftWithEdits> => {
  const { state, name, reason, requestedById, wantedAt } = await requireDraft(db, actor, id)
  if (state !== 'awaiting_approval') throw draftClosed(state)
  const edits = await editsOf(db, id)
  await requireRights(db, actor, edits)
  const approver = publisherOf(actor)
  if (requestedById === approver.by) throw new Refusal('own_draft', (messages) => messages.drafts.ownDraft)
  const done = requirePossible(await tryEdits(db, approver, edits, now), edits)
  if (digestOf(done) !== digest) throw effectChanged(approver, done)
  const begin = async (tx: Tx) => {
    await requireLocked(tx, actor, id, ['awaiting_approval'])
    const draft = await requireDraft(tx, actor, id)
    if (draft.requestedById !== requestedById || !isSame(await editsOf(tx, id), edits))
      throw new EffectChanged()
    await recordDraftAct(tx, approver, { id, act: acts.draftApproved, detail: { name } }, now)
  }
  // It is published by the person who has asked.
  const publisher = { ...approver, by: requestedById ?? approver.by }
  await putDraftInForceAt(
    db,
    publisher,
    { id, name, reason, from: 'awaiting_approval', approvedBy: approver.by },
    { edits, accept, done, begin },
    wantedAt,
    now,
  ).catch(refuser(db, publisher, edits, now))
  return readDraft(db, actor, id, now)
}
