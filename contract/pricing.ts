import { z } from 'zod'
import { basket } from './baskets.ts'
import { endpoint } from './endpoint.ts'
import { anyId, flag, id, operatorReference, optional, otherwise } from './fields.ts'
import { bookableId, displayDate, price } from './shapes.ts'

const taking = {
  method: 'DELETE',
  allow: 'owner',
  params: z.object({ id }),
  query: z.object({ source: optional(z.string().max(40)), selectedUserId: optional(id) }),
  returns: basket,
  idempotent: true,
  changes: ['timetable'],
} as const

/** The price of a ticket for the customer with a reference. The name is not disclosed. */
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

/** What the customer's memberships take off the prices of a venue, by benefit and activity (ours). */
export const memberDiscounts = z
  .object({
    /** null without a membership. */
    venue: z.object({ slug: z.string(), name: z.string() }).nullable(),
    memberships: z.array(
      z.object({
        /** `membership_user_id`. */
        id: z.int(),
        name: z.string(),
        /** Only an active one takes anything off. */
        status: z.enum(['active', 'frozen', 'pending']),
        startsOn: displayDate,
        /** A freeze, begun or planned; `frozenUntil` is the day on which it holds again. */
        frozenFrom: displayDate.nullable(),
        frozenUntil: displayDate.nullable(),
        benefits: z.array(
          z.object({
            id: z.int(),
            name: z.string(),
            description: z.string(),
            activities: z.array(
              z.object({
                slug: z.string(),
                name: z.string(),
                /** `name` is empty for the only price of an activity. */
                prices: z.array(z.object({ name: z.string(), fullPrice: z.string(), price: z.string() })),
              }),
            ),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'MemberDiscounts' })
export type MemberDiscounts = z.output<typeof memberDiscounts>

/** What everything at a venue costs, and with each of its memberships (ours). */
export const venuePrices = z
  .object({
    /** null where the operator has no open venue. */
    venue: z.object({ slug: z.string(), name: z.string() }).nullable(),
    activities: z.array(
      z.object({
        slug: z.string(),
        name: z.string(),
        /** `name` is empty for the only price of an activity. */
        prices: z.array(
          z.object({
            name: z.string(),
            price: z.string(),
            /** With the memberships that change it; `allowance`: how often a member may have this price. */
            members: z.array(
              z.object({
                plans: z.array(z.string()),
                price: z.string(),
                allowance: z.object({ uses: z.int(), period: z.enum(['day', 'week', 'month']) }).nullable(),
              }),
            ),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'VenuePrices' })
export type VenuePrices = z.output<typeof venuePrices>

/** References that one network may try, by looking up prices and by adding to a basket together. */
export const referenceLimit = { attempts: 30, seconds: 600 } as const

export const pricing = {
  discounts: endpoint({
    method: 'GET',
    path: '/activities/member-discounts',
    summary: "What the customer's memberships take off the prices of a venue.",
    allow: 'customer',
    query: z.object({ venue: optional(z.string()), selectedUserId: optional(id) }),
    returns: memberDiscounts,
    reads: ['account', 'catalogue'],
  }),
  venue: endpoint({
    method: 'GET',
    path: '/activities/venue-prices',
    summary:
      'What everything at a venue costs, and with each membership. Without `venue`: at the first open one.',
    allow: 'anyone',
    query: z.object({ venue: optional(z.string()) }),
    returns: venuePrices,
    reads: ['catalogue'],
  }),
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
      reference: operatorReference(),
      isV2: otherwise(flag, false),
      occurrenceId: optional(anyId),
      selectedUserId: optional(id),
    }),
    returns: ticketDiscount,
    errors: { discount_refused: 400 },
    // A reference is not to be guessed. A leisure centre may be one address to us.
    limit: referenceLimit,
  }),
}
