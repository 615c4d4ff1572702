import type { DraftPreview, DraftState } from '#contract/drafts.ts'
import type { DoneImport } from '#server/import/load.ts'
import type { Text } from '#server/messages/languages.ts'
import { presentReport } from '#server/office/catalogue.ts'
import { importEdits, InvalidRows, nameOf, RowsChanged } from '#server/office/rowEdits.ts'
import type { RowEdit } from '#server/office/rowEdits.ts'
import { mustBeApproved } from '#server/office/secondPerson.ts'
import { problemsOf } from '#server/office/rowProblems.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor, Operator } from '#server/platform/actor.ts'
import type { Database } from '#server/platform/database.ts'
import { draftClosed, requireDraft } from './find.ts'
import { presentEffect } from './present.ts'
import { digestOf, effectOf } from './effect.ts'
import { editsOf } from './sql.ts'

/** Who puts edits in force, or would. `by` null: the account is closed. */
export type Publisher = {
  operator: Pick<Operator, 'id' | 'slug' | 'timezone' | 'currencySymbol'>
  by: number | null
}

export const publisherOf = (actor: Actor): Publisher & { by: number } => ({
  operator: actor.operator,
  by: staffOf(actor).id,
})

/** What edits would do, or why they cannot be done. `position`: of the edit; null: of a row that is not edited. */
export type Tried =
  | { is: 'possible'; done: DoneImport }
  | { is: 'invalid'; problems: readonly { position: number | null; text: Text }[] }
  | { is: 'outdated'; positions: readonly number[] }

/** Tries out edits of the catalogue in force. */
export const tryEdits = async (
  db: Database,
  publisher: Publisher,
  edits: readonly RowEdit[],
  now: Date,
): Promise<Tried> => {
  if (edits.length === 0)
    return { is: 'invalid', problems: [{ position: null, text: (messages) => messages.drafts.empty }] }
  try {
    return {
      is: 'possible',
      done: await importEdits(db, { ...publisher, check: true, accept: [] }, edits, {}, now),
    }
  } catch (error) {
    if (error instanceof InvalidRows) return { is: 'invalid', problems: problemsOf(error) }
    if (error instanceof RowsChanged) return { is: 'outdated', positions: error.positions }
    throw error
  }
}

const canBePublished: ReadonlySet<DraftState> = new Set(['open', 'awaiting_approval', 'scheduled'])

/**
 * What publishing a draft would do.
 * @throws Refusal `not_found`, `draft_closed`
 */
export const previewDraft = async (
  db: Database,
  actor: Actor,
  id: number,
  now: Date,
): Promise<DraftPreview> => {
  const { state } = await requireDraft(db, actor, id)
  if (!canBePublished.has(state)) throw draftClosed(state)
  const edits = await editsOf(db, id)
  return presentTried(db, actor, await tryEdits(db, publisherOf(actor), edits, now), edits)
}

export const presentTried = async (
  db: Database,
  { operator, messages }: Actor,
  tried: Tried,
  edits: readonly (RowEdit & { id?: number })[],
): Promise<DraftPreview> => {
  const editIdOf = (position: number | null) => (position === null ? null : (edits[position]?.id ?? null))
  const without = { digest: null, effect: null, report: null, needsSecondPerson: false }
  switch (tried.is) {
    case 'possible':
      return {
        digest: digestOf(tried.done),
        effect: presentEffect(effectOf(tried.done), operator),
        report: await presentReport(tried.done, true),
        needsSecondPerson: await mustBeApproved(db, operator.id, tried.done),
        problems: [],
      }
    case 'invalid':
      return {
        ...without,
        problems: tried.problems.map(({ position, text }) => ({
          editId: editIdOf(position),
          text: text(messages),
        })),
      }
    case 'outdated':
      return {
        ...without,
        problems: tried.positions.map((position) => ({
          editId: editIdOf(position),
          text: messages.drafts.rowChanged({
            row: nameOf(edits[position]?.before),
          }),
        })),
      }
  }
}
