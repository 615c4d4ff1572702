import { sql } from 'kysely'
import { rolesWithSecondFactor } from '#contract/permissions.ts'
import type { Tx } from '#server/platform/database.ts'
import type { StoredSecret } from '#server/platform/secretKeys.ts'

export type SecondFactorRow = {
  secret: Buffer | null
  keyId: string | null
  confirmedAt: Date | null
  role: 'customer' | 'staff'
  isForStaff: boolean
  hasRoleAboveDesk: boolean
  rememberedUntil: Date | null
  recoveryCodesLeft: number
  hasPasskey: boolean
}

/** @param device digest of what tells the browser apart; null where nothing does */
export const findSecondFactor = async (
  tx: Tx,
  customerId: number,
  device: Buffer | null,
): Promise<SecondFactorRow | undefined> => {
  const { rows } = await sql<SecondFactorRow>`
    select f.secret, f.key_id, f.confirmed_at, c.role, o.staff_need_second_factor as is_for_staff,
      exists (select from staff_role r where r.customer_id = c.id and r.role = any(${rolesWithSecondFactor}::text[])) as has_role_above_desk,
      (select d.second_factor_until from trusted_device d
        where d.customer_id = c.id and d.token_digest = ${device}::bytea) as remembered_until,
      (select count(*)::int from recovery_code r where r.customer_id = c.id) as recovery_codes_left,
      exists (select 1 from passkey k where k.customer_id = c.id) as has_passkey
    from customer c join operator o on o.id = c.operator_id
      left join second_factor f on f.customer_id = c.id
    where c.id = ${customerId}`.execute(tx)
  return rows[0]
}

/** Stores a secret that no code has confirmed yet, in place of another such. @returns false when codes are on already */
export const saveSecret = async (
  tx: Tx,
  customerId: number,
  { secret, keyId }: StoredSecret,
  now: Date,
): Promise<boolean> => {
  const { rows } = await sql`
    insert into second_factor as f (customer_id, secret, key_id, created_at)
    values (${customerId}, ${secret}, ${keyId}, ${now})
    on conflict (customer_id) do update
      set secret = excluded.secret, key_id = excluded.key_id, created_at = excluded.created_at
      where f.confirmed_at is null
    returning 1`.execute(tx)
  return rows.length > 0
}

/** The secret that waits for its first code; null when there is none or codes are on. */
export const pendingSecret = async (tx: Tx, customerId: number): Promise<StoredSecret | null> =>
  (await tx
    .selectFrom('secondFactor')
    .select(['secret', 'keyId'])
    .where('customerId', '=', customerId)
    .where('confirmedAt', 'is', null)
    .executeTakeFirst()) ?? null

/** Stores a secret encrypted anew, unless another call has replaced it. */
export const replaceStoredSecret = async (
  tx: Tx,
  customerId: number,
  before: Buffer,
  { secret, keyId }: StoredSecret,
): Promise<void> => {
  await tx
    .updateTable('secondFactor')
    .set({ secret, keyId })
    .where('customerId', '=', customerId)
    .where('secret', '=', before)
    .execute()
}

/** Turns codes on. @returns false when another call has replaced the secret, or turned them on */
export const confirmSecret = async (
  tx: Tx,
  customerId: number,
  secret: Buffer,
  step: number,
  now: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('secondFactor')
    .set({ confirmedAt: now, lastStep: step })
    .where('customerId', '=', customerId)
    .where('secret', '=', secret)
    .where('confirmedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Uses up the code of a step and of all before it. Of several concurrent attempts one succeeds. */
export const consumeStep = async (tx: Tx, customerId: number, step: number): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('secondFactor')
    .set({ lastStep: step })
    .where('customerId', '=', customerId)
    .where('confirmedAt', 'is not', null)
    .where('lastStep', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const recoveryCodesOf = async (
  tx: Tx,
  customerId: number,
): Promise<{ id: number; codeHash: string }[]> =>
  tx
    .selectFrom('recoveryCode')
    .select(['id', 'codeHash'])
    .where('customerId', '=', customerId)
    .orderBy('id')
    .execute()

/** Of several concurrent attempts one succeeds. */
export const consumeRecoveryCode = async (tx: Tx, id: number): Promise<boolean> => {
  const { numDeletedRows } = await tx.deleteFrom('recoveryCode').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export const replaceRecoveryCodes = async (
  tx: Tx,
  customerId: number,
  hashes: readonly string[],
): Promise<void> => {
  await tx.deleteFrom('recoveryCode').where('customerId', '=', customerId).execute()
  if (hashes.length === 0) return
  await tx
    .insertInto('recoveryCode')
    .values(hashes.map((codeHash) => ({ customerId, codeHash })))
    .execute()
}

/** @returns whether codes were on */
export const deleteSecondFactor = async (tx: Tx, customerId: number): Promise<boolean> => {
  await replaceRecoveryCodes(tx, customerId, [])
  await tx
    .updateTable('trustedDevice')
    .set({ secondFactorUntil: null })
    .where('customerId', '=', customerId)
    .execute()
  const deleted = await tx
    .deleteFrom('secondFactor')
    .where('customerId', '=', customerId)
    .returning('confirmedAt')
    .executeTakeFirst()
  return deleted !== undefined && deleted.confirmedAt !== null
}

export const savePasskeyChallenge = async (
  tx: Tx,
  challenge: { challengeDigest: Buffer; boundTo: Buffer; expiresAt: Date },
): Promise<void> => {
  await tx.insertInto('passkeyChallenge').values(challenge).execute()
}

/** Consumes a challenge. Of several concurrent attempts one gets it, and only the session it was made for. */
export const consumePasskeyChallenge = async (
  tx: Tx,
  challengeDigest: Buffer,
  boundTo: Buffer,
  now: Date,
): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('passkeyChallenge')
    .where('challengeDigest', '=', challengeDigest)
    .where('boundTo', '=', boundTo)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const deleteExpiredPasskeyChallenges = async (tx: Tx, now: Date): Promise<void> => {
  await tx.deleteFrom('passkeyChallenge').where('expiresAt', '<=', now).execute()
}

type PasskeyRow = {
  id: number
  customerId: number
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: string[]
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

export const passkeysOf = async (tx: Tx, customerId: number): Promise<PasskeyRow[]> =>
  tx.selectFrom('passkey').selectAll().where('customerId', '=', customerId).orderBy('id').execute()

/** The passkey with this id, of a customer of the operator whose account is open. */
export const passkeyBy = async (
  tx: Tx,
  operatorId: number,
  credentialId: string,
): Promise<PasskeyRow | undefined> =>
  tx
    .selectFrom('passkey')
    .innerJoin('customer', 'customer.id', 'passkey.customerId')
    .selectAll('passkey')
    .where('passkey.credentialId', '=', credentialId)
    .where('customer.operatorId', '=', operatorId)
    .where('customer.closedAt', 'is', null)
    .executeTakeFirst()

/** @returns false when there is such a passkey already */
export const insertPasskey = async (tx: Tx, row: Omit<PasskeyRow, 'id' | 'lastUsedAt'>): Promise<boolean> => {
  const added = await tx
    .insertInto('passkey')
    .values(row)
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/** Records a use. @returns false when a concurrent use has counted as far, which means a copy of the passkey */
export const recordUse = async (tx: Tx, id: number, counter: number, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('passkey')
    .set({ counter, lastUsedAt: now })
    .where('id', '=', id)
    .where(sql<boolean>`(counter < ${counter} or (counter = 0 and ${counter} = 0))`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const deletePasskey = async (tx: Tx, customerId: number, id: number): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('passkey')
    .where('customerId', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const deletePasskeysOf = async (tx: Tx, customerId: number): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('passkey')
    .where('customerId', '=', customerId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
