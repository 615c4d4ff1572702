import { expect, test } from 'vitest'
import { groundOf } from './groundOf.ts'

test('a venue is drawn by its kind, then by its name: a pool is no tennis court', () => {
  const pool = groundOf({ venueType: 'Swimming Pool', name: 'Saddle Moor Tennis' })
  expect(pool).toBe(groundOf({ venueType: '', name: 'Uppermill Baths' }))
  expect(groundOf({ venueType: '', name: 'Saddle Moor Tennis' })).not.toBe(pool)
  const kinds = ['Swimming Pool', 'Gym', 'Arena', 'Sports Village', 'Community Hub', 'Leisure Centre']
  expect(new Set(kinds.map((venueType) => groundOf({ venueType, name: 'Fernhill' }))).size).toBe(kinds.length)
})
