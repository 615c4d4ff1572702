import type { Database, Tx } from '#server/platform/database.ts'

/** The orders of the proposals whose time is over. */
export const overdueProposals = async (db: Database, now: Date): Promise<number[]> => {
  const rows = await db
    .selectFrom('partnerProposal')
    .select('partnerOrderId')
    .where('hasEnded', '=', false)
    .where('heldUntil', '<=', now)
    .orderBy('partnerOrderId')
    .execute()
  return rows.map(({ partnerOrderId }) => partnerOrderId)
}

export const lockOrderOf = (tx: Tx, id: number): Promise<{ basketId: number | null } | undefined> =>
  tx
    .selectFrom('partnerOrder')
    .select('basketId')
    .where('id', '=', id)
    .where('state', '=', 'proposal')
    .forNoKeyUpdate()
    .executeTakeFirst()
