import { describe, expect, it } from 'vitest'
import { changedLogistics } from './rules.ts'
import type { Change } from './rules.ts'

const before = {
  id: 4711,
  operatorId: 1,
  venueId: 2,
  venueSlug: 'northgate',
  activitySlug: 'yoga',
  timezone: 'Europe/London',
  locationId: 3,
  instructorIds: [] as number[],
  isCourt: false,
  capacity: 16,
  locationName: 'Studio 1',
  instructors: [] as string[],
  status: 'scheduled',
  name: 'Yoga',
  meetingPoint: 'Reception',
  joinLink: '',
  // 18:30:20 on the wall, which is in summer time.
  startsAt: new Date('2027-06-03T17:30:20Z'),
  endsAt: new Date('2027-06-03T18:15:20Z'),
} as const

const timesOf = (change: Change) => {
  const { startsAt, endsAt } = changedLogistics(change)(before)
  return [startsAt.toISOString(), endsAt.toISOString()]
}

describe('a session after a change', () => {
  it('is as before in all that was left out', () => {
    expect(changedLogistics({})(before)).toEqual({
      name: 'Yoga',
      startsAt: before.startsAt,
      endsAt: before.endsAt,
      locationId: 3,
      meetingPoint: 'Reception',
      joinLink: '',
      instructorIds: [],
    })
  })

  it('has the new name, room, meeting point and link', () => {
    const change = { name: 'Pilates', locationId: 4, meetingPoint: '', joinLink: 'https://meet.example/1' }
    expect(changedLogistics(change)(before)).toMatchObject(change)
  })

  it('lasts as long as before on another day, at another time, or both', () => {
    expect(timesOf({ date: '2027-12-03' })).toEqual(['2027-12-03T18:30:00.000Z', '2027-12-03T19:15:00.000Z'])
    expect(timesOf({ startsAt: '07:00' })).toEqual(['2027-06-03T06:00:00.000Z', '2027-06-03T06:45:00.000Z'])
    expect(timesOf({ date: '2027-06-04', startsAt: '07:00' })).toEqual([
      '2027-06-04T06:00:00.000Z',
      '2027-06-04T06:45:00.000Z',
    ])
  })

  it('ends at the new end, on the next day where that is not after the start', () => {
    expect(timesOf({ endsAt: '20:00' })).toEqual(['2027-06-03T17:30:20.000Z', '2027-06-03T19:00:00.000Z'])
    expect(timesOf({ endsAt: '01:00' })[1]).toBe('2027-06-04T00:00:00.000Z')
    expect(timesOf({ startsAt: '18:30', endsAt: '18:30' })[1]).toBe('2027-06-04T17:30:00.000Z')
    expect(timesOf({ startsAt: '18:30', endsAt: '18:31' })[1]).toBe('2027-06-03T17:31:00.000Z')
  })
})
