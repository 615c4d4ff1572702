import type { Tx } from '#server/platform/database.ts'

export const planOf = async (tx: Tx, membershipId: number): Promise<number | undefined> =>
  (await tx.selectFrom('membership').select('planId').where('id', '=', membershipId).executeTakeFirst())
    ?.planId
