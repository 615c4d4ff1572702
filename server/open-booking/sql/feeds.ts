import { sql } from 'kysely'
import type { ProposalStatus } from '#server/open-booking/rules.ts'
import type { Json } from '#server/openactive/rules.ts'
import type { Database, Tx } from '#server/platform/database.ts'

/** Takes out the orders whose item may be different. The caller is the only publisher. */
export const takeOrderChanges = async (tx: Tx): Promise<number[]> => {
  const { rows } = await sql<{
    orderId: number
  }>`delete from partner_order_change returning order_id`.execute(tx)
  return [...new Set(rows.map(({ orderId }) => orderId))].toSorted((one, other) => one - other)
}

export const hasOrderChanges = async (db: Database): Promise<boolean> => {
  const { rows } = await sql<{ waiting: boolean }>`
    select exists (select 1 from partner_order_change)
      or exists (select 1 from partner_proposal where is_changed) as waiting`.execute(db)
  return rows[0]?.waiting ?? false
}

/**
 * Makes this transaction the only publisher until it ends.
 * @returns the last `modified` there was
 */
export const lockOrdersFeed = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ lastModified: number }>`
    insert into partner_feed_state as s (one) values (true)
    on conflict (one) do update set one = true returning s.last_modified`.execute(tx)
  return rows[0]?.lastModified ?? 0
}

/** Moves orders to the end of their feeds. One that was deleted before it was in its feed never comes into it. */
export const stampOrders = async (tx: Tx, orderIds: readonly number[], modified: number): Promise<void> => {
  await sql`
    update partner_order set feed_modified = ${modified}::bigint
    where order_id = any(${orderIds}::int[]) and (state <> 'deleted' or feed_modified is not null)`.execute(
    tx,
  )
}

export const saveModified = async (tx: Tx, modified: number): Promise<void> => {
  await sql`update partner_feed_state set last_modified = ${modified}::bigint`.execute(tx)
}

export type FeedRow = {
  id: number
  uuid: string
  operatorId: number
  state: 'order' | 'deleted'
  answer: string | null
  modified: number
}

/** What comes after an item of a partner's feed, by `modified` and uuid. */
export const feedPage = async (
  tx: Tx,
  partnerId: number,
  after: { modified: number; uuid: string },
  most: number,
): Promise<FeedRow[]> => {
  const { rows } = await sql<FeedRow>`
    select id, uuid, operator_id, state, answer, feed_modified as modified
    from partner_order
    where partner_id = ${partnerId} and feed_modified is not null and state in ('order', 'deleted')
      and (feed_modified, uuid) > (${after.modified}::bigint, ${after.uuid}::uuid)
    order by feed_modified, uuid limit ${most}`.execute(tx)
  return rows
}

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
