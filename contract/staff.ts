import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, emailAddress, id, optional, text } from './fields.ts'
import { roleIds } from './permissions.ts'
import { displayDate, instant } from './shapes.ts'

/** A role at a venue, by its slug; null: at every venue. `instructor`: who an instructor is in the timetable. */
const givenRole = z.object({
  role: z.enum(roleIds),
  venue: z.string().nullable().default(null),
  instructor: z.string().nullable().default(null),
})
export type GivenRole = z.output<typeof givenRole>

const roles = z.array(givenRole).min(1, 'Choose at least one role.').max(60)

const heldRole = z.object({
  role: z.enum(roleIds),
  venue: z.object({ slug: z.string(), name: z.string() }).nullable(),
  instructor: z.object({ slug: z.string(), name: z.string() }).nullable(),
})

/** A member of staff, as those who manage staff see them. */
export const staffMember = z
  .object({
    id: z.int(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    roles: z.array(heldRole),
    /** The day after which they are no longer staff; null: none is set. */
    lastDay: displayDate.nullable(),
    /** null where they have not logged in for as long as the security log goes back. */
    lastLoginAt: instant.nullable(),
    /** Since when their log-in needs a code of an app; null when it does not. */
    secondFactorSince: instant.nullable(),
    passkeys: z.int(),
    isThis: z.boolean(),
  })
  .meta({ id: 'StaffMember' })
export type StaffMember = z.output<typeof staffMember>

const rightsErrors = { last_administrator: 409, own_rights: 403, rights_beyond_own: 403 } as const
const params = z.object({ customerId: id })

export const staff = {
  list: endpoint({
    method: 'GET',
    path: '/foh/staff',
    summary: 'The staff of the operator, what they may do, and how they log in.',
    allow: 'staff',
    needs: 'staff',
    returns: z.array(staffMember),
    reads: ['account'],
  }),
  options: endpoint({
    method: 'GET',
    path: '/foh/staff-options',
    summary: 'The roles that the caller can give, the venues where, and the instructors of the timetable.',
    allow: 'staff',
    needs: 'staff',
    returns: z.object({
      roles: z.array(z.enum(roleIds)),
      everywhere: z.boolean(),
      venues: z.array(z.object({ slug: z.string(), name: z.string() })),
      instructors: z.array(z.object({ slug: z.string(), name: z.string() })),
    }),
    reads: ['account', 'catalogue'],
  }),
  add: endpoint({
    method: 'POST',
    path: '/foh/staff',
    summary:
      'Make a person a member of staff. Who has no account gets one, and a link to choose a password; an account of the address keeps its name.',
    allow: 'staff',
    needs: 'staff',
    body: z.object({ firstName: text(100), lastName: text(100), email: emailAddress, roles }),
    returns: z.array(staffMember),
    errors: { already_staff: 409, address_unconfirmed: 409, ...rightsErrors },
    changes: ['account'],
  }),
  rename: endpoint({
    method: 'PUT',
    path: '/foh/staff/{customerId}',
    summary: 'Rename a member of staff.',
    allow: 'staff',
    needs: 'staff',
    params,
    body: z.object({ firstName: text(100), lastName: text(100) }),
    returns: z.array(staffMember),
    changes: ['account', 'session'],
  }),
  changeRoles: endpoint({
    method: 'PUT',
    path: '/foh/staff/{customerId}/roles',
    summary:
      'Change what a member of staff may do, and until when. After their last day they are a customer again, logged out.',
    allow: 'staff',
    needs: 'staff',
    params,
    body: z.object({ roles, lastDay: optional(day()) }),
    returns: z.array(staffMember),
    errors: rightsErrors,
    changes: ['account', 'session'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/foh/staff/{customerId}',
    summary:
      'End the rights of a member of staff now, and their log-ins. Their account stays a customer account.',
    allow: 'staff',
    needs: 'staff',
    params,
    returns: z.array(staffMember),
    errors: rightsErrors,
    changes: ['account', 'session'],
  }),
  resetSecondFactor: endpoint({
    method: 'POST',
    path: '/foh/staff/{customerId}/second-factor-reset',
    summary:
      'Turn off the second factor of a colleague who has lost it, remove their passkeys and end their log-ins.',
    allow: 'staff',
    needs: 'staff',
    params,
    returns: z.array(staffMember),
    errors: rightsErrors,
    changes: ['account'],
  }),
}
