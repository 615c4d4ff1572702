import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, emailAddress, id, text } from './fields.ts'
import { displayDate } from './shapes.ts'

/** A pass; `code` and `guest` are present once it has been sent. */
export const guestPass = z
  .object({
    id: z.int(),
    name: z.string(),
    status: z.enum(['available', 'issued', 'used', 'expired', 'withdrawn']),
    code: z.string().nullable(),
    guest: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }).nullable(),
    venueSlug: z.string().nullable(),
    validFrom: displayDate,
    validUntil: displayDate,
  })
  .meta({ id: 'GuestPass' })
export type GuestPass = z.output<typeof guestPass>

export const guestPasses = {
  mine: endpoint({
    method: 'GET',
    path: '/my-account/guest-passes',
    summary: 'Passes for guests. Unknown where the operator has none.',
    allow: 'customer',
    returns: z.array(guestPass),
    reads: ['account'],
  }),
  send: endpoint({
    method: 'POST',
    path: '/my-account/guest-passes',
    summary: 'Send a pass to a guest, by e-mail.',
    allow: 'customer',
    body: z.object({
      guestPassId: id,
      firstName: text(100),
      lastName: text(100),
      email: emailAddress,
      venueSlug: text(),
      date: day(),
    }),
    returns: guestPass,
    errors: { not_available: 409 },
    idempotent: true,
    limit: { attempts: 30, seconds: 3600 },
    changes: ['account'],
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/my-account/guest-passes/{id}',
    summary: 'Take back a pass that has not been used.',
    allow: 'customer',
    params: z.object({ id }),
    returns: guestPass,
    errors: { not_available: 409 },
    idempotent: true,
    changes: ['account'],
  }),
}
