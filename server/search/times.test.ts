import { describe, expect, it } from 'vitest'
import type { ActivityRow, SearchVenueRow } from './sql.ts'
import { createOpenDays, timesWanted } from './times.ts'

// 09:00 on a Thursday in London.
const now = new Date('2027-03-04T09:00:00Z')
const venue = {
  id: 2,
  timezone: 'Europe/London',
  releaseDaysVisitor: 6,
  releaseDaysCustomer: 7,
  releaseTime: '22:00',
} as SearchVenueRow
const yoga = {
  id: 5,
  venueId: 2,
  releaseDays: null,
  releaseTime: null,
  releaseMinutes: null,
  lastBookableMinutes: 10,
} as ActivityRow

describe('the days that are bookable now', () => {
  const daysOf = (
    activity: Partial<ActivityRow> = {},
    isLoggedIn = false,
    at: Partial<SearchVenueRow> = {},
  ) => createOpenDays(now, isLoggedIn)({ activity: { ...yoga, ...activity }, venue: { ...venue, ...at } })

  it("are the venue's, one more for the logged in", () => {
    expect(daysOf()).toEqual({ today: '2027-03-04', lastDay: '2027-03-09', opensUntil: null })
    expect(daysOf({}, true).lastDay).toBe('2027-03-10')
  })

  it('are those of a rule of days of its own, at its hour', () => {
    expect(daysOf({ releaseDays: 2, releaseTime: '08:00' }).lastDay).toBe('2027-03-06')
    expect(daysOf({ releaseDays: 2, releaseTime: '10:00' }).lastDay).toBe('2027-03-05')
    expect(daysOf({ releaseDays: 2, releaseTime: '08:00' }, true).lastDay).toBe('2027-03-06')
  })

  it("are the venue's, until so many minutes from now, by a rule of minutes", () => {
    expect(daysOf({ releaseMinutes: 90 })).toEqual({
      today: '2027-03-04',
      lastDay: '2027-03-09',
      opensUntil: '2027-03-04T10:30:00.000Z',
    })
  })

  it('reach as far as a rule of minutes that opens sessions before the venue opens their day', () => {
    expect(daysOf({ releaseMinutes: 14_400 })).toEqual({
      today: '2027-03-04',
      lastDay: '2027-03-14',
      opensUntil: '2027-03-14T09:00:00.000Z',
    })
  })

  it('go by the clock of the venue', () => {
    const at = { timezone: 'Pacific/Auckland' }
    expect(daysOf({}, false, at)).toMatchObject({ today: '2027-03-04', lastDay: '2027-03-10' })
  })

  it('are not mixed up between rules', () => {
    const openDays = createOpenDays(now, false)
    const lastDays = [
      {},
      { releaseDays: 2, releaseTime: '08:00' },
      { releaseDays: 3, releaseTime: '08:00' },
      {},
    ].map((more) => openDays({ activity: { ...yoga, ...more }, venue }).lastDay)
    expect(lastDays).toEqual(['2027-03-09', '2027-03-06', '2027-03-07', '2027-03-09'])
  })
})

describe('what is looked for in the timetable', () => {
  const openDays = createOpenDays(now, false)
  const wanted = (period: { firstDay: string; lastDay: string; from?: string; to?: string } | null) =>
    timesWanted(
      { activity: yoga, sessionNames: null },
      venue,
      period && { from: null, to: null, ...period },
      openDays,
    )

  it('is every bookable day, and yesterday for what runs past midnight', () => {
    expect(wanted(null)).toEqual({
      activityId: 5,
      timezone: 'Europe/London',
      sessionNames: null,
      instructorId: null,
      firstDay: '2027-03-03',
      lastDay: '2027-03-09',
      from: null,
      to: null,
      opensUntil: null,
      lastBookableMinutes: 10,
    })
  })

  it('is the period that is wanted, as far as it is bookable', () => {
    expect(
      wanted({ firstDay: '2027-03-06', lastDay: '2027-03-07', from: '18:00', to: '21:00' }),
    ).toMatchObject({
      firstDay: '2027-03-06',
      lastDay: '2027-03-07',
      from: '18:00',
      to: '21:00',
    })
    expect(wanted({ firstDay: '2027-02-01', lastDay: '2027-04-01' })).toMatchObject({
      firstDay: '2027-03-03',
      lastDay: '2027-03-09',
    })
    expect(wanted({ firstDay: '2027-03-09', lastDay: '2027-03-09' })).toMatchObject({
      firstDay: '2027-03-09',
    })
  })

  it('is nothing where no day of the period is bookable', () => {
    expect(wanted({ firstDay: '2027-03-10', lastDay: '2027-03-12' })).toBeNull()
    expect(wanted({ firstDay: '2027-03-01', lastDay: '2027-03-02' })).toBeNull()
  })

  it('is of some sessions or one instructor', () => {
    const match = { activity: yoga, sessionNames: ['Flow'], instructorId: 7 }
    expect(timesWanted(match, venue, null, openDays)).toMatchObject({
      sessionNames: ['Flow'],
      instructorId: 7,
    })
  })
})
