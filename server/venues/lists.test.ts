import { describe, expect, it } from 'vitest'
import { createVenueSearch, withSelected } from './lists.ts'

const leisure = { slug: 'leisure', name: 'Hollin Leisure Centre', town: 'Kelbrook', postcode: 'KB1 2AA' }
const pool = { slug: 'pool', name: "St Anne's Pool", town: 'Hollin Bank', postcode: 'HB7 9ZZ' }
const cafe = { slug: 'cafe', name: 'Café Courts', town: 'Kelbrook', postcode: 'KB2 1AB' }
const venues = [leisure, pool, cafe]
const search = createVenueSearch(venues)

describe('a search of venues', () => {
  it('finds beginnings of words of the name and the town, in any order', () => {
    expect(search('hollin')).toEqual([leisure, pool])
    expect(search('kel leis')).toEqual([leisure])
    expect(search('pool  HOLLIN')).toEqual([pool])
    expect(search('ollin')).toEqual([])
    expect(search('hollin badminton')).toEqual([])
  })

  it('finds a postcode with and without its space, and its beginning', () => {
    expect(search('KB1 2AA')).toEqual([leisure])
    expect(search('kb12aa')).toEqual([leisure])
    expect(search('kb')).toEqual([leisure, cafe])
  })

  it('ignores accents and punctuation', () => {
    expect(search('cafe')).toEqual([cafe])
    expect(search('st annes')).toEqual([pool])
    expect(search('Kelbrook, café')).toEqual([cafe])
  })

  it('finds all without words', () => {
    expect(search('')).toEqual(venues)
    expect(search(' – ')).toEqual(venues)
  })
})

describe('what was selected before', () => {
  it('stands in its place among what was found', () => {
    expect(withSelected(venues, [cafe], ['leisure', 'unknown'])).toEqual([leisure, cafe])
    expect(withSelected(venues, [leisure], ['leisure'])).toEqual([leisure])
    expect(withSelected(venues, [], [])).toEqual([])
  })
})
