import { sql } from 'kysely'
import { createSharedRead } from '#server/platform/batcher.ts'
import type { Tx } from '#server/platform/database.ts'
import { failInvariant } from '#server/platform/errors.ts'

export type SessionRow = {
  customerId: number
  operatorId: number
  role: 'customer' | 'staff'
  staffLevel: 'desk' | 'supervisor' | null
  linkedIds: number[]
  isVerified: boolean
  createdAt: Date
  lastSeenAt: Date
  expiresAt: Date
  userAgent: string
}

/** The session with this digest, with everything a request needs to know about the person. */
export const sessionBy = async (tx: Tx, tokenDigest: Buffer, now: Date): Promise<SessionRow | undefined> => {
  const session = await sessionOf(tx, tokenDigest.toString('hex'))
  return session !== undefined && session.expiresAt > now ? session : undefined
}

const sessionOf = createSharedRead(
  async (tx, digests: string[]) => {
    const { rows } = await sql<SessionRow & { digest: string }>`
    select encode(s.token_digest, 'hex') as digest, c.id as customer_id, c.operator_id, c.role, c.email_verified_at is not null as is_verified, s.created_at, s.last_seen_at, s.expires_at, s.user_agent,
      case when c.role = 'staff' then coalesce(c.staff_level, 'desk') end as staff_level,
      array(select l.linked_id from linked_customer l where l.customer_id = c.id order by l.linked_id) as linked_ids
    from session s join customer c on c.id = s.customer_id
    where s.token_digest = any(array(select decode(d, 'hex') from unnest(${digests}::text[]) d))
      and c.closed_at is null`.execute(tx)
    return digests.map((wanted) => rows.find(({ digest }) => digest === wanted))
  },
  { name: 'sessions', batchSize: 64, inFlight: 1 },
)

/** Records the last use of a session and its new end. */
export const recordLastSeen = async (
  tx: Tx,
  tokenDigest: Buffer,
  seen: { at: Date; until: Date; userAgent: string },
): Promise<void> => {
  await tx
    .updateTable('session')
    .set({ lastSeenAt: seen.at, expiresAt: seen.until, userAgent: seen.userAgent })
    .where('tokenDigest', '=', tokenDigest)
    .where('lastSeenAt', '<=', seen.at)
    .execute()
}

export const roleOf = async (tx: Tx, customerId: number): Promise<'customer' | 'staff'> => {
  const row = await tx
    .selectFrom('customer')
    .select('role')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  return row.role === 'staff' ? 'staff' : 'customer'
}

export const addSession = async (
  tx: Tx,
  session: { tokenDigest: Buffer; customerId: number; createdAt: Date; expiresAt: Date },
  now: Date,
): Promise<void> => {
  await tx
    .insertInto('session')
    .values({ ...session, lastSeenAt: now })
    .execute()
}

export const endSession = async (tx: Tx, tokenDigest: Buffer): Promise<void> => {
  await tx.deleteFrom('session').where('tokenDigest', '=', tokenDigest).execute()
}

/** Deletes expired sessions and codes, and browsers that have not been used for long. */
export const deleteExpiredSessions = async (tx: Tx, now: Date, devicesUnusedSince: Date): Promise<void> => {
  await tx.deleteFrom('trustedDevice').where('lastUsedAt', '<=', devicesUnusedSince).execute()
  await tx.deleteFrom('session').where('expiresAt', '<=', now).execute()
  await tx.deleteFrom('oneTimeCode').where('expiresAt', '<=', now).execute()
}

export type Credentials = { id: number; email: string; passwordHash: string | null }

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

const profileOf = createSharedRead(
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
        'customer.staffLevel',
        'customer.emailVerifiedAt',
        'venue.slug as homeVenueSlug',
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
  staffLevel: string | null
  emailVerifiedAt: Date | null
}

const presentProfile = ({ emailVerifiedAt, ...row }: ProfileRow): CustomerProfile => {
  const profile = { ...row, emailVerified: emailVerifiedAt !== null }
  if (row.role !== 'staff') return { ...profile, role: 'customer', staffLevel: null }
  return { ...profile, role: 'staff', staffLevel: row.staffLevel === 'supervisor' ? 'supervisor' : 'desk' }
}

export const updateTill = async (tx: Tx, tokenDigest: Buffer, tillId: number | null): Promise<void> => {
  await tx.updateTable('session').set({ tillId }).where('tokenDigest', '=', tokenDigest).execute()
}
