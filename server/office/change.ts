import type { Answer, Body } from '#contract/endpoint.ts'
import type { FieldValue, office } from '#contract/office.ts'
import { localDay, time } from '#contract/time.ts'
import { fileValueOf, isPlannedBy } from '#server/import/files/editable.ts'
import { isSameRow, keepImportsOut, sameColumns } from '#server/import/overrides.ts'
import type { FieldPosition, Override } from '#server/import/overrides.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { invalid, Refusal } from '#server/platform/errors.ts'
import { describeOneOffs } from '#server/timetable/describe.ts'
import { generateOccurrences } from '#server/timetable/generate.ts'
import { editableActivity, editableVenue, readActivity, readVenue } from './read.ts'
import type { Editable } from './read.ts'
import { deleteOverride, lockRow, saveOverride, setColumns } from './sql.ts'
import { problemSentence } from './problemSentence.ts'

type Change = Body<(typeof office)['changeVenue']>

/**
 * Changes a field of a venue; the next import leaves it so.
 * @throws Refusal `not_found`, `invalid`, `changed_meanwhile`, `from_files`
 */
export const changeVenue = async (
  tx: Tx,
  actor: Actor,
  slug: string,
  change: Change,
  now: Date,
): Promise<Answer<typeof office.changeVenue>> => {
  await keepImportsOut(tx)
  await lockRow(tx, 'venue', (await editableVenue(tx, actor, slug)).id)
  await changeField(tx, actor, await editableVenue(tx, actor, slug), change, now)
  return readVenue(tx, actor, slug)
}

/**
 * Changes a field of an activity; the next import leaves it so.
 * @throws Refusal `not_found`, `invalid`, `changed_meanwhile`, `from_files`
 */
export const changeActivity = async (
  tx: Tx,
  actor: Actor,
  id: number,
  change: Change,
  now: Date,
): Promise<Answer<typeof office.changeActivity>> => {
  await keepImportsOut(tx)
  await lockRow(tx, 'activity', id)
  await changeField(tx, actor, await editableActivity(tx, actor, id), change, now)
  return readActivity(tx, actor, id)
}

const changeField = async (
  tx: Tx,
  actor: Actor,
  editable: Editable,
  { field, value, before, reason = '' }: Change,
  now: Date,
): Promise<void> => {
  const { subject, row, names, overrides } = editable
  const { checkField, isFieldOfFiles } = await import('#server/import/checkField.ts')
  if (!isFieldOfFiles(subject, field)) throw invalid({ field: [(messages) => messages.office.unknownField] })
  if (!names.includes(field)) throw notEditable(editable.positionOf(field), subject)
  const current = overrides.find((override) => override.field === field)
  requireUnchanged(subject, field, row, { seen: before, current, actor, now })
  const { timezone, currencySymbol } = actor.operator
  const checked = checkField(subject, field, value, {
    today: localDay(now, timezone),
    currency: currencySymbol,
  })
  if ('problems' in checked)
    throw invalid({ value: checked.problems.map((problem) => () => problemSentence(problem)) })
  const { columns } = checked
  const inForce = sameColumns({ value: columns }, row)
  if (isSameRow(columns, inForce)) return
  const filesValue = current?.filesValue ?? inForce
  await applyColumns(tx, editable, field, columns, now)
  if (isSameRow(columns, filesValue)) {
    if (current !== undefined) await deleteOverride(tx, current)
  } else {
    await saveOverride(tx, {
      venueId: editable.venueId,
      activityId: subject === 'venue' ? null : editable.id,
      field,
      value: columns,
      filesValue,
      setBy: staffOf(actor).id,
      setAt: now,
      reason,
    })
  }
  await recordAudit(
    tx,
    {
      actorId: staffOf(actor).id,
      forCustomerId: null,
      act: subject === 'venue' ? acts.venueChanged : acts.activityChanged,
      subject: `${subject}:${editable.id}`,
      detail: { field, before: inForce, after: columns, reason },
    },
    now,
  )
}

/** Writes columns of a row, and what follows from them. */
export const applyColumns = async (
  tx: Tx,
  { subject, id, venueId, row }: Pick<Editable, 'subject' | 'id' | 'venueId' | 'row'>,
  field: string,
  columns: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<void> => {
  await setColumns(tx, subject, id, columns)
  if (subject === 'activity' && 'description' in columns)
    await describeOneOffs(
      tx,
      id,
      { from: row['description'] as string | null, to: columns['description'] as string | null },
      now,
    )
  if (isPlannedBy(subject, field)) await generateOccurrences(tx, { now, venueId })
  tx.invalidateOffer(venueId)
}

/**
 * Refuses a change of a value that is not the one the caller has seen.
 * @throws Refusal `changed_meanwhile`
 */
export const requireUnchanged = (
  subject: Editable['subject'],
  field: string,
  row: Editable['row'],
  { seen, current, actor, now }: { seen: FieldValue; current: Override | undefined; actor: Actor; now: Date },
): void => {
  if (isSameValue(fileValueOf(subject, field, row), seen)) return
  throw new Refusal('changed_meanwhile', (messages) => {
    if (current === undefined) return messages.office.changedMeanwhile
    const { timezone } = actor.operator
    const at = time(current.setAt, timezone).format24Hour
    const day = localDay(current.setAt, timezone)
    return messages.office.changedBy({
      person: current.setBy,
      time: day === localDay(now, timezone) ? at : messages.format.dayAndTime({ day, time: at }),
    })
  })
}

/** Whether two values are the same, whatever the order of their parts. */
export const isSameValue = (one: FieldValue, other: FieldValue): boolean =>
  canonical(one) === canonical(other)

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

const notEditable = (position: FieldPosition | null, subject: Editable['subject']): Refusal =>
  new Refusal('from_files', (messages) =>
    messages.office.fromFiles(
      position ?? { file: subject === 'venue' ? 'venues.json' : 'activities.json', line: null },
    ),
  )
