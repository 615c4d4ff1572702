import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

export type Backlog = {
  /** `held`: their time is not up; `lapsed`: it is, and the job that ends them has not been there yet. */
  holds: { held: number; lapsed: number }
  /** The highest id of an order: it grows with every order and never falls. */
  orders: number
  /** Payments with something left to do, by status, and the age of the oldest in seconds. */
  payments: { status: string; count: number; oldest: number }[]
  /** Refunds to cards that are due, and those that the card company has not paid. */
  refunds: { count: number; oldest: number }
  /** Queued jobs whose time has come, and those that were given up, by kind. */
  jobs: { kind: string; due: number; lag: number; failed: number }[]
  /** Periodic jobs and how late each is, in seconds; negative until its time has come. */
  periodic: { name: string; late: number }[]
  notices: number
}

/** One statement over partial indexes: its cost grows with what waits, not with what is done. */
export const readBacklog = async (db: Tx, now: Date): Promise<Backlog> => {
  const age = (column: string) => sql`extract(epoch from ${now}::timestamptz - ${sql.ref(column)})::float8`
  const { rows } = await sql<Backlog>`
    select
      (select json_build_object('held', count(*) filter (where held_until > ${now}),
                                'lapsed', count(*) filter (where held_until <= ${now}))
         from hold where state = 'held') as holds,
      (select coalesce(max(id), 0) from customer_order)::int as orders,
      (select coalesce(json_agg(p), '[]') from (
         select status, count(*)::int as count, max(${age('created_at')}) as oldest
         from payment_transaction where next_attempt_at is not null group by status) p) as payments,
      (select json_build_object('count', count(*), 'oldest', coalesce(max(${age('created_at')}), 0))
         from (
           select created_at from refund where next_attempt_at is not null
           union all select created_at from failed_card_refund
         ) r) as refunds,
      (select coalesce(json_agg(j), '[]') from (
         select kind, count(*) filter (where failed_at is null and due_at <= ${now})::int as due,
           coalesce(max(${age('due_at')}) filter (where failed_at is null and due_at <= ${now}), 0) as lag,
           count(*) filter (where failed_at is not null)::int as failed
         from job where done_at is null group by kind) j) as jobs,
      (select coalesce(json_agg(json_build_object('name', name, 'late', ${age('due_at')})), '[]')
         from periodic_job) as periodic,
      (select count(*)::int from notice where state = 'waiting') as notices`.execute(db)
  return rows[0] as Backlog
}
