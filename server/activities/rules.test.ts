import { describe, expect, test } from 'vitest'
import {
  activityDayOpens,
  bookingOpens,
  dayOpens,
  daysAhead,
  daysOffered,
  releaseRuleOf,
  venueRule,
} from './rules.ts'

const london = 'Europe/London'
const usual = { releaseDaysVisitor: 6, releaseDaysCustomer: 7, releaseTime: '22:00:00' }
const noRule = { releaseDays: null, releaseTime: null, releaseMinutes: null }
const opens = (startsAt: string, loggedIn: boolean) =>
  bookingOpens(new Date(startsAt), venueRule(usual), london, loggedIn).toISOString()

describe('when booking opens', () => {
  test('is so many days before at the hour on the wall, a day earlier for the logged in', () => {
    expect(opens('2027-03-04T18:00:00Z', true)).toBe('2027-02-25T22:00:00.000Z')
    expect(opens('2027-03-04T18:00:00Z', false)).toBe('2027-02-26T22:00:00.000Z')
  })

  test('stays at that hour over the change to summer time: 1 Apr 2027 18:00 opens 25 Mar 22:00 GMT', () => {
    expect(opens('2027-04-01T17:00:00Z', true)).toBe('2027-03-25T22:00:00.000Z')
    expect(opens('2027-04-03T17:00:00Z', true)).toBe('2027-03-27T22:00:00.000Z')
    expect(opens('2027-04-05T17:00:00Z', true)).toBe('2027-03-29T21:00:00.000Z')
  })

  test('and over the change back: 3 Nov 2027 18:00 opens 27 Oct 22:00 BST', () => {
    expect(opens('2027-11-03T18:00:00Z', true)).toBe('2027-10-27T21:00:00.000Z')
    expect(opens('2027-11-08T18:00:00Z', true)).toBe('2027-11-01T22:00:00.000Z')
  })

  test('goes by the day on the wall, not in UTC', () => {
    // 00:30 on 2 July in London is still 1 July in UTC.
    expect(opens('2027-07-01T23:30:00Z', true)).toBe('2027-06-25T21:00:00.000Z')
    expect(
      bookingOpens(new Date('2027-03-03T11:30:00Z'), venueRule(usual), 'Pacific/Apia', true).toISOString(),
    ).toBe('2027-02-25T09:00:00.000Z')
  })

  test('by minutes is elapsed time, whatever the clocks do', () => {
    const fourHours = releaseRuleOf({ ...noRule, releaseMinutes: 240 }, usual)
    expect(bookingOpens(new Date('2027-03-28T03:00:00Z'), fourHours, london, false).toISOString()).toBe(
      '2027-03-27T23:00:00.000Z',
    )
    expect(bookingOpens(new Date('2027-10-31T03:00:00Z'), fourHours, london, true).toISOString()).toBe(
      '2027-10-30T23:00:00.000Z',
    )
  })

  test("by an activity's own rule is the same for everybody", () => {
    const own = releaseRuleOf({ ...noRule, releaseDays: 1, releaseTime: '07:00:00' }, usual)
    const at = (loggedIn: boolean) =>
      bookingOpens(new Date('2027-03-04T16:00:00Z'), own, london, loggedIn).toISOString()
    expect(at(true)).toBe('2027-03-03T07:00:00.000Z')
    expect(at(false)).toBe(at(true))
    expect(releaseRuleOf({ ...noRule, releaseDays: 28 }, usual)).toMatchObject({ time: '22:00:00' })
  })
})

describe('C05: the days a venue offers', () => {
  const offered = (now: string, loggedIn: boolean) => daysOffered(new Date(now), usual, london, loggedIn)

  test('are today and five more for a visitor, six more for a customer', () => {
    expect(offered('2027-02-28T10:00:00Z', false)).toEqual([
      '2027-02-28',
      '2027-03-01',
      '2027-03-02',
      '2027-03-03',
      '2027-03-04',
      '2027-03-05',
    ])
    expect(offered('2027-02-28T10:00:00Z', true)).toHaveLength(7)
  })

  test('are one more each from the very second of the release hour on', () => {
    expect(offered('2027-02-28T21:59:59.999Z', true)).toHaveLength(7)
    expect(offered('2027-02-28T22:00:00Z', true)).toHaveLength(8)
    expect(offered('2027-02-28T22:00:00Z', false)).toHaveLength(7)
  })

  test('follow the wall: in summer the hour strikes at 21:00 UTC', () => {
    expect(offered('2027-07-01T20:59:59Z', true)).toHaveLength(7)
    expect(offered('2027-07-01T21:00:00Z', true)).toHaveLength(8)
    // After midnight on the wall it is the next day already.
    expect(offered('2027-07-01T23:30:00Z', true)[0]).toBe('2027-07-02')
  })

  test('are only today where nothing opens before', () => {
    const sameDay = { releaseDaysVisitor: 0, releaseDaysCustomer: 0, releaseTime: '06:00' }
    expect(daysOffered(new Date('2027-02-28T10:00:00Z'), sameDay, london, true)).toEqual(['2027-02-28'])
  })
})

describe('a day of an activity with a rule of its own', () => {
  test('is offered from its own opening when that is earlier', () => {
    const early = { ...noRule, releaseDays: 28, releaseTime: '09:00' }
    expect(activityDayOpens('2027-03-31', early, usual, london, false).toISOString()).toBe(
      '2027-03-03T09:00:00.000Z',
    )
  })

  test('is offered when its first minute is open by a rule of minutes that reaches further', () => {
    const tenDays = { ...noRule, releaseMinutes: 14_400 }
    expect(activityDayOpens('2027-03-31', tenDays, usual, london, false).toISOString()).toBe(
      '2027-03-20T23:00:00.000Z',
    )
  })

  test("and from the venue's when the activity opens later, so that people see when", () => {
    const venue = dayOpens('2027-03-31', venueRule(usual), london, false)
    expect(activityDayOpens('2027-03-31', { ...noRule, releaseDays: 1 }, usual, london, false)).toEqual(venue)
    expect(activityDayOpens('2027-03-31', { ...noRule, releaseMinutes: 60 }, usual, london, false)).toEqual(
      venue,
    )
  })
})

test('sessions are wanted as far ahead as the longest rule looks', () => {
  expect(daysAhead(noRule, usual)).toBe(7)
  expect(daysAhead({ ...noRule, releaseDays: 28 }, usual)).toBe(28)
  expect(daysAhead({ ...noRule, releaseMinutes: 14_401 }, usual)).toBe(11)
})
