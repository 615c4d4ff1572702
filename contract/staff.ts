import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { emailAddress, id, text } from './fields.ts'
import { instant } from './shapes.ts'

const staffLevel = z.enum(['desk', 'supervisor'])

/** A member of staff, as supervisors see their log-in. */
export const staffMember = z
  .object({
    id: z.int(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    staffLevel,
    /** null where they have not logged in for as long as the security log goes back. */
    lastLoginAt: instant.nullable(),
    /** Since when their log-in needs a code of an app; null when it does not. */
    secondFactorSince: instant.nullable(),
    passkeys: z.int(),
    isThis: z.boolean(),
  })
  .meta({ id: 'StaffMember' })
export type StaffMember = z.output<typeof staffMember>

/** Without a supervisor there would be no one to give rights back. */
const rightsErrors = { last_supervisor: 409 } as const

export const staff = {
  list: endpoint({
    method: 'GET',
    path: '/foh/staff',
    summary: 'The staff of the operator, and how they log in.',
    allow: 'supervisor',
    returns: z.array(staffMember),
    reads: ['account'],
  }),
  add: endpoint({
    method: 'POST',
    path: '/foh/staff',
    summary:
      'Make a person a member of staff. Who has no account gets one, and a link to choose a password; an account of the address keeps its name.',
    allow: 'supervisor',
    body: z.object({ firstName: text(100), lastName: text(100), email: emailAddress, staffLevel }),
    returns: z.array(staffMember),
    errors: { already_staff: 409, address_unconfirmed: 409 },
    changes: ['account'],
  }),
  change: endpoint({
    method: 'PUT',
    path: '/foh/staff/{customerId}',
    summary: 'Rename a member of staff, or change their rights.',
    allow: 'supervisor',
    params: z.object({ customerId: id }),
    body: z.object({ firstName: text(100), lastName: text(100), staffLevel }),
    returns: z.array(staffMember),
    errors: rightsErrors,
    changes: ['account', 'session'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/foh/staff/{customerId}',
    summary:
      'End the rights of a member of staff, and their log-ins. Their account stays a customer account.',
    allow: 'supervisor',
    params: z.object({ customerId: id }),
    returns: z.array(staffMember),
    errors: rightsErrors,
    changes: ['account', 'session'],
  }),
  resetSecondFactor: endpoint({
    method: 'POST',
    path: '/foh/staff/{customerId}/second-factor-reset',
    summary:
      'Turn off the second factor of a colleague who has lost it, remove their passkeys and end their log-ins.',
    allow: 'supervisor',
    params: z.object({ customerId: id }),
    returns: z.array(staffMember),
    changes: ['account'],
  }),
}
