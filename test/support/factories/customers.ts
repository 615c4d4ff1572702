import type { RoleId } from '#contract/permissions.ts'
import type { Tx } from '#server/platform/database.ts'
import { firstRow, nextNumber } from './rows.ts'

export type CustomerRow = { id: number; reference: string; email: string }

/**
 * A customer or a member of staff, who has the role Desk at every venue, a `supervisor` Administrator, or else `roles`.
 * Without `passwordHash` no one can log in as them; see `logIn` in app.ts.
 */
export const aCustomer = async (
  db: Tx,
  operatorId: number,
  more: {
    firstName?: string
    lastName?: string
    email?: string
    role?: 'customer' | 'staff'
    staffLevel?: 'desk' | 'supervisor'
    roles?: Roles
    postcode?: string
    passwordHash?: string
    dateOfBirth?: string | null
    homeVenueId?: number
    emailVerifiedAt?: Date | null
    createdAt?: Date
  } = {},
): Promise<CustomerRow> => {
  const number = nextNumber()
  const { roles, ...columns } = more
  const customer = await firstRow(
    db
      .insertInto('customer')
      .values({
        operatorId,
        reference: `DL-${10_000 + number}`,
        email: `person-${number}@example.test`,
        firstName: 'Ann',
        lastName: 'Example',
        dateOfBirth: '1990-05-01',
        createdAt: new Date('2026-01-01T00:00:00Z'),
        emailVerifiedAt: more.email === '' ? null : new Date('2026-01-01T00:00:00Z'),
        ...columns,
      })
      .returning(['id', 'reference', 'email'])
      .executeTakeFirst(),
  )
  if (columns.role === 'staff') {
    const role = columns.staffLevel === 'supervisor' ? 'administrator' : 'desk'
    await giveRoles(db, customer.id, roles ?? [{ role }])
  }
  return customer
}

export type Roles = readonly { role: RoleId; venueId?: number; instructorId?: number; lastDay?: string }[]

/** Replaces what somebody may do. */
export const giveRoles = async (db: Tx, customerId: number, roles: Roles): Promise<void> => {
  await db.deleteFrom('staffRole').where('customerId', '=', customerId).execute()
  await db
    .insertInto('staffRole')
    .values(roles.map((role) => ({ ...role, customerId })))
    .execute()
}

/** Closes an account as the person does, and leaves all that it has. */
export const closeAccount = async (db: Tx, customerId: number | null, at: Date): Promise<void> => {
  await db
    .updateTable('customer')
    .set({ closedAt: at, email: '', phone: '', passwordHash: null, dateOfBirth: null })
    .where('id', '=', customerId)
    .execute()
}

/** A person one may book for. */
export const aChildOf = async (
  db: Tx,
  operatorId: number,
  parentId: number,
  more: { firstName?: string; dateOfBirth?: string } = {},
): Promise<CustomerRow> => {
  const child = await aCustomer(db, operatorId, {
    firstName: 'Tom',
    email: '',
    dateOfBirth: '2017-06-01',
    ...more,
  })
  await db
    .insertInto('linkedCustomer')
    .values({ customerId: parentId, linkedId: child.id, relation: 'child' })
    .execute()
  return child
}
