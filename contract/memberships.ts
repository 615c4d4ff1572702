import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { dayShown, moneyShown } from './shapes.ts'

export const membershipStatuses = ['awaiting_payment', 'pending', 'active', 'frozen', 'ended'] as const

/** MEMBERSHIP: `status` as of today; `nextBillingOn` null where nothing more is collected. */
export const membership = z
  .object({
    id: z.int(),
    name: z.string(),
    status: z.enum(membershipStatuses),
    reference: z.string(),
    venueSlug: z.string(),
    venueName: z.string(),
    startsOn: dayShown,
    endsOn: dayShown.nullable(),
    price: moneyShown,
    billingPeriod: z.enum(['month', 'year', 'once']),
    nextBillingOn: dayShown.nullable(),
    paymentMethod: z.string(),
    /** Ours: from and until when it is frozen; `frozenUntil` is the day on which it holds again. */
    frozenFrom: dayShown.nullable(),
    frozenUntil: dayShown.nullable(),
    benefits: z.array(z.object({ id: z.int(), name: z.string(), description: z.string() })),
    documentUploadRequired: z.boolean(),
    members: z.array(z.object({ userId: z.int(), firstName: z.string(), lastName: z.string() })),
  })
  .meta({ id: 'Membership' })
export type Membership = z.output<typeof membership>

export const memberships = {
  mine: endpoint({
    method: 'GET',
    path: '/my-account/memberships',
    summary: 'The memberships that the customer pays for or belongs to.',
    allow: 'customer',
    returns: z.array(membership),
    reads: ['account'],
  }),
}
