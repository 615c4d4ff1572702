import { sql } from 'kysely'
import { remindAll } from '#server/notices/send.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { creditExpiring } from './messages.ts'

/** Customers are told so many days before the last day of credit. */
const reminderDays = 14

/** Writes to customers about credit in its last days, once for each last day. */
export const notifyExpiringCredit = (db: Database, now: Date): Promise<void> =>
  remindAll(db, creditExpiring, (tx: Tx, limit: number) => expiringCredit(tx, limit, now), now)

type ExpiringRow = {
  operatorId: number
  customerId: number
  email: string
  firstName: string
  amount: number
  expiresOn: string
}

/** Credit of a customer with one last day, which they have not been told of. News of the same day needs no reminder. */
const expiringCredit = async (tx: Tx, limit: number, now: Date): Promise<ExpiringRow[]> => {
  const { rows } = await sql<ExpiringRow>`
    select l.operator_id, l.customer_id, c.email, c.first_name, sum(l.available)::int as amount, l.expires_on
    from credit_lot l
    join customer c on c.id = l.customer_id and c.email <> '' and c.closed_at is null
    join operator op on op.id = l.operator_id
    where l.available > 0
      and l.expires_on between (${now}::timestamptz at time zone op.timezone)::date
        and (${now}::timestamptz at time zone op.timezone)::date + ${reminderDays}::int
      -- Two days more cover every time zone; unlike the exact days this goes by the index.
      and l.expires_on between ${now}::date - 2 and ${now}::date + 2 + ${reminderDays}::int
      and l.created_at < ${now}::timestamptz - interval '1 day'
      and not exists (
        select 1 from notice n where n.kind = ${creditExpiring.kind}
          and n.about = 'customer:' || l.customer_id || ' credit ' || l.expires_on
      )
    group by l.operator_id, l.customer_id, c.email, c.first_name, l.expires_on
    order by l.customer_id, l.expires_on limit ${limit}`.execute(tx)
  return rows
}
