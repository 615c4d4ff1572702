import type { Tx } from '#server/platform/database.ts'

export const feedOf = async (tx: Tx, customerId: number): Promise<{ createdAt: Date } | null> =>
  (await tx
    .selectFrom('calendarFeed')
    .select('createdAt')
    .where('customerId', '=', customerId)
    .executeTakeFirst()) ?? null

/** Inserts or replaces the feed of a customer. */
export const setFeed = async (
  tx: Tx,
  customerId: number,
  feed: { secretDigest: Buffer; createdAt: Date },
): Promise<void> => {
  await tx
    .insertInto('calendarFeed')
    .values({ customerId, ...feed })
    .onConflict((conflict) => conflict.column('customerId').doUpdateSet(feed))
    .execute()
}

export const dropFeed = async (tx: Tx, customerId: number): Promise<void> => {
  await tx.deleteFrom('calendarFeed').where('customerId', '=', customerId).execute()
}

/** The customer whose feed has this secret. */
export const feedBy = async (
  tx: Tx,
  secretDigest: Buffer,
): Promise<{ customerId: number; operatorId: number } | undefined> =>
  tx
    .selectFrom('calendarFeed as f')
    .innerJoin('customer as c', 'c.id', 'f.customerId')
    .select(['f.customerId', 'c.operatorId'])
    .where('f.secretDigest', '=', secretDigest)
    .where('c.closedAt', 'is', null)
    .executeTakeFirst()
