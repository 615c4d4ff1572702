import { sql } from 'kysely'
import { remindAll } from '#server/notices/send.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { cardExpiring, membershipCardExpiring } from './messages.ts'

/** Writes to customers whose saved card is in its last month, once for each card. */
export const notifyExpiringCards = async (db: Database, now: Date): Promise<void> => {
  const find = (isPaying: boolean) => (tx: Tx, limit: number) => expiringCards(tx, { isPaying, limit }, now)
  await remindAll(db, membershipCardExpiring, find(true), now)
  await remindAll(db, cardExpiring, find(false), now)
}

type ExpiringRow = {
  operatorId: number
  customerId: number
  cardId: number
  email: string
  firstName: string
  brand: string
  lastFour: string
  lastDay: string
  plans: string[]
}

/**
 * Cards that end with this month and whose owners have not been told, with the memberships collected from each.
 * @param which.isPaying of those that a membership is collected from, or of the others
 */
const expiringCards = async (
  tx: Tx,
  { isPaying, limit }: { isPaying: boolean; limit: number },
  now: Date,
): Promise<ExpiringRow[]> => {
  const { rows } = await sql<ExpiringRow>`
    select c.operator_id, c.id as customer_id, s.id as card_id, c.email, c.first_name, s.brand, s.last_four,
      (date_trunc('month', ${now}::timestamptz at time zone op.timezone) + interval '1 month - 1 day')::date as last_day,
      k.plans
    from saved_card s
    join customer c on c.id = s.customer_id and c.email <> '' and c.closed_at is null
    join operator op on op.id = c.operator_id
    cross join lateral (
      select array(
          select p.name from membership m join membership_plan p on p.id = m.plan_id
          where m.saved_card_id = s.id and m.payment_method = 'card' and m.collected_here
            and m.next_billing_on is not null and m.status <> 'ended'
          order by m.id
      ) as plans
    ) k
    where s.removed_at is null and (cardinality(k.plans) > 0) = ${isPaying}::boolean
      and s.expiry = to_char(${now}::timestamptz at time zone op.timezone, 'MMYY')
      -- A day each way covers every time zone; unlike the exact month this goes by the index.
      and s.expiry in (to_char(${now}::timestamptz - interval '1 day', 'MMYY'),
        to_char(${now}::timestamptz + interval '1 day', 'MMYY'))
      and s.created_at < ${now}::timestamptz - interval '1 day'
      and not exists (
        select 1 from notice n where n.kind in (${cardExpiring.kind}, ${membershipCardExpiring.kind})
          and n.about = 'customer:' || c.id || ' card:' || s.id
      )
    order by s.id limit ${limit}`.execute(tx)
  return rows
}
