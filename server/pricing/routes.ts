import type { pricing } from '#contract/pricing.ts'
import type { Database } from '#server/platform/database.ts'
import type { Routes } from '#server/platform/http.ts'
import { listMemberDiscounts } from './discounts.ts'
import { ticketsByReference } from './references.ts'
import { createVenuePrices } from './venuePrices.ts'

/** Discounts on a basket are applied in server/baskets. */
export const pricingRoutes = (
  db: Database,
): Pick<Routes<typeof pricing>, 'discounts' | 'ticket' | 'venue'> => {
  const readVenuePrices = createVenuePrices(db)
  return {
    discounts: ({ tx, actor, query, now }) => listMemberDiscounts(tx, actor, query.venue, now),
    ticket: ({ tx, actor, params, body, now }) => ticketsByReference(tx, actor, { ...params, ...body }, now),
    venue: ({ actor, query, now }) => readVenuePrices(actor, query.venue, now),
  }
}
