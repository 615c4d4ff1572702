import * as messages from '#server/messages/en/openactive.ts'
import type { Database } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import type { RawRoute } from '#server/platform/raw.ts'
import { datasetPage } from './present.ts'
import { datasetFacts, operatorSlugs } from './queries.ts'
import type { DatasetFacts } from './queries.ts'
import { shareFacts } from './rules.ts'

/** Where catalogues of open data find feeds: those of an operator at the address they lie under, and those of all. */
export const datasetSite = (db: Database): RawRoute[] => [
  {
    method: 'GET',
    path: '/api/openactive/{operator}',
    handle: async ({ params, actor }) => {
      const operator = params['operator'] ?? ''
      return answer(await datasetFacts(db, operator), operator, actor.site)
    },
  },
  {
    method: 'GET',
    path: '/api/open-data',
    handle: async ({ actor }) => {
      const slugs = await operatorSlugs(db)
      const facts = await Promise.all(slugs.map((slug) => datasetFacts(db, slug)))
      return answer(shareFacts(facts.flatMap((one) => one ?? [])), null, actor.site)
    },
  },
]

const answer = (facts: DatasetFacts | undefined, operator: string | null, here: string): Response => {
  if (facts === undefined) throw notFound(messages.operatorNotFound)
  const page = datasetPage(facts, operator, { published: facts.site ?? here, here })
  page.headers.set('Cache-Control', 'public, max-age=300')
  page.headers.set('Access-Control-Allow-Origin', '*')
  return page
}
