import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

export type StaffRow = {
  id: number
  firstName: string
  lastName: string
  email: string
  lastLoginAt: Date | null
  staffLevel: 'desk' | 'supervisor'
  secondFactorSince: Date | null
  passkeys: number
}

export const staffOfOperator = async (tx: Tx, operatorId: number): Promise<StaffRow[]> => {
  const { rows } = await sql<StaffRow>`
    select c.id, c.first_name, c.last_name, c.email, coalesce(c.staff_level, 'desk') as staff_level,
      f.confirmed_at as second_factor_since,
      greatest(
        (select max(s.created_at) from session s where s.customer_id = c.id),
        (select e.last_at from security_event e where e.customer_id = c.id and e.event = 'logged_in'
          order by e.id desc limit 1)) as last_login_at,
      (select count(*)::int from passkey k where k.customer_id = c.id) as passkeys
    from customer c left join second_factor f on f.customer_id = c.id
    where c.operator_id = ${operatorId} and c.role = 'staff' and c.closed_at is null
    order by lower(c.first_name), lower(c.last_name), c.id`.execute(tx)
  return rows
}

export type Rights = { staffLevel: 'desk' | 'supervisor' } | null

/** Locks the operator's supervisors, so that of two who end each other's rights at once one is refused. @returns their ids */
export const lockSupervisors = async (tx: Tx, operatorId: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from customer
    where operator_id = ${operatorId} and role = 'staff' and staff_level = 'supervisor' and closed_at is null
    order by id for no key update`.execute(tx)
  return rows.map(({ id }) => id)
}

export const renameStaff = async (
  tx: Tx,
  id: number,
  name: { firstName: string; lastName: string },
): Promise<void> => {
  await tx.updateTable('customer').set(name).where('id', '=', id).execute()
}

/** @param rights null: the account is a customer's */
export const setRights = async (tx: Tx, id: number, rights: Rights): Promise<void> => {
  await tx
    .updateTable('customer')
    .set(rights === null ? { role: 'customer', staffLevel: null } : { role: 'staff', ...rights })
    .where('id', '=', id)
    .execute()
}
