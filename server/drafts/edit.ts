import { mostEdits } from '#contract/draftTypes.ts'
import type { drafts, DraftWithEdits } from '#contract/drafts.ts'
import type { AuditAct } from '#contract/audit.ts'
import type { Body } from '#contract/endpoint.ts'
import type { CatalogueEdit } from '#contract/office.ts'
import { isSameRow } from '#server/office/rowEdits.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit, recordProgram } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { invalid, notFound, Refusal } from '#server/platform/errors.ts'
import { requireLocked, requireOwnEdits } from './find.ts'
import { readDraft } from './list.ts'
import { mergeEdits } from './merge.ts'
import { publisherOf } from './preview.ts'
import type { Publisher } from './preview.ts'
import { deleteEdits, editsOf, insertDraft, insertEdits, moveDraft, updateDraft, updateEdit } from './sql.ts'

/** @throws Refusal `invalid` */
export const addDraft = async (
  tx: Tx,
  actor: Actor,
  { name, reason = '', edits }: Body<typeof drafts.add>,
  now: Date,
): Promise<DraftWithEdits> => {
  requireRows(edits)
  await requireOwnEdits(tx, actor, edits)
  const draft = { operatorId: actor.operator.id, name, reason, authorId: staffOf(actor).id, changedAt: now }
  const id = await insertDraft(tx, draft)
  await insertEdits(tx, id, edits)
  await recordDraftAct(tx, publisherOf(actor), { id, act: acts.draftBegun, detail: { name, reason } }, now)
  return readDraft(tx, actor, id, now)
}

/** @throws Refusal `not_found`, `draft_closed` */
export const changeDraft = async (
  tx: Tx,
  actor: Actor,
  id: number,
  { name, reason = '' }: Body<typeof drafts.change>,
  now: Date,
): Promise<DraftWithEdits> => {
  await requireLocked(tx, actor, id)
  await updateDraft(tx, id, { name, reason, changedAt: now })
  return readDraft(tx, actor, id, now)
}

/** @throws Refusal `not_found`, `draft_closed` */
export const discardDraft = async (
  tx: Tx,
  actor: Actor,
  id: number,
  now: Date,
): Promise<Record<never, never>> => {
  const { name } = await requireLocked(tx, actor, id)
  await moveDraft(tx, id, { from: ['open'], to: 'discarded', now })
  await recordDraftAct(tx, publisherOf(actor), { id, act: acts.draftDiscarded, detail: { name } }, now)
  return {}
}

/** @throws Refusal `not_found`, `draft_closed`, `invalid`, `too_large` */
export const addEdits = async (
  tx: Tx,
  actor: Actor,
  id: number,
  edits: readonly CatalogueEdit[],
  now: Date,
): Promise<DraftWithEdits> => {
  requireRows(edits)
  await requireLocked(tx, actor, id)
  await requireOwnEdits(tx, actor, edits)
  const stored = await editsOf(tx, id)
  const { added, changed, struck } = mergeEdits(stored, edits)
  if (stored.length + added.length > mostEdits)
    throw new Refusal('too_large', (messages) => messages.drafts.tooLarge({ most: mostEdits }))
  await insertEdits(tx, id, added)
  for (const edit of changed) await updateEdit(tx, edit.id, edit.after)
  await deleteEdits(tx, id, struck)
  await updateDraft(tx, id, { changedAt: now })
  return readDraft(tx, actor, id, now)
}

/** @throws Refusal `not_found`, `draft_closed`, `changed_meanwhile`, `invalid` */
export const changeEdit = async (
  tx: Tx,
  actor: Actor,
  draftId: number,
  { id, seen, after }: Body<typeof drafts.changeEdit> & { id: number },
  now: Date,
): Promise<DraftWithEdits> => {
  await requireLocked(tx, actor, draftId)
  const edit = (await editsOf(tx, draftId)).find((one) => one.id === id)
  if (edit === undefined) throw notFound((messages) => messages.drafts.editNotFound)
  if (!isSameRow(edit.after, seen))
    throw new Refusal('changed_meanwhile', (messages) => messages.drafts.editChanged)
  if (edit.before === null && after === null)
    throw invalid({ after: [(messages) => messages.drafts.emptyEdit] })
  await requireOwnEdits(tx, actor, [{ ...edit, after }])
  if (isSameRow(edit.before, after)) await deleteEdits(tx, draftId, [id])
  else await updateEdit(tx, id, after)
  await updateDraft(tx, draftId, { changedAt: now })
  return readDraft(tx, actor, draftId, now)
}

/** @throws Refusal `not_found`, `draft_closed` */
export const strikeEdit = async (
  tx: Tx,
  actor: Actor,
  id: number,
  editId: number,
  now: Date,
): Promise<DraftWithEdits> => {
  await requireLocked(tx, actor, id)
  if ((await deleteEdits(tx, id, [editId])) === 0) throw notFound((messages) => messages.drafts.editNotFound)
  await updateDraft(tx, id, { changedAt: now })
  return readDraft(tx, actor, id, now)
}

/** @throws Refusal `invalid` for an edit that says nothing */
const requireRows = (edits: readonly CatalogueEdit[]): void => {
  const position = edits.findIndex(({ before, after }) => before === null && after === null)
  if (position >= 0) throw invalid({ [`edits.${position}`]: [(messages) => messages.drafts.emptyEdit] })
}

/** `by` null: the account of who has scheduled it is closed. */
export const recordDraftAct = (
  tx: Tx,
  { operator, by }: Publisher,
  { id, ...done }: { id: number; act: AuditAct; detail: object },
  now: Date,
): Promise<void> => {
  const subject = `draft:${id}`
  return by === null
    ? recordProgram(tx, operator.id, { subject, ...done }, now)
    : recordAudit(tx, { actorId: by, forCustomerId: null, subject, ...done }, now)
}
