import { sql } from 'kysely'
import { sendNotices } from '#server/notices/send.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { cardExpiring, membershipCardExpiring } from './messages.ts'

const cardsAtATime = 500

/** Writes to customers whose saved card is in its last month, once for each card. */
export const notifyExpiringCards = async (db: Database, now: Date): Promise<void> => {
  for (let count = cardsAtATime; count === cardsAtATime;) {
    count = await transact(db, async (tx) => {
      const expiring = (await expiringCards(tx, now)).map(({ operatorId, email: to, ...facts }) => ({
        operatorId,
        to,
        facts,
      }))
      const isPaying = ({ facts }: (typeof expiring)[number]) => facts.plans.length > 0
      await sendNotices(tx, membershipCardExpiring, expiring.filter(isPaying), now)
      const others = expiring.filter((one) => !isPaying(one))
      await sendNotices(tx, cardExpiring, others, now)
      return expiring.length
    })
  }
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

/** Cards that end with this month and whose owners have not been told, with the memberships collected from each. */
const expiringCards = async (tx: Tx, now: Date): Promise<ExpiringRow[]> => {
  const { rows } = await sql<ExpiringRow>`
    select c.operator_id, c.id as customer_id, s.id as card_id, c.email, c.first_name, s.brand, s.last_four,
      (date_trunc('month', ${now}::timestamptz at time zone op.timezone) + interval '1 month - 1 day')::date as last_day,
      array(
        select p.name from membership m join membership_plan p on p.id = m.plan_id
        where m.saved_card_id = s.id and m.payment_method = 'card' and m.collected_here
          and m.next_billing_on is not null and m.status <> 'ended'
        order by m.id
      ) as plans
    from saved_card s
    join customer c on c.id = s.customer_id and c.email <> '' and c.closed_at is null
    join operator op on op.id = c.operator_id
    where s.removed_at is null
      and s.expiry = to_char(${now}::timestamptz at time zone op.timezone, 'MMYY')
      -- A day each way covers every time zone; unlike the exact month this goes by the index.
      and s.expiry in (to_char(${now}::timestamptz - interval '1 day', 'MMYY'),
        to_char(${now}::timestamptz + interval '1 day', 'MMYY'))
      and s.created_at < ${now}::timestamptz - interval '1 day'
      and not exists (
        select 1 from notice n where n.kind in (${cardExpiring.kind}, ${membershipCardExpiring.kind})
          and n.about = 'customer:' || c.id || ' card:' || s.id
      )
    order by s.id limit ${cardsAtATime}`.execute(tx)
  return rows
}
