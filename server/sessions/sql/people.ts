import { sql } from 'kysely'
import type { RoleId } from '#contract/permissions.ts'
import { createBatchedStatement } from '#server/platform/batcher.ts'
import type { Tx } from '#server/platform/database.ts'
import { failInvariant } from '#server/platform/errors.ts'

export const roleAndLanguage = async (
  tx: Tx,
  customerId: number,
): Promise<{ role: 'customer' | 'staff'; language: string | null }> =>
  tx
    .selectFrom('customer')
    .select(['role', 'language'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()

type Credentials = { id: number; email: string; passwordHash: string | null }

/** Finds a customer by e-mail address or reference. */
export const credentialsOf = async (
  tx: Tx,
  operatorId: number,
  name: string,
): Promise<Credentials | undefined> => {
  const column = name.includes('@')
    ? sql<boolean>`email = ${name} and email <> ''`
    : sql<boolean>`reference = ${name}`
  return tx
    .selectFrom('customer')
    .select(['id', 'email', 'passwordHash'])
    .where('operatorId', '=', operatorId)
    .where(column)
    .executeTakeFirst()
}

export const passwordHashOf = async (tx: Tx, customerId: number): Promise<string | null> => {
  const row = await tx
    .selectFrom('customer')
    .select('passwordHash')
    .where('id', '=', customerId)
    .executeTakeFirst()
  return row?.passwordHash ?? null
}

export const setPassword = async (tx: Tx, customerId: number, passwordHash: string): Promise<void> => {
  await tx.updateTable('customer').set({ passwordHash }).where('id', '=', customerId).execute()
}

export type CustomerProfile = {
  id: number
  reference: string
  firstName: string
  lastName: string
  email: string
  emailVerified: boolean
  role: 'customer' | 'staff'
  staffLevel: 'desk' | 'supervisor' | null
  homeVenueSlug: string | null
}

export const readCustomerProfile = async (tx: Tx, customerId: number): Promise<CustomerProfile> =>
  (await profileOf(tx, customerId)) ?? failInvariant('a customer is gone')

const profileOf = createBatchedStatement(
  async (tx, customerIds: number[]) => {
    const rows = await tx
      .selectFrom('customer')
      .leftJoin('venue', 'venue.id', 'customer.homeVenueId')
      .select([
        'customer.id',
        'customer.reference',
        'customer.firstName',
        'customer.lastName',
        'customer.email',
        'customer.role',
        'customer.emailVerifiedAt',
        'venue.slug as homeVenueSlug',
        sql<boolean>`exists (select from staff_role r where r.customer_id = customer.id and r.role = 'administrator')`.as(
          'managesStaff',
        ),
      ])
      .where(sql<boolean>`customer.id = any(${customerIds}::int[])`)
      .execute()
    const profiles = new Map(rows.map((row) => [row.id, presentProfile(row)]))
    return customerIds.map((wanted) => profiles.get(wanted))
  },
  { name: 'customer_profiles', batchSize: 64, inFlight: 1 },
)

type ProfileRow = Omit<CustomerProfile, 'role' | 'staffLevel' | 'emailVerified'> & {
  role: string
  managesStaff: boolean
  emailVerifiedAt: Date | null
}

const presentProfile = ({ emailVerifiedAt, managesStaff, ...row }: ProfileRow): CustomerProfile => {
  const profile = { ...row, emailVerified: emailVerifiedAt !== null }
  if (row.role !== 'staff') return { ...profile, role: 'customer', staffLevel: null }
  return { ...profile, role: 'staff', staffLevel: managesStaff ? 'supervisor' : 'desk' }
}

export type StaffRow = {
  id: number
  firstName: string
  lastName: string
  email: string
  lastLoginAt: Date | null
  roles: {
    role: RoleId
    venueId: number | null
    venueSlug: string | null
    venueName: string | null
    instructorId: number | null
    instructorSlug: string | null
    instructorName: string | null
  }[]
  /** Of all their roles. */
  lastDay: string | null
  secondFactorSince: Date | null
  passkeys: number
}

export const staffOfOperator = async (tx: Tx, operatorId: number): Promise<StaffRow[]> => {
  const { rows } = await sql<StaffRow>`
    select c.id, c.first_name, c.last_name, c.email, r.roles, r.last_day, f.confirmed_at as second_factor_since,
      greatest(
        (select max(s.created_at) from session s where s.customer_id = c.id),
        (select e.last_at from security_event e where e.customer_id = c.id and e.event = 'logged_in'
          order by e.id desc limit 1)) as last_login_at,
      (select count(*)::int from passkey k where k.customer_id = c.id) as passkeys
    from customer c
    left join second_factor f on f.customer_id = c.id
    cross join lateral (
      select max(r.last_day)::text as last_day,
        coalesce(json_agg(json_build_object('role', r.role, 'venueId', r.venue_id, 'venueSlug', v.slug,
          'venueName', v.name, 'instructorId', i.id, 'instructorSlug', i.slug, 'instructorName', i.name)
          order by r.id), '[]'::json) as roles
      from staff_role r left join venue v on v.id = r.venue_id left join instructor i on i.id = r.instructor_id
      where r.customer_id = c.id
    ) r
    where c.operator_id = ${operatorId} and c.role = 'staff' and c.closed_at is null
    order by lower(c.first_name), lower(c.last_name), c.id`.execute(tx)
  return rows
}

export const renameCustomer = async (
  tx: Tx,
  id: number,
  name: { firstName: string; lastName: string },
): Promise<void> => {
  await tx.updateTable('customer').set(name).where('id', '=', id).execute()
}

type LoginLink = { customerId: number; email: string; browserDigest: Buffer }

/** A link that is still valid, sent to what still is the confirmed address of its customer. */
export const findLoginLink = async (
  tx: Tx,
  operatorId: number,
  codeDigest: Buffer,
  now: Date,
): Promise<LoginLink | undefined> => {
  const { rows } = await sql<LoginLink>`
    select c.id as customer_id, c.email, o.browser_digest from one_time_code o
    join customer c on c.id = o.customer_id
    where o.code_digest = ${codeDigest} and o.purpose = 'login_link' and o.expires_at > ${now}
      and o.email = c.email and c.email_verified_at is not null and c.operator_id = ${operatorId}`.execute(tx)
  return rows[0]
}

/** Consumes a code of an e-mail. Of several concurrent attempts one gets it. */
export const consumeAddressCode = async (
  tx: Tx,
  codeDigest: Buffer,
  now: Date,
): Promise<{ customerId: number; email: string; purpose: string } | undefined> =>
  tx
    .deleteFrom('oneTimeCode')
    .where('codeDigest', '=', codeDigest)
    .where('purpose', 'in', ['verify_email', 'new_email', 'old_email'])
    .where('expiresAt', '>', now)
    .returning(['customerId', 'email', 'purpose'])
    .executeTakeFirst()

export type EmailChange = {
  customerId: number
  email: string
  requestedAt: Date
  tokenDigest: Buffer
  newConfirmedAt: Date | null
  oldConfirmedAt: Date | null
}

export const changeOf = async (tx: Tx, customerId: number): Promise<EmailChange | undefined> =>
  tx.selectFrom('emailChange').selectAll().where('customerId', '=', customerId).executeTakeFirst()

/** Records that one end of a change has confirmed it, and returns the change, locked. */
export const confirmEnd = async (
  tx: Tx,
  customerId: number,
  end: 'newConfirmedAt' | 'oldConfirmedAt',
  now: Date,
): Promise<EmailChange | undefined> =>
  tx
    .updateTable('emailChange')
    .set({ [end]: now })
    .where('customerId', '=', customerId)
    .returningAll()
    .executeTakeFirst()

/** Changes that the new end confirmed and the old end let pass until `before`. */
export const unopposedChanges = async (tx: Tx, before: Date): Promise<EmailChange[]> =>
  tx
    .selectFrom('emailChange')
    .selectAll()
    .where('newConfirmedAt', 'is not', null)
    .where('requestedAt', '<=', before)
    .orderBy('customerId')
    .limit(100)
    .execute()

export const deleteStaleChanges = async (tx: Tx, before: Date): Promise<void> => {
  await tx
    .deleteFrom('emailChange')
    .where('newConfirmedAt', 'is', null)
    .where('requestedAt', '<=', before)
    .execute()
}
