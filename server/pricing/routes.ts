import type { pricing } from '#contract/pricing.ts'
import { removeDiscount } from '#server/baskets/change/service.ts'
import { viewBasket } from '#server/baskets/view/service.ts'
import type { Routes } from '#server/platform/http.ts'
import { ticketsByReference } from './references/service.ts'

export const pricingRoutes = (): Routes<typeof pricing> => ({
  removeBenefit: async ({ tx, actor, params: { id }, now }) =>
    viewBasket(tx, await removeDiscount(tx, actor, { type: 'membership', useId: id }, now), actor, now),
  removePackage: async ({ tx, actor, params: { id }, now }) =>
    viewBasket(tx, await removeDiscount(tx, actor, { type: 'package', useId: id }, now), actor, now),
  ticket: ({ tx, actor, params, body, now }) => ticketsByReference(tx, actor, { ...params, ...body }, now),
})
