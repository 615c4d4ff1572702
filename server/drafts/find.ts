import type { DraftState } from '#contract/drafts.ts'
import type { CatalogueEdit } from '#contract/office.ts'
import { isWithin, readReach } from '#server/office/ownVenues.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { draftsOf, editsOf, lockDraft } from './sql.ts'
import type { DraftRow } from './sql.ts'

/** Whether a draft is about the venues where somebody may draft, and no others. An empty one is its author's. */
export const isOwn = async (
  tx: Tx,
  actor: Actor,
  { id, authorId }: Pick<DraftRow, 'id' | 'authorId'>,
): Promise<boolean> => {
  const reach = await readReach(tx, actor.operator.id, actor, 'timetable.draft')
  if (reach === null) return true
  const edits = await editsOf(tx, id)
  return edits.length === 0 ? authorId === staffOf(actor).id : edits.every((edit) => isWithin(reach, edit))
}

/** @throws Refusal `not_found` for edits of other venues than those where the caller may draft */
export const requireOwnEdits = async (
  tx: Tx,
  actor: Actor,
  edits: readonly CatalogueEdit[],
): Promise<void> => {
  const reach = await readReach(tx, actor.operator.id, actor, 'timetable.draft')
  if (!edits.every((edit) => isWithin(reach, edit))) throw notFound((messages) => messages.drafts.otherVenue)
}

/** @throws Refusal `not_found` */
export const requireDraft = async (tx: Tx, actor: Actor, id: number): Promise<DraftRow> => {
  const [draft] = await draftsOf(tx, actor.operator.id, id)
  if (draft === undefined || !(await isOwn(tx, actor, draft)))
    throw notFound((messages) => messages.drafts.notFound)
  return draft
}

/**
 * A draft that is in such a state, and stays so until the transaction ends.
 * @throws Refusal `not_found`, `draft_closed`
 */
export const requireLocked = async (
  tx: Tx,
  actor: Actor,
  id: number,
  states: readonly DraftState[] = ['open'],
): Promise<{ id: number; name: string; state: DraftState }> => {
  const draft = await lockDraft(tx, actor.operator.id, id)
  if (draft === undefined || !(await isOwn(tx, actor, draft)))
    throw notFound((messages) => messages.drafts.notFound)
  if (!states.includes(draft.state)) throw draftClosed(draft.state)
  return draft
}

export const draftClosed = (state: DraftState): Refusal =>
  new Refusal('draft_closed', (messages) => messages.drafts.closed[state])
