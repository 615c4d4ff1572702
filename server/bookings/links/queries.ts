import type { Tx } from '#server/platform/database.ts'

export const insertLink = async (
  tx: Tx,
  link: { secretDigest: Buffer; orderId: number; createdAt: Date; expiresAt: Date },
): Promise<void> => {
  await tx.insertInto('orderLink').values(link).execute()
}

/** The order that an unexpired link opens. */
export const orderOfLink = async (
  tx: Tx,
  secretDigests: readonly Buffer[],
  now: Date,
): Promise<{ orderId: number; customerId: number | null; operatorId: number }[]> =>
  secretDigests.length === 0
    ? []
    : tx
        .selectFrom('orderLink as l')
        .innerJoin('customerOrder as o', 'o.id', 'l.orderId')
        .select(['l.orderId', 'o.customerId', 'o.operatorId'])
        .where('l.secretDigest', 'in', secretDigests)
        .where('l.expiresAt', '>', now)
        .execute()

export const deleteLinks = async (tx: Tx, orderId: number): Promise<void> => {
  await tx.deleteFrom('orderLink').where('orderId', '=', orderId).execute()
}

/** @returns how many links were deleted */
export const deleteExpiredLinks = async (tx: Tx, now: Date): Promise<number> => {
  const { numDeletedRows } = await tx.deleteFrom('orderLink').where('expiresAt', '<', now).executeTakeFirst()
  return Number(numDeletedRows)
}
