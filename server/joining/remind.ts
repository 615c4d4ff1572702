import { sql } from 'kysely'
import { remindAll } from '#server/notices/send.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { joiningUnfinished } from './messages.ts'

/** Whoever still fills in the forms is not to be reminded, nor whoever has no time left to pay. */
const reminderHours = 1

/** Writes once to people who have begun to join and left. Those whom staff sign up are asked at the desk. */
export const notifyUnfinishedJoinings = (db: Database, now: Date): Promise<void> =>
  remindAll(db, joiningUnfinished, (tx: Tx, limit: number) => joiningsToRemind(tx, limit, now), now)

type UnfinishedRow = {
  operatorId: number
  customerId: number
  joiningId: number
  email: string
  firstName: string
  plan: string
  venue: string
  amount: number
  goodUntil: string
  timezone: string
}

/** Nobody is reminded while a payment is under way: its basket is then not open. */
const joiningsToRemind = async (tx: Tx, limit: number, now: Date): Promise<UnfinishedRow[]> => {
  const { rows } = await sql<Omit<UnfinishedRow, 'goodUntil'> & { goodUntil: Date }>`
    select j.operator_id, j.customer_id, j.id as joining_id, c.email, c.first_name, p.name as plan, v.name as venue,
      (j.plan -> 'dueToday' ->> 'raw')::int as amount, j.good_until, v.timezone
    from joining j
    join basket b on b.id = j.basket_id and b.status = 'open'
    join membership_plan p on p.id = j.plan_id
    join venue v on v.id = j.venue_id
    join customer c on c.id = j.customer_id and c.email <> '' and c.closed_at is null
    where j.status = 'awaiting_payment' and j.changes_id is null and j.sold_by is null
      and j.created_at < ${now}::timestamptz - ${reminderHours} * interval '1 hour'
      and j.good_until > ${now}::timestamptz + ${reminderHours} * interval '1 hour'
      and not exists (
        select 1 from notice n where n.kind = ${joiningUnfinished.kind}
          and n.about = 'customer:' || j.customer_id || ' joining:' || j.id
      )
    order by j.id limit ${limit}`.execute(tx)
  return rows.map((row) => ({ ...row, goodUntil: row.goodUntil.toISOString() }))
}
