import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, emailAddress, id, operatorReference, text } from './fields.ts'
import { displayDate, instant } from './shapes.ts'

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

/** Why a pass admits no guest. */
const refusals = {
  already_used: 409,
  withdrawn: 409,
  expired: 409,
  not_sent: 409,
  another_venue: 409,
  another_day: 409,
} as const

/** A pass as a venue's desk sees it. */
export const deskPass = guestPass
  .extend({
    venueName: z.string().nullable(),
    member: z.object({ id: z.int(), name: z.string() }),
    usedAt: instant.nullable(),
    /** The name of the member of staff who admitted the guest. */
    usedBy: z.string().nullable(),
    /** Why it admits no guest here today; null when it does. */
    refusal: z
      .object({
        code: z.enum(Object.keys(refusals) as (keyof typeof refusals)[]),
        message: z.string(),
      })
      .nullable(),
    /** It was used here today. */
    canUndo: z.boolean(),
  })
  .meta({ id: 'DeskPass' })
export type DeskPass = z.output<typeof deskPass>

/** One pass at a venue's desk. */
const atVenue = z.object({ venue: z.string(), id })

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
  atDesk: endpoint({
    method: 'GET',
    path: '/foh/venues/{venue}/customers/{customerId}/guest-passes',
    summary: "A customer's passes, and which of them admit a guest at a venue today.",
    allow: 'staff',
    needs: 'check_in',
    params: z.object({ venue: z.string(), customerId: id }),
    returns: z.array(deskPass),
    reads: ['account'],
  }),
  byCode: endpoint({
    method: 'GET',
    path: '/foh/venues/{venue}/guest-passes/{code}',
    summary: 'A pass by its code, typed or scanned, and whether it admits a guest at a venue today.',
    allow: 'staff',
    needs: 'check_in',
    params: z.object({ venue: z.string(), code: operatorReference(200) }),
    returns: deskPass,
    // Codes may follow one another, so they are not to be tried out. A leisure centre may be one address to us.
    limit: { attempts: 300, seconds: 600 },
    reads: ['account'],
  }),
  admit: endpoint({
    method: 'POST',
    path: '/foh/venues/{venue}/guest-passes/{id}/admission',
    summary: 'Admit a guest with a pass, once.',
    allow: 'staff',
    needs: 'check_in',
    params: atVenue,
    returns: deskPass,
    errors: refusals,
    idempotent: true,
    changes: ['account'],
  }),
  undoAdmission: endpoint({
    method: 'DELETE',
    path: '/foh/venues/{venue}/guest-passes/{id}/admission',
    summary: 'Undo the admission of a guest, at the venue and on the day of it.',
    allow: 'staff',
    needs: 'check_in',
    params: atVenue,
    returns: deskPass,
    errors: { another_venue: 409, too_late: 409 },
    idempotent: true,
    changes: ['account'],
  }),
}
