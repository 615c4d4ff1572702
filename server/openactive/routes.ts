import type { openactive } from '#contract/openactive.ts'
import type { Database } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Routes } from '#server/platform/http.ts'
import type { RawRoute } from '#server/platform/raw.ts'
import { datasetFacts, datasetPage, operatorSlugs, shareFacts } from './dataset.ts'
import type { DatasetFacts } from './dataset.ts'
import { readFeedPage, readIndividualFacilityUse, readItem } from './readFeed.ts'
import { bytesOf, pictureNamed } from './rules.ts'
import { pictureOf } from './sql/subjects.ts'

export const openactiveRoutes = (): Routes<typeof openactive> => ({
  feed: ({ tx, params, query: { afterTimestamp, afterId }, actor }) =>
    readFeedPage(tx, { ...params, afterTimestamp, afterId }, actor.site),
  item: ({ tx, params }) => readItem(tx, params),
  individualFacilityUse: ({ tx, params }) => readIndividualFacilityUse(tx, params),
  sharedFeed: ({ tx, params, query: { afterTimestamp, afterId }, actor }) =>
    readFeedPage(tx, { ...params, operator: null, afterTimestamp, afterId }, actor.site),
})

/** Where catalogues of open data find feeds: those of an operator at the address they lie under, and those of all. */
export const datasetSite = (db: Database): RawRoute[] => [
  {
    method: 'GET',
    path: '/api/openactive/{operator}',
    handle: async ({ params, actor }) => {
      const operator = params['operator'] ?? ''
      return answerDataset(await datasetFacts(db, operator), operator, actor.site)
    },
  },
  {
    method: 'GET',
    path: '/api/open-data',
    handle: async ({ actor }) => {
      const slugs = await operatorSlugs(db)
      const facts = await Promise.all(slugs.map((slug) => datasetFacts(db, slug)))
      return answerDataset(shareFacts(facts.flatMap((one) => one ?? [])), null, actor.site)
    },
  },
]

const answerDataset = (facts: DatasetFacts | undefined, operator: string | null, here: string): Response => {
  if (facts === undefined) throw notFound((messages) => messages.openactive.operatorNotFound)
  const page = datasetPage(facts, operator, { published: facts.site ?? here, here })
  page.headers.set('Cache-Control', 'public, max-age=300')
  page.headers.set('Access-Control-Allow-Origin', '*')
  return page
}

/** Pictures that open data names: those the database has, which have no address of their own. */
export const openDataPictures = (db: Database): RawRoute[] => [
  {
    method: 'GET',
    path: '/api/openactive/{operator}/pictures/{name}',
    handle: async ({ params }) => {
      const named = pictureNamed(params['name'] ?? '')
      const address = named === null ? null : await pictureOf(db, params['operator'] ?? '', named)
      const picture = bytesOf(address ?? '')
      if (picture === null) throw notFound((messages) => messages.openactive.pictureNotFound)
      return new Response(picture.bytes, {
        headers: {
          'Content-Type': picture.mediaType,
          'Cache-Control': 'public, max-age=3600',
          'Access-Control-Allow-Origin': '*',
          // A drawing opened by itself runs nothing.
          'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
          'Cross-Origin-Resource-Policy': 'cross-origin',
        },
      })
    },
  },
]
