import { expect, test } from 'vitest'
import { displayMiles } from '#contract/distance.ts'
import { byDistance, milesFrom, venuesNamed, venuesNear, venuesOffMapIn } from './rules.ts'

const venues = ['Harbour View Leisure Centre', 'Millbrook Pools', 'St Ann’s Éclair Hall'].map((name) => ({
  name,
  town: 'Larkhaven',
}))

const named = (wanted: string): string[] => venuesNamed(venues, wanted).map(({ name }) => name)

test('C11: finds a venue by part of its name, in any case', () => {
  expect(named('MILL')).toEqual(['Millbrook Pools'])
  expect(named('  view le ')).toEqual(['Harbour View Leisure Centre'])
  expect(named('éCLAIR')).toEqual(['St Ann’s Éclair Hall'])
  expect(named('larkhaven')).toEqual([])
})

test('C11: no words name no venue, and either apostrophe is the same', () => {
  expect(named('  ')).toEqual([])
  expect(named("st ann's")).toEqual(['St Ann’s Éclair Hall'])
})

const at = (slug: string, lat: number | null, lng: number | null) => ({ slug, name: slug, lat, lng })

/** A degree of latitude is 69.1 miles of 1609.344 m. */
const north = (miles: number): number => 53.59 + miles / 69.0934

const around = [
  at('far', north(6.2), -2),
  at('nowhere', null, null),
  at('edge', north(4.99), -2),
  at('beyond-the-pole', 91, -2),
  at('no-number', Number.NaN, -2),
  at('endless', 53.6, Number.POSITIVE_INFINITY),
  at('near', north(1.24), -2),
]
const centre = { lat: 53.59, lng: -2 }

test('C12: within the radius, nearest first, miles with one decimal', () => {
  const { within, nearestBeyond } = venuesNear(around, centre, 5)
  expect(within.map(({ venue, miles }) => [venue.slug, displayMiles(miles)])).toEqual([
    ['near', '1.2'],
    ['edge', '5.0'],
  ])
  expect(nearestBeyond?.venue.slug).toBe('far')
  expect(displayMiles(nearestBeyond?.miles ?? 0)).toBe('6.2')
})

test('C13: venues without finite coordinates, or beyond the poles, are dropped', () => {
  const { within } = venuesNear(around, centre, 500)
  expect(within.map(({ venue }) => venue.slug)).toEqual(['near', 'edge', 'far'])
})

test('C12: a venue at the radius is within it', () => {
  const [venue] = [at('edge', north(5), -2)]
  const miles = milesFrom(centre, venue) ?? 0
  expect(venuesNear([venue], centre, miles)).toEqual({ within: [{ venue, miles }], nearestBeyond: null })
  expect(venuesNear([venue], centre, miles - 0.001)).toEqual({ within: [], nearestBeyond: { venue, miles } })
})

test('what has no distance has none from anywhere, and comes last', () => {
  const [nowhere, near] = [at('nowhere', null, null), at('near', north(1), -2)]
  expect(milesFrom(centre, nowhere)).toBeNull()
  expect(milesFrom(null, near)).toBeNull()
  expect(milesFrom(null, nowhere)).toBeNull()
  expect(byDistance([{ miles: null }, { miles: 2 }, { miles: null }, { miles: 0 }, { miles: 1 }])).toEqual([
    { miles: 0 },
    { miles: 1 },
    { miles: 2 },
    { miles: null },
    { miles: null },
  ])
})

test('a venue without coordinates is found by a postcode of its district, however it is written', () => {
  const venue = (postcode: string | null, lat: number | null = null) => ({ postcode, lat, lng: -2 })
  const hub = venue('OL2 9ZZ')
  const all = [hub, venue('OL2 1AA', 53.6), venue('OL21 9ZZ'), venue(null), venue('')]
  for (const words of ['OL2', 'ol2 8xy', 'OL28XY', ' ol2 ']) expect(venuesOffMapIn(all, words)).toEqual([hub])
  for (const words of ['OL', 'Oldham', '', null]) expect(venuesOffMapIn(all, words)).toEqual([])
})
