// What the standard's validators would fetch from openactive.io.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** The part of https://openactive.io/ns-beta that orders use. */
export const betaNamespace = {
  'https://openactive.io/ns-beta': {
    '@context': {
      beta: 'https://openactive.io/ns-beta#',
      schema: 'https://schema.org/',
      rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
      rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
    },
    '@graph': [
      {
        '@id': 'beta:codeType',
        '@type': 'rdf:Property',
        'schema:domainIncludes': [{ '@id': 'schema:Barcode' }],
      },
    ],
  },
}

/** Puts the vocabulary into a checkout of the test suite, under the names by which its caches find it. */
export function layVocabulary(folder) {
  const list = (id, file) => ({
    id,
    type: 'ConceptScheme',
    concept: Object.entries(JSON.parse(readFileSync(join(root, 'contract/concepts', file), 'utf8'))).map(
      ([key, prefLabel]) => ({ id: `${id}#${key}`, type: 'Concept', prefLabel }),
    ),
  })
  const documents = {
    'https://openactive.io/activity-list': list('https://openactive.io/activity-list', 'activityList.json'),
    'https://openactive.io/facility-types': list(
      'https://openactive.io/facility-types',
      'facilityTypes.json',
    ),
    ...betaNamespace,
    'https://openactive.io/ns-extension': { '@context': {}, '@graph': [] },
  }
  for (const part of ['openactive-broker-microservice', 'openactive-integration-tests']) {
    const cache = join(folder, 'packages', part, 'tmp')
    mkdirSync(cache, { recursive: true })
    for (const [url, data] of Object.entries(documents)) {
      const name = `${createHash('sha256').update(url).digest('hex')}.json`
      const answer = { errorCode: 'error_none', statusCode: 200, contentType: 'application/ld+json' }
      writeFileSync(
        join(cache, name),
        JSON.stringify({ ...answer, url, exception: null, fetchTime: Date.now() + 3e11, data }),
      )
    }
  }
}
