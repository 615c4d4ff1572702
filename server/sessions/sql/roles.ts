import { sql } from 'kysely'
import type { RoleId } from '#contract/permissions.ts'
import type { Tx } from '#server/platform/database.ts'

export type StoredRole = {
  role: RoleId
  venueId: number | null
  instructorId: number | null
  /** ISO 8601: the midnight after its last day, in the operator's time; null: no end is set. */
  endsAt: string | null
}

/** The roles of the customer `c`, as JSON. Those that have ended are among them. */
export const rolesOfCustomer = sql<StoredRole[]>`(
  select coalesce(json_agg(json_build_object('role', r.role, 'venueId', r.venue_id, 'instructorId', r.instructor_id,
      'endsAt', (r.last_day + 1)::timestamp at time zone o.timezone) order by r.id), '[]'::json)
  from staff_role r join operator o on o.id = c.operator_id where r.customer_id = c.id)`

export const rolesOf = async (tx: Tx, customerId: number): Promise<StoredRole[]> => {
  const { rows } = await sql<{ roles: StoredRole[] }>`
    select ${rolesOfCustomer} as roles from customer c where c.id = ${customerId} and c.role = 'staff'`.execute(
    tx,
  )
  return rows[0]?.roles ?? []
}

/** Everybody who has had a role, by name. */
export const rolesOfStaff = async (
  tx: Tx,
  operatorId: number,
): Promise<{ id: number; name: string; roles: StoredRole[] }[]> => {
  const { rows } = await sql<{ id: number; name: string; roles: StoredRole[] }>`
    select c.id, concat_ws(' ', c.first_name, c.last_name) as name, ${rolesOfCustomer} as roles
    from customer c where c.operator_id = ${operatorId} and c.role = 'staff' and c.closed_at is null
    order by c.last_name, c.first_name, c.id`.execute(tx)
  return rows
}

export type NewRole = {
  role: RoleId
  venueId: number | null
  instructorId: number | null
  lastDay: string | null
}

/** Replaces what a person may do. None: they are a customer. `staff_level` is for nodes of the version before. */
export const replaceRoles = async (tx: Tx, customerId: number, roles: readonly NewRole[]): Promise<void> => {
  await tx.deleteFrom('staffRole').where('customerId', '=', customerId).execute()
  if (roles.length > 0)
    await tx
      .insertInto('staffRole')
      .values(roles.map((role) => ({ ...role, customerId })))
      .execute()
  const staffLevel = roles.some(({ role }) => role === 'administrator') ? 'supervisor' : 'desk'
  await tx
    .updateTable('customer')
    .set(roles.length === 0 ? { role: 'customer', staffLevel: null } : { role: 'staff', staffLevel })
    .where('id', '=', customerId)
    .execute()
}

/**
 * Locks those who may do everything everywhere and leave on no day, so that of two who end each other's rights at once one
 * is refused. @returns their ids
 */
export const lockAdministrators = async (tx: Tx, operatorId: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select c.id from customer c
    where c.operator_id = ${operatorId} and c.role = 'staff' and c.closed_at is null and exists (
      select from staff_role r
      where r.customer_id = c.id and r.role = 'administrator' and r.venue_id is null and r.last_day is null
    )
    order by c.id for no key update`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Staff all of whose roles have ended. */
export const staffWhoLeft = async (
  tx: Tx,
  now: Date,
  limit: number,
): Promise<{ id: number; operatorId: number; firstName: string; lastName: string }[]> => {
  const { rows } = await sql<{ id: number; operatorId: number; firstName: string; lastName: string }>`
    select c.id, c.operator_id, c.first_name, c.last_name from customer c join operator o on o.id = c.operator_id
    where c.role = 'staff' and c.closed_at is null
      and exists (select from staff_role r where r.customer_id = c.id and r.last_day is not null)
      and not exists (
        select from staff_role r where r.customer_id = c.id
          and (r.last_day is null or r.last_day >= (${now}::timestamptz at time zone o.timezone)::date)
      )
    order by c.id limit ${limit}`.execute(tx)
  return rows
}

/** Instructors of the operator, by name. */
export const instructorsOf = async (
  tx: Tx,
  operatorId: number,
): Promise<{ id: number; slug: string; name: string }[]> =>
  tx
    .selectFrom('instructor')
    .select(['id', 'slug', 'name'])
    .where('operatorId', '=', operatorId)
    .orderBy('name')
    .execute()

export const venuesOf = async (
  tx: Tx,
  operatorId: number,
): Promise<{ id: number; slug: string; name: string }[]> =>
  tx
    .selectFrom('venue')
    .select(['id', 'slug', 'name'])
    .where('operatorId', '=', operatorId)
    .orderBy('position')
    .execute()
