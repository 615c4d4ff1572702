import { expect, test } from 'vitest'
import { dehydrateReads, hydrateReads } from './dehydration.ts'
import { createReadCache, type ReadKey } from './readCache.ts'

const overTheWire = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

const key = (path: string): ReadKey => ['read', path, [], {}]

const venue = (id: number) => ({
  venue: {
    id,
    slug: `venue-${id}`,
    town: 'Larkhaven',
    timezone: 'Europe/London',
    opening: [{ days: 'Daily' }],
  },
  miles: id === 2 ? 1.5 : null,
})

test.each([
  ['a list', [venue(1), venue(2), venue(3)]],
  [
    'an object with lists',
    { words: '', offers: [], venues: [venue(1), venue(2)], popular: ['yoga', 'swim'] },
  ],
  ['an object', { venue: venue(1), nearest: null }],
  ['null', null],
  ['a text', 'yoga'],
])('a page brings %s as the server has read it', (_, data) => {
  const onServer = createReadCache(() => false)
  onServer.set(key('/search'), data)
  const inBrowser = createReadCache(() => false)
  hydrateReads(inBrowser, overTheWire(dehydrateReads(onServer)))
  expect(inBrowser.data(key('/search'))).toEqual(data)
})

test('what the rows of an object share is sent once', () => {
  const queries = createReadCache(() => false)
  const venues = Array.from({ length: 30 }, (_, id) => venue(id))
  queries.set(key('/search'), { words: '', venues })
  const [read] = dehydrateReads(queries)
  expect(JSON.stringify(read).length).toBeLessThan(JSON.stringify(venues).length / 2)
})
