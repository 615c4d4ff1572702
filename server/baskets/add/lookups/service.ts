import { listBookables } from '#server/baskets/add/queries.ts'
import type { Bookable, BookableIds } from '#server/baskets/add/queries.ts'
import { listItemsOfBaskets } from '#server/baskets/queries.ts'
import type { ItemRow } from '#server/baskets/queries.ts'
import { createBatcher } from '#server/platform/batcher.ts'
import type { Database } from '#server/platform/database.ts'

export { listBookables } from '#server/baskets/add/queries.ts'
export type { Bookable } from '#server/baskets/add/queries.ts'

/** Reads that all concurrent calls need, batched into one statement each. */
export type Lookups = {
  bookables: (ids: BookableIds) => Promise<Bookable[]>
  items: (basketId: number) => Promise<ItemRow[]>
}

export const createLookups = (db: Database): Lookups => {
  const limits = { batchSize: 64, inFlight: 2 }
  const bookables = createBatcher((requests: BookableIds[]) => listBookables(db, requests), {
    name: 'bookables',
    ...limits,
  })
  const items = createBatcher((ids: number[]) => listItemsOfBaskets(db, ids), {
    name: 'basket items',
    ...limits,
  })
  return { bookables: bookables.load, items: items.load }
}
