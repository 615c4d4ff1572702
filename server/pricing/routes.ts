import type { pricing } from '#contract/pricing.ts'
import type { Routes } from '#server/platform/http.ts'
import { listMemberDiscounts } from './discounts/service.ts'
import { ticketsByReference } from './references/service.ts'

/** Discounts on a basket are applied in server/baskets. */
export const pricingRoutes = (): Pick<Routes<typeof pricing>, 'discounts' | 'ticket'> => ({
  discounts: ({ tx, actor, query, now }) => listMemberDiscounts(tx, actor, query.venue, now),
  ticket: ({ tx, actor, params, body, now }) => ticketsByReference(tx, actor, { ...params, ...body }, now),
})
