import { describe, expect, it } from 'vitest'
import { favouriteKey, readFavouriteKey } from './favouriteKeys.ts'

describe('the key of a favourite', () => {
  it.each([
    { kind: 'venue', venueSlug: 'leeds-road' },
    { kind: 'activity', venueSlug: 'leeds-road', activitySlug: 'badminton-60min' },
    { kind: 'class', venueSlug: 'leeds-road', activitySlug: 'yoga', name: 'Sunrise, 50% off / £3 “Ä”' },
    { kind: 'instructor', instructorId: 12 },
  ] as const)('names $kind so that it can be read again', (ref) => {
    const key = favouriteKey(ref)
    expect(key).not.toContain(',')
    expect(readFavouriteKey(key)).toEqual(ref)
  })

  it.each([
    '',
    'venue',
    'venue/',
    'venue/a/b',
    'venue/-a b',
    'activity/leeds-road',
    'class/leeds-road/yoga',
    'class/leeds-road/yoga/%',
    'class/leeds-road/yoga/%00',
    'class/leeds-road/yoga/Sunrise yoga',
    'instructor/0',
    'instructor/01',
    'instructor/x',
    'pool/leeds-road',
    `venue/${'a'.repeat(300)}`,
  ])('“%s” is none', (key) => {
    expect(readFavouriteKey(key)).toBe(null)
  })
})
