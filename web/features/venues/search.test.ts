import { expect, test } from 'vitest'
import { displayMiles } from '#contract/distance.ts'
import type { Venue } from '#contract/venues.ts'
import { pointFrom, radiusFrom, radiusReaching, venuesNamed, venuesNear } from './search.ts'

const venues = ['Harbour View Leisure Centre', 'Millbrook Pools', 'St Ann’s Éclair Hall'].map(
  (name) => ({ name, town: 'Larkhaven' }) as Venue,
)

const named = (wanted: string): string[] => venuesNamed(venues, wanted).map(({ name }) => name)

test('C11: finds a venue by part of its name, in any case', () => {
  expect(named('MILL')).toEqual(['Millbrook Pools'])
  expect(named('view le')).toEqual(['Harbour View Leisure Centre'])
  expect(named('éCLAIR')).toEqual(['St Ann’s Éclair Hall'])
  expect(named('larkhaven')).toEqual([])
})

test('C11: nothing looked for is all of them', () => {
  expect(named('  ')).toHaveLength(3)
})

const at = (slug: string, lat: number | null, lng: number | null) => ({ slug, name: slug, lat, lng }) as Venue

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
  expect(within.map(({ venue, miles }) => [venue.slug, displayMiles(miles ?? 0)])).toEqual([
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

test('C12: the default is 5 miles; a radius that reaches the nearest is offered', () => {
  expect([null, '', 'x', '-1', '0', '9999', 'Infinity'].map(radiusFrom)).toEqual([5, 5, 5, 5, 5, 5, 5])
  expect(radiusFrom('10')).toBe(10)
  expect([0.4, 2, 6.2, 50.1, 260].map(radiusReaching)).toEqual([2, 2, 10, 100, undefined])
})

test('a point of the address is one of the earth', () => {
  expect(pointFrom('53.546,-2.113')).toEqual({ lat: 53.546, lng: -2.113 })
  for (const written of [null, '', 'here', '91,0', '53', '53,999', '1e1,2'])
    expect(pointFrom(written)).toBeUndefined()
})
