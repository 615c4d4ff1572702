import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

export type GrantingSeller = {
  id: number
  slug: string
  name: string
  site: string | null
  /** The address of its logo; `data:` when the database has it, `''` when there is none. */
  logo: string
}

/** A seller that takes bookings from partners. */
export const grantingSeller = async (tx: Tx, operatorId: number): Promise<GrantingSeller | undefined> => {
  const { rows } = await sql<GrantingSeller>`
    select op.id, op.slug, op.name, identity.site,
      case when t.app_logo like 'data:%' then 'data:' else coalesce(t.app_logo, '') end as logo
    from operator op
    left join open_data_site identity on identity.operator_id = op.id
    left join theme t on t.id = op.theme_id
    where op.id = ${operatorId} and op.open_booking`.execute(tx)
  return rows[0]
}

export type Supervisor = { id: number; operatorId: number }

/** Whose supervisor goes by a log-in name: of this operator first, else of another on this server. */
export const operatorOfSupervisor = async (
  tx: Tx,
  username: string,
  operatorId: number,
): Promise<number | undefined> => {
  const { rows } = await sql<{ operatorId: number }>`
    select c.operator_id from customer c join operator op on op.id = c.operator_id and op.open_booking
    where (c.email = ${username} and c.email <> '' or c.reference = ${username})
      and c.role = 'staff' and c.staff_level = 'supervisor'
    order by c.operator_id = ${operatorId} desc, c.operator_id limit 1`.execute(tx)
  return rows[0]?.operatorId
}

export const isSupervisor = async (tx: Tx, customerId: number): Promise<boolean> => {
  const row = await tx
    .selectFrom('customer')
    .select(['role', 'staffLevel'])
    .where('id', '=', customerId)
    .executeTakeFirst()
  return row?.role === 'staff' && row.staffLevel === 'supervisor'
}

/** A seller lets a partner sell for it. */
export const addSellerOfPartner = async (tx: Tx, partnerId: number, operatorId: number): Promise<void> => {
  await tx
    .insertInto('bookingPartnerOperator')
    .values({ partnerId, operatorId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
