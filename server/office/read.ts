import type { Answer } from '#contract/endpoint.ts'
import type { EditableField, FieldDifference, LiftedClosure, office, Subject } from '#contract/office.ts'
import { instant, moment } from '#contract/time.ts'
import { editableNames, fileValueOf } from '#server/import/files/editable.ts'
import { liftedClosuresOf, overridesOf } from '#server/import/overrides.ts'
import type { FieldPosition, Override } from '#server/import/overrides.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { requireVenue } from '#server/venues/find.ts'
import { activitiesOf, activityRow, filePosition, venueRow } from './sql.ts'

/** What may be changed: a row with its fields, and which of them staff have changed. */
export type Editable = {
  subject: Subject
  id: number
  venueId: number
  row: Readonly<Record<string, unknown>>
  names: string[]
  overrides: Override[]
  /** Where the files have a field; null when the row has not been imported since lines are kept. */
  positionOf: (field: string) => FieldPosition | null
}

const positionsOf = async (
  tx: Tx,
  venueId: number,
  activityId: number | null,
): Promise<Editable['positionOf']> => {
  const found = await filePosition(tx, venueId, activityId)
  if (found === undefined) return () => null
  const { file, line, fieldLines } = found
  return (field) => ({ file, line: (fieldLines as Record<string, number>)[field] ?? line })
}

/**
 * A venue with what staff have changed of it.
 * @throws Refusal `not_found`
 */
export const editableVenue = async (tx: Tx, { operator }: Actor, slug: string) => {
  const row = await venueRow(tx, operator.id, slug)
  if (row === undefined) throw notFound((messages) => messages.venues.venueNotFound)
  const overrides = (await overridesOf(tx, operator.id)).filter(
    ({ venueId, activityId }) => venueId === row.id && activityId === null,
  )
  const editable: Editable = {
    subject: 'venue',
    id: row.id,
    venueId: row.id,
    row,
    names: editableNames('venue'),
    overrides,
    positionOf: await positionsOf(tx, row.id, null),
  }
  return { ...editable, venue: venueOf(row) }
}

/**
 * An activity with what staff have changed of it.
 * @throws Refusal `not_found`
 */
export const editableActivity = async (tx: Tx, actor: Actor, id: number) => {
  const row = await activityRow(tx, actor.operator.id, id)
  if (row === undefined) throw notFound()
  const { venueId, venueSlug, name, heading, isHeading } = row
  const overrides = (await overridesOf(tx, actor.operator.id)).filter(({ activityId }) => activityId === id)
  const editable: Editable = {
    subject: 'activity',
    id,
    venueId,
    row,
    names: editableNames('activity', { isHeading }),
    overrides,
    positionOf: await positionsOf(tx, venueId, id),
  }
  return {
    ...editable,
    activity: { id, name, heading },
    venue: venueOf(await requireVenue(tx, actor, venueSlug)),
  }
}

const venueOf = ({ slug, name, timezone }: { slug: string; name: string; timezone: string }) => ({
  slug,
  name,
  timezone,
})

/** The fields of a venue, and what the files say of them. */
export const readVenue = async (tx: Tx, actor: Actor, slug: string): Promise<Answer<typeof office.venue>> => {
  const { venue, ...editable } = await editableVenue(tx, actor, slug)
  return { venue, fields: presentFields(editable) }
}

/** The fields of an activity, and what the files say of them. */
export const readActivity = async (
  tx: Tx,
  actor: Actor,
  id: number,
): Promise<Answer<typeof office.activity>> => {
  const { activity, venue, ...editable } = await editableActivity(tx, actor, id)
  return { activity, venue, fields: presentFields(editable) }
}

/** The activities of a venue, and of how many fields of each the files say something else. */
export const listActivities = async (
  tx: Tx,
  actor: Actor,
  slug: string,
): Promise<Answer<typeof office.activities>> => {
  const { id, ...venue } = await requireVenue(tx, actor, slug)
  const overrides = await overridesOf(tx, actor.operator.id)
  const activities = await activitiesOf(tx, actor.operator.id, id)
  return {
    venue: venueOf(venue),
    activities: activities.map((activity) => ({
      id: activity.id,
      name: activity.name,
      heading: activity.heading,
      overrides: overrides.filter(({ activityId }) => activityId === activity.id).length,
    })),
  }
}

/** Everything that staff have changed and the files say differently. */
export const listDifferences = async (tx: Tx, { operator }: Actor): Promise<FieldDifference[]> =>
  (await overridesOf(tx, operator.id)).map((override) => {
    const subject = override.activityId === null ? 'venue' : 'activity'
    return {
      ...presentOverride(subject, override),
      subject,
      venue: { slug: override.venueSlug, name: override.venueName, timezone: override.timezone },
      inFiles: override.inFiles,
      activity:
        override.activityId === null ? null : { id: override.activityId, name: override.activityName ?? '' },
      field: override.field,
      value: fileValueOf(subject, override.field, override.value),
    }
  })

/** The closures that the files have and staff have ended. */
export const listLiftedClosures = async (tx: Tx, { operator }: Actor, now: Date): Promise<LiftedClosure[]> =>
  (await liftedClosuresOf(tx, operator.id, now)).map(
    ({ id, venueSlug, venueName, timezone, places, startsAt, endsAt, reason, liftedBy, liftedAt }) => ({
      id,
      venue: { slug: venueSlug, name: venueName, timezone },
      places,
      from: moment(startsAt, timezone),
      until: endsAt === null ? null : moment(endsAt, timezone),
      reason,
      liftedBy,
      liftedAt: instant(liftedAt),
    }),
  )

const presentFields = ({ subject, row, names, overrides, positionOf }: Editable): EditableField[] =>
  names.map((name) => {
    const override = overrides.find(({ field }) => field === name)
    return {
      name,
      value: fileValueOf(subject, name, row),
      inFiles: positionOf(name),
      override: override === undefined ? null : presentOverride(subject, override),
    }
  })

const presentOverride = (subject: Subject, override: Override) => ({
  id: override.id,
  filesValue: fileValueOf(subject, override.field, override.filesValue),
  hasFilesChanged: override.hasFilesChanged,
  changedBy: override.setBy,
  changedAt: instant(override.setAt),
  reason: override.reason,
})
