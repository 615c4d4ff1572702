import { listBookables } from '#server/baskets/add/queries.ts'
import { createSharedRead } from '#server/platform/batcher.ts'

export type { Bookable } from '#server/baskets/add/queries.ts'

/** The occurrences that ids of either form name, as they can be booked. Unknown ids are left out. */
export const findBookables = createSharedRead(listBookables, {
  name: 'bookables',
  batchSize: 64,
  inFlight: 2,
})
