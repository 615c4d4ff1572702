import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { snakeName } from '#contract/wire.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Tables } from '#server/platform/tables.ts'

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
      return sql`t.plan_id in (select id from membership_plan where operator_id = ${operatorId})`
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

/** All rows of a table that are the operator's, with the columns asked for. */
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

/** Whether anything still refers to a row, of the tables whose rows may go. */
const references = {
  theme: sql`exists (select 1 from venue v where v.theme_id = t.id)
    or exists (select 1 from operator o where o.theme_id = t.id)`,
  instructor: sql`exists (select 1 from occurrence o where t.id = any(o.instructor_ids))
    or exists (select 1 from series s where t.id = any(s.instructor_ids))`,
  tag: sql`exists (select 1 from occurrence o where t.id = any(o.tag_ids))
    or exists (select 1 from series s where t.id = any(s.tag_ids))`,
  location: sql`exists (select 1 from occurrence o where o.location_id = t.id)
    or exists (select 1 from series_location s where s.location_id = t.id)
    or exists (select 1 from closure c where c.location_id = t.id)
    or exists (select 1 from block_booking b where b.location_id = t.id)`,
  space: sql`exists (select 1 from space_claim c where c.space_id = t.id)
    or exists (select 1 from location_space l where l.space_id = t.id)`,
} as const

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

const links = {
  locationSpace: ['locationId', 'spaceId'],
  activityLocation: ['activityId', 'locationId'],
  activityRestriction: ['activityId', 'restrictionId'],
  seriesLocation: ['seriesId', 'locationId'],
  membershipPlanVenue: ['planId', 'venueId'],
  membershipPlanTerms: ['planId', 'termsId'],
  benefitActivity: ['benefitId', 'activityId'],
  packageActivity: ['productId', 'activityId'],
} as const

/**
 * Makes the links of the rows on the left exactly these pairs.
 * @returns how many pairs came and went
 */
export const replaceLinks = async (
  tx: Tx,
  table: keyof typeof links,
  leftIds: number[],
  pairs: readonly (readonly [number, number])[],
): Promise<number> => {
  const [left, right] = links[table]
  const wanted = sql`unnest(${pairs.map(([id]) => id)}::int[], ${pairs.map(([, id]) => id)}::int[])`
  const { rows: gone } = await sql`
    delete from ${sql.table(table)} t
    where t.${sql.ref(left)} = any(${leftIds}::int[]) and not exists (
      select 1 from ${wanted} as w (l, r) where w.l = t.${sql.ref(left)} and w.r = t.${sql.ref(right)}
    ) returning 1`.execute(tx)
  if (pairs.length === 0) return gone.length
  const { rows: made } = await sql`
    insert into ${sql.table(table)} (${sql.ref(left)}, ${sql.ref(right)})
    select distinct w.l, w.r from ${wanted} as w (l, r)
    on conflict do nothing returning 1`.execute(tx)
  return gone.length + made.length
}

export type OperatorRow = {
  slug: string
  name: string
  legalName: string
  vatNumber: string
  currencySymbol: string
  timezone: string
  migrationDate: string | null
  onlineJoiningEnabled: boolean
  onlineGuestPassesEnabled: boolean
  kioskHomeUrl: string | null
  analyticsContainerIds: string[]
  frameOrigins: string[]
  basketHoldSeconds: number
  refundsTo: 'credit' | 'card'
  outstandingPenalties: 'block' | 'warn'
  collectionNoticeDays: number
  collectionRetryDays: number
  collectionTries: number
  footerHtml: string
}

const operatorColumns = [
  'slug',
  'name',
  'legalName',
  'vatNumber',
  'currencySymbol',
  'timezone',
  'migrationDate',
  'onlineJoiningEnabled',
  'onlineGuestPassesEnabled',
  'kioskHomeUrl',
  'analyticsContainerIds',
  'frameOrigins',
  'basketHoldSeconds',
  'refundsTo',
  'outstandingPenalties',
  'collectionNoticeDays',
  'collectionRetryDays',
  'collectionTries',
  'footerHtml',
] as const satisfies readonly (keyof OperatorRow)[]

/** What was last imported of each. */
export const importedOperators = (db: Tx) =>
  db.selectFrom('operator').select(['timezone', 'importedDigest']).execute()

/** The operator with its digest of the files last imported; locked, so that two imports go one after the other. */
export const lockOperator = (tx: Tx, slug: string) =>
  tx
    .selectFrom('operator')
    .select([...operatorColumns, 'id', 'themeId', 'importedDigest'])
    .where('slug', '=', slug)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const insertOperator = async (tx: Tx, row: OperatorRow): Promise<number> => {
  const made = await tx.insertInto('operator').values(row).returning('id').executeTakeFirstOrThrow()
  return made.id
}

export const updateOperator = async (
  tx: Tx,
  id: number,
  row: Partial<OperatorRow> & { themeId?: number | null; importedDigest?: string },
): Promise<void> => {
  await tx.updateTable('operator').set(row).where('id', '=', id).execute()
}

export type ClosureRow = {
  venueId: number
  locationId: number | null
  startsAt: Date
  endsAt: Date
  reason: string
}

/** Makes the closures of the operator exactly these. Answers how many came and went. */
export const replaceClosures = async (
  tx: Tx,
  operatorId: number,
  closures: readonly ClosureRow[],
): Promise<{ added: number; removed: number }> => {
  const wanted = sql`jsonb_to_recordset(${toJsonRecords(closures)}::jsonb) as w (
    venue_id int, location_id int, starts_at timestamptz, ends_at timestamptz, reason text
  )`
  const same = sql`w.venue_id = c.venue_id and w.location_id is not distinct from c.location_id
    and w.starts_at = c.starts_at and w.ends_at = c.ends_at and w.reason = c.reason`
  const { rows: removed } = await sql`
    delete from closure c using venue v
    where v.id = c.venue_id and v.operator_id = ${operatorId} and not exists (select 1 from ${wanted} where ${same})
    returning 1`.execute(tx)
  const { rows: added } = await sql`
    insert into closure (venue_id, location_id, starts_at, ends_at, reason)
    select distinct w.venue_id, w.location_id, w.starts_at, w.ends_at, w.reason from ${wanted}
    where not exists (select 1 from closure c where ${same}) returning 1`.execute(tx)
  return { added: added.length, removed: removed.length }
}

export const selectPeople = (tx: Tx, operatorId: number) =>
  tx
    .selectFrom('customer')
    .select(['id', 'reference', 'email', 'role', 'staffLevel'])
    .where('operatorId', '=', operatorId)
    .execute()

export type PersonRow = {
  operatorId: number
  reference: string
  email: string
  passwordHash: string | null
  role: 'customer' | 'staff'
  staffLevel: 'desk' | 'supervisor' | null
  firstName: string
  lastName: string
  dateOfBirth: string | null
  phone: string
  addressLineOne: string
  addressLineTwo: string
  city: string
  postcode: string
  homeVenueId: number | null
  emergencyContactName: string
  emergencyContactPhone: string
  marketingConsent: boolean
  source: string
  createdAt: Date
}

export const insertPeople = async (tx: Tx, people: readonly PersonRow[]): Promise<void> => {
  if (people.length === 0) return
  const added = await tx
    .insertInto('customer')
    .values([...people])
    .returning(['id', 'marketingConsent', 'createdAt as at'])
    .execute()
  const given = added.filter(({ marketingConsent }) => marketingConsent)
  if (given.length === 0) return
  await tx
    .insertInto('consentEvent')
    .values(given.map(({ id: customerId, at }) => ({ customerId, at, given: true, how: 'import' })))
    .execute()
}

/** The references of those who have closed their account: the files know them still. */
export const closedReferences = async (tx: Tx, operatorId: number): Promise<string[]> => {
  const found = await tx
    .selectFrom('customer')
    .select('reference')
    .where('operatorId', '=', operatorId)
    .where('closedAt', 'is not', null)
    .execute()
  return found.map(({ reference }) => reference)
}

export const setRole = async (
  tx: Tx,
  id: number,
  is: Pick<PersonRow, 'role' | 'staffLevel'>,
): Promise<void> => {
  await tx.updateTable('customer').set(is).where('id', '=', id).execute()
}

/** Answers how many links are new. */
export const insertLinkedPeople = async (
  tx: Tx,
  linked: readonly { customerId: number; linkedId: number; relation: string }[],
): Promise<number> => {
  if (linked.length === 0) return 0
  const made = await tx
    .insertInto('linkedCustomer')
    .values([...linked])
    .onConflict((conflict) => conflict.doNothing())
    .returning('linkedId')
    .execute()
  return made.length
}

/** Makes these the members of memberships; whoever is one already keeps their number. Answers how many are new. */
export const insertMembers = async (
  tx: Tx,
  members: readonly { membershipId: number; customerId: number }[],
): Promise<number> => {
  if (members.length === 0) return 0
  const made = await tx
    .insertInto('membershipMember')
    .values([...members])
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return made.length
}

/** Visits of packages from before they were kept here. */
export const insertPastVisits = async (
  tx: Tx,
  visits: readonly { packageId: number; usedOn: string; name: string; createdAt: Date }[],
): Promise<void> => {
  if (visits.length === 0) return
  await tx
    .insertInto('packageUse')
    .values(visits.map((visit) => ({ ...visit, state: 'used' as const })))
    .execute()
}

/** @returns whether it was not there yet */
export const insertDocument = async (
  tx: Tx,
  proof: {
    operatorId: number
    customerId: number
    documentType: string
    fileKey: string
    fileName: string
    mediaType: Selectable<Tables['document']>['mediaType']
    size: number
    status: Selectable<Tables['document']>['status']
    message: string | null
    uploadedAt: Date
    expiresOn: string | null
    importKey: string
  },
): Promise<boolean> =>
  (await tx
    .insertInto('document')
    .values(proof)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Passes that are there already stay as they are: they may have been sent. Answers how many are new. */
export const insertGuestPasses = async (
  tx: Tx,
  given: readonly {
    operatorId: number
    customerId: number
    name: string
    code: string
    validFrom: string
    validUntil: string
  }[],
): Promise<number> => {
  if (given.length === 0) return 0
  const made = await tx
    .insertInto('guestPass')
    .values(given.map((pass) => ({ ...pass, importKey: pass.code })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return made.length
}

/** Notes what people have been shown. What was noted before stays. Answers how many are new. */
export const insertInductions = async (
  tx: Tx,
  given: readonly { customerId: number; restrictionId: number; givenOn: string }[],
): Promise<number> => {
  if (given.length === 0) return 0
  const made = await tx
    .insertInto('induction')
    .values([...given])
    .onConflict((conflict) => conflict.doNothing())
    .returning('customerId')
    .execute()
  return made.length
}

/** How much a person may owe on their account. @returns whether that is new */
export const setAccountLimit = async (
  tx: Tx,
  customerId: number,
  accountLimit: number | null,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('customer')
    .set({ accountLimit })
    .where('id', '=', customerId)
    .where('accountLimit', 'is distinct from', accountLimit)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Memberships that are frozen until something owed is paid, by their number. */
export const frozenMembershipReferences = async (tx: Tx, operatorId: number): Promise<Set<string>> => {
  const found = await tx
    .selectFrom('membership')
    .select('reference')
    .where('operatorId', '=', operatorId)
    .where('status', '=', 'frozen')
    .execute()
  return new Set(found.map(({ reference }) => reference))
}
