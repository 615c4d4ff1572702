import { sql } from 'kysely'
import type { Database, Tx } from '#server/platform/database.ts'

/** Whether the time of a proposal `p` is over, or it was accepted and its session does not take place. */
const isOver = (now: Date) =>
  sql<boolean>`not p.has_ended
    and (p.held_until <= ${now} or (p.status = 'accepted' and is_proposal_called_off(p.partner_order_id)))`

/** The orders of the proposals that are over. */
export const overdueProposals = async (db: Database, now: Date): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select p.partner_order_id as id from partner_proposal p where ${isOver(now)} order by p.partner_order_id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Whether a proposal is over, whose order the caller has locked. */
export const isProposalOver = async (tx: Tx, partnerOrderId: number, now: Date): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from partner_proposal p where p.partner_order_id = ${partnerOrderId} and ${isOver(now)}`.execute(
    tx,
  )
  return rows.length > 0
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
