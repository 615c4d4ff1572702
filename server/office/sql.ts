import type { Subject } from '#contract/office.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Override } from '#server/import/overrides.ts'

/** A row with all its columns, of which the fields read theirs. */
type Row = Readonly<Record<string, unknown>>

export type VenueOfField = { id: number; slug: string; name: string; timezone: string }

export type ActivityOfField = { id: number; name: string; heading: string | null; isHeading: boolean }

export const venueRow = async (
  db: Tx,
  operatorId: number,
  slug: string,
): Promise<(Row & VenueOfField) | undefined> =>
  db
    .selectFrom('venue')
    .selectAll()
    .where('operatorId', '=', operatorId)
    .where('slug', '=', slug)
    .executeTakeFirst()

const activitiesIn = (db: Tx, operatorId: number) =>
  db
    .selectFrom('activity as a')
    .innerJoin('venue as v', 'v.id', 'a.venueId')
    .leftJoin('activity as h', 'h.id', 'a.parentId')
    .select('h.name as heading')
    .select((select) =>
      select
        .exists(
          select
            .selectFrom('activity as c')
            .select('c.id')
            .whereRef('c.parentId', '=', 'a.id')
            .where('c.withdrawn', '=', false),
        )
        .$castTo<boolean>()
        .as('isHeading'),
    )
    .where('v.operatorId', '=', operatorId)
    .where('a.withdrawn', '=', false)

export const activityRow = async (
  db: Tx,
  operatorId: number,
  id: number,
): Promise<(Row & ActivityOfField & { venueId: number; venueSlug: string }) | undefined> =>
  activitiesIn(db, operatorId)
    .selectAll('a')
    .select('v.slug as venueSlug')
    .where('a.id', '=', id)
    .executeTakeFirst()

/** The activities of a venue, each heading before what stands under it. */
export const needsSecondPerson = async (tx: Tx, operatorId: number): Promise<boolean> => {
  const { secondPerson } = await tx
    .selectFrom('operator')
    .select('secondPerson')
    .where('id', '=', operatorId)
    .executeTakeFirstOrThrow()
  return secondPerson
}

export const venueSlugsOf = async (tx: Tx, operatorId: number, ids: readonly number[]): Promise<string[]> => {
  const rows = await tx
    .selectFrom('venue')
    .select('slug')
    .where('operatorId', '=', operatorId)
    .where('id', 'in', [...ids])
    .execute()
  return rows.map(({ slug }) => slug)
}

export const activitiesOf = (db: Tx, operatorId: number, venueId: number): Promise<ActivityOfField[]> =>
  activitiesIn(db, operatorId)
    .select(['a.id', 'a.name'])
    .where('a.venueId', '=', venueId)
    .orderBy((order) => order.fn.coalesce('h.position', 'a.position'))
    .orderBy((order) => order.fn.coalesce('h.id', 'a.id'))
    .orderBy((order) => order.case().when('h.id', 'is', null).then(0).else(1).end())
    .orderBy('a.position')
    .orderBy('a.name')
    .execute()

/** Where the files have a venue, or an activity of it. */
export const filePosition = (db: Tx, venueId: number, activityId: number | null) =>
  db
    .selectFrom('filePosition')
    .select(['file', 'line', 'fieldLines'])
    .where('venueId', '=', venueId)
    .where('activityId', 'is not distinct from', activityId)
    .executeTakeFirst()

/** Those who change a field of one row do so one after the other. */
export const lockRow = async (tx: Tx, subject: Subject, id: number): Promise<void> => {
  await (
    subject === 'venue'
      ? tx.selectFrom('venue').select('id').where('id', '=', id).forNoKeyUpdate()
      : tx.selectFrom('activity').select('id').where('id', '=', id).forNoKeyUpdate()
  ).execute()
}

export const setColumns = async (tx: Tx, subject: Subject, id: number, columns: Row): Promise<void> => {
  const set = Object.fromEntries(
    Object.entries(columns).map(([column, value]) => [
      column,
      column in jsonColumns ? JSON.stringify(value) : value,
    ]),
  )
  await (
    subject === 'venue'
      ? tx.updateTable('venue').set(set).where('id', '=', id)
      : tx.updateTable('activity').set(set).where('id', '=', id)
  ).execute()
}

/** Columns that hold JSON, which the driver would take for an array of the database. */
const jsonColumns = { openingHours: true }

type OverrideToSave = {
  venueId: number
  activityId: number | null
  field: string
  value: Row
  filesValue: Row
  setBy: number
  setAt: Date
  reason: string
}

/** Staff have changed a field, once more or for the first time. What the files say is known from the first. */
export const saveOverride = async (
  tx: Tx,
  { value, filesValue, ...override }: OverrideToSave,
): Promise<void> => {
  const { setBy, setAt, reason } = override
  const changed = { value: JSON.stringify(value), hasFilesChanged: false, setBy, setAt, reason }
  await tx
    .insertInto('fieldOverride')
    .values({ ...override, ...changed, filesValue: JSON.stringify(filesValue) })
    .onConflict((conflict) => conflict.columns(['venueId', 'activityId', 'field']).doUpdateSet(changed))
    .execute()
}

export const deleteOverride = async (tx: Tx, { id }: Pick<Override, 'id'>): Promise<void> => {
  await tx.deleteFrom('fieldOverride').where('id', '=', id).execute()
}

/** Somebody has looked at what the files say now, and stays with what holds. */
export const settleDifference = async (tx: Tx, { id }: Pick<Override, 'id'>): Promise<void> => {
  await tx.updateTable('fieldOverride').set({ hasFilesChanged: false }).where('id', '=', id).execute()
}
