import { describe, expect, it } from 'vitest'
import { listedKeys, resolve } from './favouriteTimes.ts'
import type { Offerings } from './offerings.ts'
import type { ActivityRow, SearchVenueRow } from './sql.ts'

const venue = { id: 2, slug: 'northgate', name: 'Northgate', status: 'open' } as SearchVenueRow
const yoga = { id: 5, venueId: 2, slug: 'yoga', name: 'Yoga', sessionNames: ['Flow'] } as ActivityRow
const listed = { id: 9, name: 'As it was', venueName: 'Where it was' }

const offeringsOf = (
  here: Pick<SearchVenueRow, 'status'> | null = venue,
  activities: readonly ActivityRow[] = [yoga],
  teaches: readonly ActivityRow[] = [yoga],
) => {
  const venues = here === null ? [] : [{ ...venue, ...here }]
  return {
    rowOf: (id: number) => venues.find((one) => one.id === id),
    venueAt: (slug: string) => venues.find((one) => one.slug === slug),
    activityAt: (venueId: number, slug: string) =>
      activities.find((one) => one.venueId === venueId && one.slug === slug),
    instructorOf: (id: number) => (id === 7 ? { name: 'Asha Brightwell', activities: teaches } : undefined),
  } as Offerings
}
const of = (key: string, offerings = offeringsOf()) => resolve(offerings, { ...listed, key })

describe('the favourites of a browser', () => {
  it('are listed once each, and no more than fifty', () => {
    expect(listedKeys('venue/a,,venue/b,venue/a')).toEqual([
      { id: null, key: 'venue/a', name: '', venueName: '' },
      { id: null, key: 'venue/b', name: '', venueName: '' },
    ])
    const many = Array.from({ length: 60 }, (_, index) => `venue/${index}`)
    expect(listedKeys(many.join(','))).toHaveLength(50)
    expect(listedKeys('')).toEqual([])
  })
})

describe('what a favourite is of now', () => {
  it('is a venue', () => {
    expect(of('venue/northgate')).toEqual({
      id: 9,
      key: 'venue/northgate',
      kind: 'venue',
      name: 'Northgate',
      venueName: 'Northgate',
      venueSlug: 'northgate',
      activitySlug: null,
      isOffered: true,
      sessions: [],
    })
  })

  it('is an activity, with all its sessions', () => {
    expect(of('activity/northgate/yoga')).toMatchObject({
      kind: 'activity',
      name: 'Yoga',
      activitySlug: 'yoga',
      isOffered: true,
      sessions: [{ activity: yoga, venue, sessionNames: null, instructorId: null }],
    })
  })

  it('is a class, with its sessions of that name', () => {
    expect(of('class/northgate/yoga/Flow')).toMatchObject({
      kind: 'class',
      name: 'Flow',
      isOffered: true,
      sessions: [{ sessionNames: ['Flow'], instructorId: null }],
    })
    expect(of('class/northgate/yoga/Yoga')?.isOffered).toBe(true)
    expect(of('class/northgate/yoga/Gone')?.isOffered).toBe(false)
  })

  it('is an instructor, with sessions of at most six activities at open venues', () => {
    expect(of('instructor/7')).toMatchObject({
      kind: 'instructor',
      name: 'Asha Brightwell',
      venueSlug: null,
      activitySlug: null,
      isOffered: true,
      sessions: [{ activity: yoga, venue, sessionNames: null, instructorId: 7 }],
    })
    const many = Array.from({ length: 8 }, (_, id) => ({ ...yoga, id }))
    expect(of('instructor/7', offeringsOf(venue, [], many))?.sessions).toHaveLength(6)
    expect(of('instructor/7', offeringsOf(null))?.sessions).toEqual([])
    expect(of('instructor/8')).toMatchObject({ name: 'As it was', isOffered: false, sessions: [] })
  })

  it('goes by its old names where it is gone', () => {
    expect(of('activity/southgate/yoga')).toMatchObject({
      name: 'As it was',
      venueName: 'Where it was',
      venueSlug: 'southgate',
      activitySlug: 'yoga',
      isOffered: false,
      sessions: [],
    })
    expect(of('activity/northgate/swim')).toMatchObject({
      name: 'As it was',
      venueName: 'Northgate',
      isOffered: false,
      sessions: [],
    })
    expect(of('venue/southgate')).toMatchObject({ name: 'As it was', isOffered: false })
    expect(of('class/northgate/swim/Flow')).toMatchObject({ name: 'Flow', isOffered: false })
  })

  it('is not offered at a closed venue, and comes back with one in maintenance', () => {
    for (const key of ['venue/northgate', 'activity/northgate/yoga', 'activity/northgate/swim']) {
      expect(of(key, offeringsOf({ status: 'closed' }))?.isOffered).toBe(false)
      expect(of(key, offeringsOf({ status: 'maintenance' }))?.isOffered).toBe(true)
    }
  })

  it('is nothing for a key that is none', () => {
    expect(of('something/else')).toBeNull()
  })
})
