import type { pricing } from '#contract/pricing.ts'
import type { Routes } from '#server/platform/http.ts'
import { ticketsByReference } from './references/service.ts'

/** Discounts on a basket are applied in server/baskets. */
export const pricingRoutes = (): Pick<Routes<typeof pricing>, 'ticket'> => ({
  ticket: ({ tx, actor, params, body, now }) => ticketsByReference(tx, actor, { ...params, ...body }, now),
})
