import type { priceSteps } from '#contract/price-steps.ts'
import type { pricing } from '#contract/pricing.ts'
import type { Database } from '#server/platform/database.ts'
import type { Routes } from '#server/platform/http.ts'
import { listMemberDiscounts } from './discounts.ts'
import { readPriceFile } from './priceFile.ts'
import { readPriceList } from './priceList.ts'
import { ticketsByReference } from './references.ts'
import { endPriceStep, previewPriceSteps, setPriceSteps } from './setPrices.ts'
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

/** Prices that begin on a day, as staff set them. */
export const priceStepsRoutes = (): Routes<typeof priceSteps> => ({
  list: ({ tx, actor, now }) => readPriceList(tx, actor, now),
  preview: ({ tx, actor, body, now }) => previewPriceSteps(tx, actor, body.steps, now),
  set: ({ tx, actor, body, now }) => setPriceSteps(tx, actor, body, now),
  end: ({ tx, actor, params, now }) => endPriceStep(tx, actor, params.stepId, now),
  readFile: ({ tx, actor, body, now }) => readPriceFile(tx, actor, body.text, now),
})
