import { expect, test } from 'vitest'
import type { Venue } from '#contract/venues.ts'
import { venuesNamed } from './search.ts'

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
