import { sql } from 'kysely'
import { createBatchedStatement } from '#server/platform/batcher.ts'
import type { Tx } from '#server/platform/database.ts'
import { rolesOfCustomer } from './roles.ts'
import type { StoredRole } from './roles.ts'

type SessionRow = {
  customerId: number
  operatorId: number
  role: 'customer' | 'staff'
  roles: StoredRole[]
  linkedIds: number[]
  isVerified: boolean
  language: string | null
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

const sessionOf = createBatchedStatement(
  async (tx, digests: string[]) => {
    const { rows } = await sql<SessionRow & { digest: string }>`
    select encode(s.token_digest, 'hex') as digest, c.id as customer_id, c.operator_id, c.role, c.email_verified_at is not null as is_verified, c.language, s.created_at, s.last_seen_at, s.expires_at, s.user_agent,
      case when c.role = 'staff' then ${rolesOfCustomer} else '[]' end as roles,
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

/**
 * Locks a member of staff who may be logged in on one screen only, so that no other log-in of theirs passes meanwhile.
 * @returns false for anybody else
 */
export const lockWhoseLogInIsSingle = async (tx: Tx, customerId: number): Promise<boolean> => {
  const { rows } = await sql`
    select from customer c join operator o on o.id = c.operator_id
    where c.id = ${customerId} and c.role = 'staff' and o.one_place for no key update of c`.execute(tx)
  return rows.length > 0
}

/** Whether somebody has used a session other than this one since. */
export const isInUse = async (
  tx: Tx,
  customerId: number,
  ownToken: Buffer | null,
  since: Date,
): Promise<boolean> => {
  const { rows } = await sql`
    select from session where customer_id = ${customerId} and last_seen_at > ${since}
      and token_digest is distinct from ${ownToken}::bytea limit 1`.execute(tx)
  return rows.length > 0
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

/**
 * Ends all sessions of a customer except one, or all, and the unused codes that would log in or change the account. No
 * browser is recognised any more.
 */
export const endSessionsOf = async (tx: Tx, customerId: number, but: Buffer | null): Promise<void> => {
  await tx
    .deleteFrom('session')
    .where('customerId', '=', customerId)
    .$if(but !== null, (query) => query.where('tokenDigest', '<>', but))
    .execute()
  await tx.deleteFrom('trustedDevice').where('customerId', '=', customerId).execute()
  await tx
    .deleteFrom('oneTimeCode')
    .where('customerId', '=', customerId)
    .where('purpose', '<>', 'verify_email')
    .execute()
}

type CodePurpose =
  | 'reset_password'
  | 'handover'
  | 'verify_email'
  | 'new_email'
  | 'old_email'
  | 'second_factor'
  | 'second_factor_passed'
  | 'login_link'

export const addCode = async (
  tx: Tx,
  code: {
    codeDigest: Buffer
    purpose: CodePurpose
    customerId: number
    expiresAt: Date
    /** Of a hand-over: when the log-in began that it carries on. */
    loginStartedAt?: Date
    /** The address that the code is sent to. */
    email?: string
    /** The one browser where the code works; null or absent where it works in any. */
    browserDigest?: Buffer | null
  },
): Promise<void> => {
  await tx.insertInto('oneTimeCode').values(code).execute()
}

/**
 * Consumes a code. Of several concurrent attempts one gets it.
 * @param browserDigest of the browser: a code that is bound to another one is left as it is
 */
export const consumeCode = async (
  tx: Tx,
  codeDigest: Buffer,
  purpose: CodePurpose,
  now: Date,
  browserDigest: Buffer | null = null,
): Promise<{ customerId: number; loginStartedAt: Date | null } | undefined> =>
  tx
    .deleteFrom('oneTimeCode')
    .where('codeDigest', '=', codeDigest)
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now)
    .where((eb) => eb.or([eb('browserDigest', 'is', null), eb('browserDigest', '=', browserDigest)]))
    .returning(['customerId', 'loginStartedAt'])
    .executeTakeFirst()

/** Whose code this is, without using it up. */
export const codeOwner = async (
  tx: Tx,
  codeDigest: Buffer,
  purpose: CodePurpose,
  now: Date,
): Promise<{ customerId: number } | undefined> =>
  tx
    .selectFrom('oneTimeCode')
    .select('customerId')
    .where('codeDigest', '=', codeDigest)
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now)
    .executeTakeFirst()

/** Whom a login token or a hand-over code logs in, and the browser that a code is bound to. */
type TokenOwner = { customerId: number; browserDigest: Buffer | null }

export const tokenOwner = async (tx: Tx, tokenDigest: Buffer, now: Date): Promise<TokenOwner | undefined> => {
  const { rows } = await sql<TokenOwner>`
    select customer_id, null::bytea as browser_digest from session
      where token_digest = ${tokenDigest} and expires_at > ${now}
    union all
    select customer_id, browser_digest from one_time_code
      where code_digest = ${tokenDigest} and purpose = 'handover' and expires_at > ${now}`.execute(tx)
  return rows[0]
}

type LoginSession = { tokenDigest: Buffer; userAgent: string; createdAt: Date; lastSeenAt: Date }

export const sessionsOf = async (tx: Tx, customerId: number, now: Date): Promise<LoginSession[]> =>
  tx
    .selectFrom('session')
    .select(['tokenDigest', 'userAgent', 'createdAt', 'lastSeenAt'])
    .where('customerId', '=', customerId)
    .where('expiresAt', '>', now)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('tokenDigest')
    .execute()

export const isTrustedDevice = async (tx: Tx, tokenDigest: Buffer, customerId: number): Promise<boolean> => {
  const row = await tx
    .selectFrom('trustedDevice')
    .select('customerId')
    .where('tokenDigest', '=', tokenDigest)
    .where('customerId', '=', customerId)
    .executeTakeFirst()
  return row !== undefined
}

/** All who have logged in with the browser are recognised by its new token. */
export const renewDevice = async (tx: Tx, before: Buffer, after: Buffer): Promise<void> => {
  await tx
    .updateTable('trustedDevice')
    .set({ tokenDigest: after })
    .where('tokenDigest', '=', before)
    .execute()
}

export const saveDevice = async (
  tx: Tx,
  tokenDigest: Buffer,
  customerId: number,
  now: Date,
  secondFactorUntil: Date | undefined,
): Promise<void> => {
  const used = { lastUsedAt: now, ...(secondFactorUntil === undefined ? {} : { secondFactorUntil }) }
  await tx
    .insertInto('trustedDevice')
    .values({ tokenDigest, customerId, ...used })
    .onConflict((conflict) => conflict.columns(['tokenDigest', 'customerId']).doUpdateSet(used))
    .execute()
}
