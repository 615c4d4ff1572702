import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { displayDate } from './shapes.ts'

/** A package of visits. `validFor` names activities by slug; `usages` has the newest first. */
export const visitPackage = z
  .object({
    id: z.int(),
    name: z.string(),
    status: z.enum(['active', 'used', 'expired']),
    totalUses: z.int(),
    usesLeft: z.int(),
    boughtOn: displayDate,
    expiresOn: displayDate,
    validFor: z.array(z.string()),
    /** Ours: their names, each once. */
    activityNames: z.array(z.string()),
    usages: z.array(z.object({ bookingId: z.int().nullable(), name: z.string(), usedOn: displayDate })),
  })
  .meta({ id: 'Package' })
export type VisitPackage = z.output<typeof visitPackage>

export const packages = {
  mine: endpoint({
    method: 'GET',
    path: '/my-account/packages',
    summary: "The customer's packages of visits, and what was used of them.",
    allow: 'customer',
    returns: z.array(visitPackage),
    reads: ['account'],
  }),
}
