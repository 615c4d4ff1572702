import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { instant } from './shapes.ts'

/** A member of staff, as supervisors see their log-in. */
export const staffMember = z
  .object({
    id: z.int(),
    firstName: z.string(),
    lastName: z.string(),
    staffLevel: z.enum(['desk', 'supervisor']),
    /** Since when their log-in needs a code of an app; null when it does not. */
    secondFactorSince: instant.nullable(),
    passkeys: z.int(),
    isThis: z.boolean(),
  })
  .meta({ id: 'StaffMember' })
export type StaffMember = z.output<typeof staffMember>

export const staff = {
  list: endpoint({
    method: 'GET',
    path: '/foh/staff',
    summary: 'The staff of the operator, and how they log in.',
    allow: 'supervisor',
    returns: z.array(staffMember),
    reads: ['account'],
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
