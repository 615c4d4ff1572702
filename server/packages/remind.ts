import { sql } from 'kysely'
import { remindAll } from '#server/notices/send.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { packageExpiring } from './messages.ts'

/** Customers are told so many days before the last day of a package. */
const reminderDays = 14

/** Writes to customers about packages with visits left in their last days, once for each package. */
export const notifyExpiringPackages = (db: Database, now: Date): Promise<void> =>
  remindAll(db, packageExpiring, (tx: Tx, limit: number) => expiringPackages(tx, limit, now), now)

type ExpiringRow = {
  operatorId: number
  customerId: number
  packageId: number
  email: string
  firstName: string
  name: string
  visitsLeft: number
  expiresOn: string
}

/** Packages whose owners have not been told. News of the same day needs no reminder. */
const expiringPackages = async (tx: Tx, limit: number, now: Date): Promise<ExpiringRow[]> => {
  const { rows } = await sql<ExpiringRow>`
    select p.operator_id, p.customer_id, p.id as package_id, c.email, c.first_name, pp.name,
      p.uses_left as visits_left, p.expires_on
    from package p
    join package_product pp on pp.id = p.product_id
    join customer c on c.id = p.customer_id and c.email <> '' and c.closed_at is null
    join operator op on op.id = p.operator_id
    where p.uses_left > 0
      and p.expires_on between (${now}::timestamptz at time zone op.timezone)::date
        and (${now}::timestamptz at time zone op.timezone)::date + ${reminderDays}::int
      -- Two days more cover every time zone; unlike the exact days this goes by the index.
      and p.expires_on between ${now}::date - 2 and ${now}::date + 2 + ${reminderDays}::int
      and p.created_at < ${now}::timestamptz - interval '1 day'
      and not exists (
        select 1 from notice n where n.kind = ${packageExpiring.kind}
          and n.about = 'customer:' || p.customer_id || ' package:' || p.id
      )
    order by p.id limit ${limit}`.execute(tx)
  return rows
}
