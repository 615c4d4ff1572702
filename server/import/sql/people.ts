import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { RoleId } from '#contract/permissions.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Tables } from '#server/platform/tables.ts'

/** Of every operator: an address may have an account with several. */
export const passwordHashesOf = (db: Tx, emails: readonly string[]) =>
  db
    .selectFrom('customer')
    .select(['email', 'passwordHash'])
    .where('email', 'in', emails.length === 0 ? [''] : emails)
    .where('email', '<>', '')
    .where('passwordHash', 'is not', null)
    .where('closedAt', 'is', null)
    .execute()

export const selectPeople = (tx: Tx, operatorId: number) =>
  tx
    .selectFrom('customer')
    .select(['id', 'reference', 'email', 'accountLimit'])
    .where('operatorId', '=', operatorId)
    .execute()

type PersonRow = {
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
  /** As a page names it. */
  language: string | null
  source: string
  createdAt: Date
  /** The operator has known them by this address. null: no address. */
  emailVerifiedAt: Date | null
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

type RoleRow = { customerId: number; role: RoleId; venueId: number | null; instructorId: number | null }

export const insertRoles = async (tx: Tx, roles: readonly RoleRow[]): Promise<void> => {
  if (roles.length > 0)
    await tx
      .insertInto('staffRole')
      .values([...roles])
      .execute()
}

/** What each of the operator's people may do, by reference; nothing for customers. */
export const selectRights = async (
  tx: Tx,
  operatorId: number,
): Promise<Map<string, { role: RoleId; venue: string | null }[]>> => {
  const { rows } = await sql<{ reference: string; roles: { role: RoleId; venue: string | null }[] }>`
    select c.reference, coalesce((
        select json_agg(json_build_object('role', r.role, 'venue', v.slug))
        from staff_role r left join venue v on v.id = r.venue_id where r.customer_id = c.id and c.role = 'staff'
      ), '[]'::json) as roles
    from customer c where c.operator_id = ${operatorId}`.execute(tx)
  return new Map(rows.map(({ reference, roles }) => [reference, roles]))
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

/** Records which inductions people have had. Earlier records stay. @returns how many are new */
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

/** How much a person may owe on their account. */
export const setAccountLimit = async (
  tx: Tx,
  customerId: number,
  accountLimit: number | null,
): Promise<void> => {
  await tx.updateTable('customer').set({ accountLimit }).where('id', '=', customerId).execute()
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

/**
 * Makes exactly these the members of the memberships named; existing members keep their number.
 * @returns how many came and went
 */
export const replaceMembers = async (
  tx: Tx,
  members: readonly { membershipId: number; customerId: number }[],
  now: Date,
): Promise<number> => {
  const wanted = sql`unnest(${members.map(({ membershipId }) => membershipId)}::int[],
    ${members.map(({ customerId }) => customerId)}::int[]) w (membership_id, customer_id)`
  const { rows: gone } = await sql`
    update membership_member mm set removed_at = ${now}
    where mm.removed_at is null and mm.membership_id in (select w.membership_id from ${wanted})
      and not exists (
        select 1 from ${wanted} where w.membership_id = mm.membership_id and w.customer_id = mm.customer_id
      )
    returning mm.id`.execute(tx)
  const { rows: made } = await sql`
    insert into membership_member as mm (membership_id, customer_id)
    select distinct w.membership_id, w.customer_id from ${wanted}
    on conflict (membership_id, customer_id) do update set removed_at = null where mm.removed_at is not null
    returning mm.id`.execute(tx)
  return gone.length + made.length
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

/** Memberships whose payments are collected here, by their number. */
export const collectedMembershipReferences = async (tx: Tx, operatorId: number): Promise<Set<string>> => {
  const collected = await tx
    .selectFrom('membership')
    .select('reference')
    .where('operatorId', '=', operatorId)
    .where('collectedHere', '=', true)
    .execute()
  return new Set(collected.map(({ reference }) => reference))
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
