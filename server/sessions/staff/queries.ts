import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

export type StaffRow = {
  id: number
  firstName: string
  lastName: string
  staffLevel: 'desk' | 'supervisor'
  secondFactorSince: Date | null
  passkeys: number
}

export const staffOfOperator = async (tx: Tx, operatorId: number): Promise<StaffRow[]> => {
  const { rows } = await sql<StaffRow>`
    select c.id, c.first_name, c.last_name, coalesce(c.staff_level, 'desk') as staff_level,
      f.confirmed_at as second_factor_since,
      (select count(*)::int from passkey k where k.customer_id = c.id) as passkeys
    from customer c left join second_factor f on f.customer_id = c.id
    where c.operator_id = ${operatorId} and c.role = 'staff' and c.closed_at is null
    order by lower(c.first_name), lower(c.last_name), c.id`.execute(tx)
  return rows
}
