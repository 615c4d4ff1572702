import { sql } from 'kysely'
import type { ProposalStatus } from '#server/open-booking/proposals/rules.ts'
import type { Json } from '#server/openactive/rules.ts'
import type { Tx } from '#server/platform/database.ts'

/** Moves the proposals that have changed to the end of their feeds. The caller is the only publisher. */
export const stampProposals = async (tx: Tx, modified: number): Promise<void> => {
  await sql`update partner_proposal set feed_modified = ${modified}::bigint, is_changed = false
    where is_changed`.execute(tx)
}

export type ProposalFeedRow = {
  uuid: string
  /** `deleted` when its order has been. */
  state: 'proposal' | 'order' | 'deleted'
  status: ProposalStatus
  version: string
  item: Json
  modified: number
}

/** What comes after an item of a partner's feed of proposals, by `modified` and uuid. */
export const proposalsPage = async (
  tx: Tx,
  partnerId: number,
  after: { modified: number; uuid: string },
  most: number,
): Promise<ProposalFeedRow[]> => {
  const { rows } = await sql<ProposalFeedRow>`
    select o.uuid, o.state, p.status, p.version, p.item, p.feed_modified as modified
    from partner_proposal p join partner_order o on o.id = p.partner_order_id
    where o.partner_id = ${partnerId} and p.feed_modified >= ${after.modified}::bigint
      and (p.feed_modified, o.uuid) > (${after.modified}::bigint, ${after.uuid}::uuid)
    order by p.feed_modified, o.uuid limit ${most}`.execute(tx)
  return rows
}
