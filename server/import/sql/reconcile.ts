import { sql } from 'kysely'
import { snakeName } from '#contract/wire.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Tables } from '#server/platform/tables.ts'

/* Reads and writes rows of any table that the files fill. */

/** Tables that an operator's files fill. */
export type CatalogueTable =
  | 'activity'
  | 'benefit'
  | 'blockBooking'
  | 'instructor'
  | 'location'
  | 'membership'
  | 'membershipPlan'
  | 'package'
  | 'packageProduct'
  | 'pricingOption'
  | 'question'
  | 'restriction'
  | 'series'
  | 'space'
  | 'tag'
  | 'terms'
  | 'theme'
  | 'ticketType'
  | 'till'
  | 'venue'

/** The columns of those tables. */
export type CatalogueColumn = { [Table in CatalogueTable]: keyof Tables[Table] }[CatalogueTable]

/** By which column a table's rows belong to the operator. */
export type Owner = 'operatorId' | 'venueId' | 'activityId' | 'planId'

export type Row = Readonly<Record<string, unknown>>

export type ExistingRow = Row & { id: number }

const ownedBy = (owner: Owner, operatorId: number) => {
  switch (owner) {
    case 'operatorId':
      return sql`t.operator_id = ${operatorId}`
    case 'venueId':
      return sql`t.venue_id in (select id from venue where operator_id = ${operatorId})`
    case 'planId':
      // Members of a plan that is sold no more still pay for its benefits, so these stay as they are.
      return sql`t.plan_id in (select id from membership_plan where operator_id = ${operatorId} and not withdrawn)`
    case 'activityId':
      return sql`t.activity_id in (
        select a.id from activity a join venue v on v.id = a.venue_id where v.operator_id = ${operatorId}
      )`
  }
}

const columnList = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))

const qualifiedList = (of: string, columns: readonly string[]) =>
  sql.join(columns.map((column) => sql.ref(`${of}.${column}`)))

/** Rows of a table as JSON that the table's own row type reads: keys are its columns. */
const toJsonRecords = (rows: readonly Row[]): string =>
  JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeName(name), value])),
    ),
  )

/** All rows of a table that are the operator's, with the columns requested. */
export const selectRows = async (
  tx: Tx,
  table: CatalogueTable,
  owner: Owner,
  operatorId: number,
  columns: readonly string[],
): Promise<ExistingRow[]> => {
  const { rows } = await sql<ExistingRow>`
    select t.id, ${qualifiedList('t', columns)} from ${sql.table(table)} t
    where ${ownedBy(owner, operatorId)} order by t.id`.execute(tx)
  return rows
}

/** Many new rows in one statement. All have the columns named. */
export const insertRows = async (
  tx: Tx,
  table: CatalogueTable,
  columns: readonly string[],
  rows: readonly Row[],
): Promise<void> => {
  if (rows.length === 0) return
  await sql`
    insert into ${sql.table(table)} (${columnList(columns)})
    select ${qualifiedList('r', columns)}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${toJsonRecords(rows)}::jsonb) r`.execute(tx)
}

/** Many changed rows in one statement, by id. */
export const updateRows = async (
  tx: Tx,
  table: CatalogueTable,
  columns: readonly string[],
  rows: readonly ExistingRow[],
): Promise<void> => {
  if (rows.length === 0) return
  const assignments = sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`r.${column}`)}`))
  await sql`
    update ${sql.table(table)} t set ${assignments}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${toJsonRecords(rows)}::jsonb) r
    where t.id = r.id`.execute(tx)
}

/** What venues and activities are called: `centre`, `centre/yoga`. */
export const selectNames = async (tx: Tx, of: 'venue' | 'activity', operatorId: number) => {
  const { rows } = await (
    of === 'venue'
      ? sql<{
          id: number
          name: string
        }>`select id, slug as name from venue where operator_id = ${operatorId}`
      : sql<{ id: number; name: string }>`
        select a.id, v.slug || '/' || a.slug as name from activity a join venue v on v.id = a.venue_id
        where v.operator_id = ${operatorId}`
  ).execute(tx)
  return rows
}

/** How rows are called that others refer to by id. */
const referenced = {
  activity: 'slug',
  customer: 'reference',
  instructor: 'slug',
  location: 'slug',
  membershipPlan: 'slug',
  packageProduct: 'slug',
  restriction: 'slug',
  space: 'slug',
  tag: 'slug',
  terms: 'slug',
  theme: 'slug',
  ticketType: 'slug',
  venue: 'slug',
} as const

export type ReferencedTable = keyof typeof referenced

/** What rows of a table are called, by id. */
export const namesOf = async (
  tx: Tx,
  table: ReferencedTable,
  ids: readonly number[],
): Promise<Map<number, string>> => {
  const { rows } = await sql<{ id: number; name: string }>`
    select t.id, ${sql.ref(`t.${referenced[table]}`)} as name from ${sql.table(table)} t
    where t.id = any(${[...ids]}::int[])`.execute(tx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const links = {
  locationSpace: ['locationId', 'spaceId'],
  activityLocation: ['activityId', 'locationId'],
  activityRestriction: ['activityId', 'restrictionId'],
  activityInduction: ['activityId', 'restrictionId'],
  seriesLocation: ['seriesId', 'locationId'],
  membershipPlanVenue: ['planId', 'venueId'],
  membershipPlanTerms: ['planId', 'termsId'],
  benefitActivity: ['benefitId', 'activityId'],
  packageActivity: ['productId', 'activityId'],
} as const

export type LinkTable = keyof typeof links

/**
 * Makes the links of the rows on the left exactly these pairs.
 * @returns the pairs that went and came
 */
export const replaceLinks = async (
  tx: Tx,
  table: LinkTable,
  leftIds: number[],
  pairs: readonly (readonly [number, number])[],
): Promise<{ gone: [number, number][]; made: [number, number][] }> => {
  const [left, right] = links[table]
  const pair = (of: string) => sql`${sql.ref(`${of}.${left}`)} as l, ${sql.ref(`${of}.${right}`)} as r`
  const asPairs = (rows: readonly { l: number; r: number }[]) =>
    rows.map(({ l, r }): [number, number] => [l, r])
  const wanted = sql`unnest(${pairs.map(([id]) => id)}::int[], ${pairs.map(([, id]) => id)}::int[])`
  const { rows: gone } = await sql<{ l: number; r: number }>`
    delete from ${sql.table(table)} t
    where t.${sql.ref(left)} = any(${leftIds}::int[]) and not exists (
      select 1 from ${wanted} as w (l, r) where w.l = t.${sql.ref(left)} and w.r = t.${sql.ref(right)}
    ) returning ${pair('t')}`.execute(tx)
  if (pairs.length === 0) return { gone: asPairs(gone), made: [] }
  const { rows: made } = await sql<{ l: number; r: number }>`
    insert into ${sql.table(table)} (${sql.ref(left)}, ${sql.ref(right)})
    select distinct w.l, w.r from ${wanted} as w (l, r)
    on conflict do nothing returning ${sql.ref(left)} as l, ${sql.ref(right)} as r`.execute(tx)
  return { gone: asPairs(gone), made: asPairs(made) }
}

export type ClosureRow = {
  venueId: number
  locationId: number | null
  startsAt: Date
  endsAt: Date | null
  reason: string
}

/** Has the closures of the files hold that staff have ended. */
export const deleteLiftedClosures = async (tx: Tx, operatorId: number): Promise<void> => {
  await sql`
    delete from lifted_closure c using venue v where v.id = c.venue_id and v.operator_id = ${operatorId}`.execute(
    tx,
  )
}

/**
 * Makes the closures of the operator's files exactly these. Those by staff, and those that are over, stay, and what staff
 * have ended stays ended while the files have it. What staff have closed and the files have too, as after an export, is
 * no second closure. Answers how many came and went.
 */
export const replaceClosures = async (
  tx: Tx,
  operatorId: number,
  closures: readonly ClosureRow[],
  now: Date,
): Promise<{ added: number; removed: number }> => {
  const wanted = sql`jsonb_to_recordset(${toJsonRecords(closures)}::jsonb) as w (
    venue_id int, location_id int, starts_at timestamptz, ends_at timestamptz, reason text
  )`
  const alike = sql`w.venue_id = c.venue_id and w.location_id is not distinct from c.location_id
    and w.starts_at = c.starts_at and w.ends_at is not distinct from c.ends_at and w.reason = c.reason`
  const same = sql`c.closing_id is null and ${alike}`
  const isComing = sql`(c.ends_at is null or c.ends_at > ${now})`
  const { rows: removed } = await sql`
    delete from closure c using venue v
    where v.id = c.venue_id and v.operator_id = ${operatorId} and c.closing_id is null
      and ${isComing} and not exists (select 1 from ${wanted} where ${same})
    returning 1`.execute(tx)
  await sql`
    update closure c set is_in_files = not c.is_in_files from venue v
    where v.id = c.venue_id and v.operator_id = ${operatorId} and c.closing_id is not null and ${isComing}
      and c.is_in_files <> exists (select 1 from ${wanted} where ${alike})`.execute(tx)
  await sql`
    delete from lifted_closure c using venue v
    where v.id = c.venue_id and v.operator_id = ${operatorId}
      and (not ${isComing} or not exists (select 1 from ${wanted} where ${alike}))`.execute(tx)
  const { rows: added } = await sql`
    insert into closure (venue_id, location_id, starts_at, ends_at, reason)
    select distinct w.venue_id, w.location_id, w.starts_at, w.ends_at, w.reason from ${wanted}
    where not exists (select 1 from closure c where ${alike})
      and not exists (select 1 from lifted_closure c where ${alike}) returning 1`.execute(tx)
  return { added: added.length, removed: removed.length }
}

/** Whether anything still refers to a row, of the tables whose rows may go. */
const references = {
  theme: sql`exists (select 1 from venue v where v.theme_id = t.id)
    or exists (select 1 from operator o where o.theme_id = t.id)`,
  instructor: sql`exists (select 1 from occurrence o where t.id = any(o.instructor_ids))
    or exists (select 1 from series s where t.id = any(s.instructor_ids))`,
  tag: sql`exists (select 1 from occurrence o where t.id = any(o.tag_ids))
    or exists (select 1 from series s where t.id = any(s.tag_ids))`,
  location: sql`exists (select 1 from occurrence o where o.location_id = t.id)
    -- Where staff have moved it from.
    or exists (select 1 from occurrence o where o.planned_location_id = t.id)
    or exists (select 1 from series_location s where s.location_id = t.id)
    or exists (select 1 from closure c where c.location_id = t.id)
    or exists (select 1 from block_booking b where b.location_id = t.id)
    or exists (select 1 from hire_date h where h.location_id = t.id)`,
  space: sql`exists (select 1 from space_claim c where c.space_id = t.id)
    or exists (select 1 from location_space l where l.space_id = t.id)`,
} as const

/** Imports run one after the other: nodes that start at once on an empty database each begin one. */
export const lockImports = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('onside import'))`.execute(tx)
}

/** Takes away the rows that nothing refers to; the others stay. Answers the ids of those that went. */
export const deleteUnreferenced = async (
  tx: Tx,
  table: keyof typeof references,
  ids: number[],
): Promise<number[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    delete from ${sql.table(table)} t where t.id = any(${ids}::int[]) and not (${references[table]})
    returning t.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** How many sessions of the operator are still to come. */
export const countComing = async (tx: Tx, operatorId: number, now: Date): Promise<number> => {
  const { count } = await tx
    .selectFrom('occurrence as o')
    .innerJoin('venue as v', 'v.id', 'o.venueId')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('v.operatorId', '=', operatorId)
    .where('o.status', '=', sql.lit('scheduled'))
    .where('o.startsAt', '>', now)
    .executeTakeFirstOrThrow()
  return count
}
