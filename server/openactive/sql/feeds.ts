import { sql } from 'kysely'
import type { FeedName } from '#contract/openactive.ts'
import { itemIdOf } from '#server/openactive/rules.ts'
import type { Database, Tx } from '#server/platform/database.ts'

/** An item as it is sent; `data` is JSON, or null when it has been deleted. */
type SentRow = { id: string; modified: number; data: string | null }

/** A page of an operator's feed, and the address its data is published under; null until it has been. */
type FeedRows = { site: string | null; rows: SentRow[] }

/**
 * What comes after an item of an operator's feed, by `modified` and `id`.
 * @returns undefined when there is no such operator
 */
export const pageOf = async (
  db: Tx,
  operatorSlug: string,
  feed: FeedName,
  after: { modified: number; id: string },
  most: number,
): Promise<FeedRows | undefined> => {
  const { rows } = await sql<{ site: string | null } & (SentRow | { id: null })>`
    select identity.site, i.id, i.modified, i.data
    from operator op
    join open_data_site identity on identity.operator_id = op.id
    left join lateral (
      select i.id, i.modified, i.data from openactive_item i
      where i.operator_id = op.id and i.feed = ${feed} and i.modified is not null
        and (i.modified, i.id) > (${after.modified}::bigint, ${after.id}::text)
      order by i.modified, i.id limit ${most}
    ) i on true
    where op.slug = ${operatorSlug}
    order by i.modified, i.id`.execute(db)
  const [first] = rows
  if (first === undefined) return undefined
  return { site: first.site, rows: rows.filter((row) => row.id !== null) }
}

/**
 * The same of all operators, whose marks are one sequence. It is published under the address of the first of them.
 * @returns undefined when there is none
 */
export const sharedPageOf = async (
  db: Tx,
  feed: FeedName,
  after: { modified: number; id: string },
  most: number,
): Promise<FeedRows | undefined> => {
  const { rows } = await sql<{ site: string | null } & (SentRow | { id: null })>`
    select identity.site, i.id, i.modified, i.data
    from (select site from open_data_site order by operator_id limit 1) identity
    left join lateral (
      select page.* from operator op
      cross join lateral (
        select i.id, i.modified, i.data from openactive_item i
        where i.operator_id = op.id and i.feed = ${feed} and i.modified is not null
          and (i.modified, i.id) > (${after.modified}::bigint, ${after.id}::text)
        order by i.modified, i.id limit ${most}
      ) page
      order by page.modified, page.id limit ${most}
    ) i on true
    order by i.modified, i.id`.execute(db)
  const [first] = rows
  if (first === undefined) return undefined
  return { site: first.site, rows: rows.filter((row) => row.id !== null) }
}

/** The data of what a feed has, as JSON; undefined when it has no such item. */
export const dataOf = async (
  db: Tx,
  operatorSlug: string,
  feed: FeedName,
  subjectId: number,
): Promise<string | undefined> => {
  const { rows } = await sql<{ data: string | null }>`
    select i.data from openactive_item i join operator op on op.id = i.operator_id
    where i.id = ${itemIdOf(feed, subjectId)} and op.slug = ${operatorSlug} and i.feed = ${feed}`.execute(db)
  return rows[0]?.data ?? undefined
}

/** Whether the publisher has anything to do. */
export const hasPendingChanges = async (db: Database, format: number, now: Date): Promise<boolean> => {
  const { rows } = await sql<{ waiting: boolean }>`
    select exists (select 1 from openactive_change) or exists (select 1 from openactive_backlog)
      or (select min(due_at) from openactive_item) <= ${now}
      or not exists (select 1 from openactive_state where format >= ${format})
      or exists (select 1 from operator op where not exists (
        select 1 from openactive_identity oi where oi.operator_id = op.id)) as waiting`.execute(db)
  return rows[0]?.waiting ?? false
}

/**
 * Makes this transaction the only publisher until it ends.
 * @returns the last `modified` there was, and how the items are written
 */
export const lockPublishing = async (tx: Tx): Promise<{ lastModified: number; format: number }> => {
  const { rows } = await sql<{ lastModified: number; format: number }>`
    insert into openactive_state as s (one) values (true)
    on conflict (one) do update set one = true
    returning s.last_modified, s.format`.execute(tx)
  return rows[0] ?? { lastModified: 0, format: 0 }
}

/** Operators without an address of their own publish under the one that the first node to publish them has. */
export const claimIdentities = async (tx: Tx, site: string, now: Date): Promise<void> => {
  await sql`
    insert into openactive_identity (operator_id, site, since) select id, ${site}, ${now} from operator
    on conflict do nothing`.execute(tx)
}

export const recordPublished = async (tx: Tx, lastModified: number, format: number): Promise<void> => {
  await tx.updateTable('openactiveState').set({ lastModified, format }).execute()
}

export type ItemRow = {
  id: string
  operatorId: number
  feed: FeedName
  subjectId: number
  modified: number | null
  data: string | null
  dueAt: Date | null
}

/** The items that stand for subjects of feeds; an occurrence may have one in either of two. */
export const itemsOf = async (tx: Tx, ids: readonly string[]): Promise<ItemRow[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<ItemRow>`
    select id, operator_id, feed, subject_id, modified, data, due_at
    from openactive_item where id = any(${ids}::text[])`.execute(tx)
  return rows
}

export const writeItems = async (tx: Tx, items: readonly ItemRow[]): Promise<void> => {
  if (items.length === 0) return
  await sql`
    insert into openactive_item (id, operator_id, feed, subject_id, modified, data, due_at)
    select * from unnest(
      ${items.map((one) => one.id)}::text[], ${items.map((one) => one.operatorId)}::int[],
      ${items.map((one) => one.feed)}::text[], ${items.map((one) => one.subjectId)}::int[],
      ${items.map((one) => one.modified)}::bigint[], ${items.map((one) => one.data)}::text[],
      ${items.map((one) => one.dueAt)}::timestamptz[]
    )
    on conflict (id) do update
      set modified = excluded.modified, data = excluded.data, due_at = excluded.due_at`.execute(tx)
}

export const deleteItems = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await sql`delete from openactive_item where id = any(${ids}::text[])`.execute(tx)
}
