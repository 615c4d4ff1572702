import type { openactive } from '#contract/openactive.ts'
import type { Routes } from '#server/platform/http.ts'
import { readIndividualUse, readItem, readPage } from './service.ts'

export const openactiveRoutes = (): Routes<typeof openactive> => ({
  feed: ({ tx, params, query: { afterTimestamp, afterId }, actor }) =>
    readPage(tx, { ...params, afterTimestamp, afterId }, actor.site),
  item: ({ tx, params }) => readItem(tx, params),
  individualFacilityUse: ({ tx, params }) => readIndividualUse(tx, params),
  sharedFeed: ({ tx, params, query: { afterTimestamp, afterId }, actor }) =>
    readPage(tx, { ...params, operator: null, afterTimestamp, afterId }, actor.site),
})
