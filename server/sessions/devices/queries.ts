import type { Tx } from '#server/platform/database.ts'

export type LoginSession = { tokenDigest: Buffer; userAgent: string; createdAt: Date; lastSeenAt: Date }

export const sessionsOf = async (tx: Tx, customerId: number, now: Date): Promise<LoginSession[]> =>
  tx
    .selectFrom('session')
    .select(['tokenDigest', 'userAgent', 'createdAt', 'lastSeenAt'])
    .where('customerId', '=', customerId)
    .where('expiresAt', '>', now)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('tokenDigest')
    .execute()

export const deleteSession = async (tx: Tx, tokenDigest: Buffer): Promise<void> => {
  await tx.deleteFrom('session').where('tokenDigest', '=', tokenDigest).execute()
}

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
