import * as messages from '#server/messages/en/openactive.ts'
import type { Database } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import type { RawRoute } from '#server/platform/raw.ts'
import { datasetPage } from './present.ts'
import { datasetFacts } from './queries.ts'

/** Where catalogues of open data find the feeds of an operator: the address they lie under. */
export const datasetSite = (db: Database): RawRoute[] => [
  {
    method: 'GET',
    path: '/api/openactive/{operator}',
    handle: async ({ params, actor }) => {
      const operator = params['operator'] ?? ''
      const facts = await datasetFacts(db, operator)
      if (facts === undefined) throw notFound(messages.operatorNotFound)
      const site = facts.site ?? actor.site
      const page = datasetPage(facts, operator, { published: site, here: actor.site })
      page.headers.set('Cache-Control', 'public, max-age=300')
      page.headers.set('Access-Control-Allow-Origin', '*')
      return page
    },
  },
]
