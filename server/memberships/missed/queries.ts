import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

export type MissedRow = {
  id: number
  membershipId: number
  customerId: number
  firstName: string
  lastName: string
  plan: string
  periodFrom: string
  timezone: string
  amount: number
  currencySymbol: string
}

const missed = sql`
  select c.id, c.membership_id, m.payer_id as customer_id, p.first_name, p.last_name, pl.name as plan, c.period_from,
    v.timezone, c.amount, op.currency_symbol
  from membership_collection c
  join membership m on m.id = c.membership_id
  join membership_plan pl on pl.id = m.plan_id
  join customer p on p.id = m.payer_id
  join venue v on v.id = m.venue_id
  join operator op on op.id = m.operator_id
  where c.state = ${sql.lit('missed')}`

/** Payments that staff decide about, by customer and month. */
export const missedPayments = async (tx: Tx, operatorId: number, limit: number): Promise<MissedRow[]> => {
  const { rows } = await sql<MissedRow>`
    ${missed} and m.operator_id = ${operatorId} order by p.last_name, p.first_name, m.id, c.period_from
    limit ${limit}`.execute(tx)
  return rows
}

export const missedPaymentById = async (
  tx: Tx,
  operatorId: number,
  id: number,
): Promise<MissedRow | undefined> => {
  const { rows } = await sql<MissedRow>`
    ${missed} and m.operator_id = ${operatorId} and c.id = ${id}`.execute(tx)
  return rows[0]
}
