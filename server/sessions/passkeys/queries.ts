import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

export const saveChallenge = async (
  tx: Tx,
  challenge: { challengeDigest: Buffer; boundTo: Buffer; expiresAt: Date },
): Promise<void> => {
  await tx.insertInto('passkeyChallenge').values(challenge).execute()
}

/** Consumes a challenge. Of several concurrent attempts one gets it, and only the session it was made for. */
export const consumeChallenge = async (
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

export const deleteExpiredChallenges = async (tx: Tx, now: Date): Promise<void> => {
  await tx.deleteFrom('passkeyChallenge').where('expiresAt', '<=', now).execute()
}

export type PasskeyRow = {
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
export const addPasskey = async (tx: Tx, row: Omit<PasskeyRow, 'id' | 'lastUsedAt'>): Promise<boolean> => {
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
