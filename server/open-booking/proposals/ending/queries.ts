import { sql } from 'kysely'
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

/**
 * Ends the time of what a partner has proposed and not booked: it can book no more. The next run of the job releases the
 * places.
 * @param operatorId only what it has proposed to this operator; null for all
 */
export const expireProposals = async (
  tx: Tx,
  { partnerId, operatorId }: { partnerId: number; operatorId: number | null },
  now: Date,
): Promise<void> => {
  await sql`
    with open as (
      select id from partner_order
      where partner_id = ${partnerId} and state = 'proposal'
        and (${operatorId}::int is null or operator_id = ${operatorId}::int)
      order by id for no key update
    )
    update partner_proposal p set held_until = least(p.held_until, ${now})
    from open where p.partner_order_id = open.id and not p.has_ended`.execute(tx)
}
