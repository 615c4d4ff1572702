import type { AuditAct } from '#contract/audit.ts'
import type { Body } from '#contract/endpoint.ts'
import type { FieldDifference, office } from '#contract/office.ts'
import { fileValueOf } from '#server/import/files/editable.ts'
import { keepImportsOut, overridesOf } from '#server/import/overrides.ts'
import type { Override } from '#server/import/overrides.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { applyColumns, isSameValue } from './change.ts'
import { editableActivity, editableVenue, listDifferences } from './read.ts'
import { deleteOverride, lockRow, settleDifference } from './sql.ts'

type Seen = Body<(typeof office)['takeFilesValue']>

/**
 * Takes what the files say instead of what staff have set.
 * @throws Refusal `not_found`, `changed_meanwhile`
 */
export const takeFilesValue = async (
  tx: Tx,
  actor: Actor,
  id: number,
  seen: Seen,
  now: Date,
): Promise<FieldDifference[]> => {
  const override = await lockOverride(tx, actor, id, seen)
  const editable =
    override.activityId === null
      ? await editableVenue(tx, actor, override.venueSlug)
      : await editableActivity(tx, actor, override.activityId)
  await applyColumns(tx, editable, override.field, override.filesValue, now)
  await deleteOverride(tx, override)
  await recordDecision(tx, actor, override, { act: acts.filesValueTaken, after: override.filesValue }, now)
  return listDifferences(tx, actor)
}

/**
 * Stays with what staff have set, also where the files have changed since.
 * @throws Refusal `not_found`, `changed_meanwhile`
 */
export const keepValue = async (
  tx: Tx,
  actor: Actor,
  id: number,
  seen: Seen,
  now: Date,
): Promise<FieldDifference[]> => {
  const override = await lockOverride(tx, actor, id, seen)
  await settleDifference(tx, override)
  await recordDecision(tx, actor, override, { act: acts.ownValueChosen, after: override.value }, now)
  return listDifferences(tx, actor)
}

/** The override as the caller has seen it, with its row locked. */
const lockOverride = async (
  tx: Tx,
  actor: Actor,
  id: number,
  { value, filesValue }: Seen,
): Promise<Override> => {
  await keepImportsOut(tx)
  const found = await findOverride(tx, actor, id)
  await (found.activityId === null
    ? lockRow(tx, 'venue', found.venueId)
    : lockRow(tx, 'activity', found.activityId))
  const override = await findOverride(tx, actor, id)
  const subject = override.activityId === null ? 'venue' : 'activity'
  const inFileForm = (row: Override['value']) => fileValueOf(subject, override.field, row)
  if (
    !isSameValue(inFileForm(override.value), value) ||
    !isSameValue(inFileForm(override.filesValue), filesValue)
  )
    throw new Refusal('changed_meanwhile', (messages) => messages.office.changedMeanwhile)
  return override
}

const findOverride = async (tx: Tx, { operator }: Actor, id: number): Promise<Override> => {
  const override = (await overridesOf(tx, operator.id)).find((one) => one.id === id)
  if (override === undefined) throw notFound((messages) => messages.office.differenceNotFound)
  return override
}

const recordDecision = (
  tx: Tx,
  actor: Actor,
  { venueId, activityId, field, value }: Override,
  { act, after }: { act: AuditAct; after: Override['value'] },
  now: Date,
): Promise<void> =>
  recordAudit(
    tx,
    {
      actorId: staffOf(actor).id,
      forCustomerId: null,
      act,
      subject: activityId === null ? `venue:${venueId}` : `activity:${activityId}`,
      detail: { field, before: value, after },
    },
    now,
  )
