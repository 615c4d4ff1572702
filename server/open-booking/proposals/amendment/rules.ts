import { occurrenceIdOf } from '#server/open-booking/opportunities/rules.ts'
import type { Json } from '#server/openactive/rules.ts'

/** The call of a proposal as if it had asked for another session; prices and all else are as they were. */
export const withSession = (request: Json, { from, to }: { from: number; to: number }): Json => ({
  ...request,
  orderedItem: (request['orderedItem'] as readonly Json[]).map((item) => {
    const address = String(item['orderedItem'])
    return occurrenceIdOf(address) === from
      ? { ...item, orderedItem: address.replace(/\d+$/, String(to)) }
      : item
  }),
})
