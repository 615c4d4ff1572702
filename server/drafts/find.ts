import type { DraftState } from '#contract/drafts.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { draftsOf, lockDraft } from './sql.ts'
import type { DraftRow } from './sql.ts'

/** @throws Refusal `not_found` */
export const requireDraft = async (tx: Tx, { operator }: Actor, id: number): Promise<DraftRow> => {
  const [draft] = await draftsOf(tx, operator.id, id)
  if (draft === undefined) throw notFound((messages) => messages.drafts.notFound)
  return draft
}

/**
 * A draft that is in such a state, and stays so until the transaction ends.
 * @throws Refusal `not_found`, `draft_closed`
 */
export const requireLocked = async (
  tx: Tx,
  { operator }: Actor,
  id: number,
  states: readonly DraftState[] = ['open'],
): Promise<{ id: number; name: string }> => {
  const draft = await lockDraft(tx, operator.id, id)
  if (draft === undefined) throw notFound((messages) => messages.drafts.notFound)
  if (!states.includes(draft.state)) throw draftClosed(draft.state)
  return draft
}

export const draftClosed = (state: DraftState): Refusal =>
  new Refusal('draft_closed', (messages) => messages.drafts.closed[state])
