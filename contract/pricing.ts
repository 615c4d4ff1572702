import { z } from 'zod'
import { basket } from './baskets.ts'
import { endpoint } from './endpoint.ts'
import { anyId, flag, id, optional, otherwise, text } from './fields.ts'
import { bookableId, price } from './shapes.ts'

const taking = {
  method: 'DELETE',
  allow: 'owner',
  params: z.object({ id }),
  query: z.object({ source: optional(z.string().max(40)), selectedUserId: optional(id) }),
  returns: basket,
  idempotent: true,
  changes: ['timetable'],
} as const

/** What a ticket costs whoever a reference names. No name is given away. */
export const ticketDiscount = z
  .object({
    customerId: z.int(),
    customerReference: z.string(),
    tickets: z.array(
      z.object({
        ticketId: bookableId,
        customerReference: z.string(),
        pricingOptionId: z.int(),
        name: z.string(),
        fullPrice: price,
        price,
      }),
    ),
  })
  .meta({ id: 'TicketDiscount' })
export type TicketDiscount = z.output<typeof ticketDiscount>

export const pricing = {
  removeBenefit: endpoint({
    ...taking,
    path: '/activities/benefit/remove/{id}',
    summary: 'Take a benefit off an item of the basket; the id is that of `applied_benefit`.',
  }),
  removePackage: endpoint({
    ...taking,
    path: '/activities/package/remove/{id}',
    summary: 'Take the visits of a package off an item of the basket; the id is that of `applied_package`.',
  }),
  ticket: endpoint({
    method: 'POST',
    path: '/activities/price/{venue}/ticket/{activityId}',
    summary: 'What the tickets of a session cost the customer with this reference.',
    allow: 'owner',
    params: z.object({ venue: z.string(), activityId: anyId }),
    body: z.object({
      reference: text(40),
      isV2: otherwise(flag, false),
      occurrenceId: optional(anyId),
      selectedUserId: optional(id),
    }),
    returns: ticketDiscount,
    errors: { discount_refused: 400 },
    // A reference is not to be guessed. A leisure centre may be one address to us.
    limit: { attempts: 30, seconds: 600 },
  }),
}
