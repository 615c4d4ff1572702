import { describe, expect, it } from 'vitest'
import { operatorMessages } from '#server/messages/languages.ts'
import { formOf, onlyOne, withFilter } from './availability.ts'
import { formOn } from './days.ts'
import { byHour, endOf, presentNextDay } from './views.ts'
import type { TimetableItem, View } from './views.ts'

type Row = TimetableItem['row']
type Offering = Parameters<View['show']>[1]['offering']

/** The columns that views read; the tests below need no others. */
const row = (more: Partial<Row> = {}): Row =>
  ({
    id: 11,
    startsAt: new Date('2027-03-04T18:00:00Z'),
    endsAt: new Date('2027-03-04T19:00:00Z'),
    localDate: '2027-03-04',
    compositeKey: 'key',
    locationId: 3,
    ...more,
  }) as Row
const item = (more: Partial<Row> = {}, spaces = 2, status: TimetableItem['action']['status'] = 'BOOK') =>
  ({ row: row(more), count: { spaces }, action: { status, otherActions: [] } }) as unknown as TimetableItem
const offering = { timezone: 'Europe/London' } as Offering

const view = {
  key: 'list',
  show: (items: readonly TimetableItem[]) => items.map((one) => one.row.id),
} as unknown as View
const visible = (of: View, items: TimetableItem[]) =>
  of.show(items, { offering, day: '2027-03-04' }, operatorMessages(), false, new Date(0))

describe('the end of a session', () => {
  it('stays on its day when it lasts past midnight (C10)', () => {
    const end = (endsAt: string) => endOf(row({ endsAt: new Date(endsAt) }), 'Europe/London').format24Hour
    expect(end('2027-03-04T19:00:00Z')).toBe('19:00')
    expect(end('2027-03-05T00:00:00Z')).toBe('23:59')
    expect(end('2027-03-05T01:30:00Z')).toBe('23:59')
  })
})

describe('the ids of a venue', () => {
  it('are of the second form from its migration date on', () => {
    const on = (day: string, more: Partial<Parameters<typeof formOn>[0]> = {}) =>
      formOn({ activitiesV2Enabled: true, migrationDate: '2027-03-04', ...more }, day)
    expect([on('2027-03-03'), on('2027-03-04'), on('2027-03-05')]).toEqual(['v1', 'v2', 'v2'])
    expect(on('2027-03-05', { activitiesV2Enabled: false })).toBe('v1')
    expect(on('2027-03-05', { migrationDate: null })).toBe('v1')
  })

  it('are numbers or texts', () => {
    expect([formOf(7), formOf('AQG7')]).toEqual(['v1', 'v2'])
  })
})

describe('a view', () => {
  it('of one occurrence has no other, and a key of its own', () => {
    const one = onlyOne(view, 12)
    expect(one.key).toBe('list/12')
    expect(visible(one, [item(), item({ id: 12 })])).toEqual([12])
  })

  it('is itself without a filter', () => {
    expect(withFilter(view, {})).toBe(view)
  })

  it('filters by place, start, end and key, each by itself', () => {
    const later = item({ id: 12, startsAt: new Date('2027-03-04T18:30:00Z') })
    const longer = item({ id: 13, endsAt: new Date('2027-03-04T19:30:00Z') })
    const elsewhere = item({ id: 14, locationId: 4 })
    const other = item({ id: 15, compositeKey: 'other' })
    const items = [item(), later, longer, elsewhere, other]
    expect(visible(withFilter(view, { locationId: 4 }), items)).toEqual([14])
    expect(visible(withFilter(view, { startTime: '18:30' }), items)).toEqual([12])
    expect(visible(withFilter(view, { endTime: '19:30' }), items)).toEqual([13])
    expect(visible(withFilter(view, { compositeKey: 'other' }), items)).toEqual([15])
    expect(visible(withFilter(view, { startTime: '18:00', endTime: '19:00', locationId: 3 }), items)).toEqual(
      [11, 15],
    )
    expect(withFilter(view, { locationId: 4 }).key).not.toBe(withFilter(view, { locationId: 5 }).key)
  })
})

it('puts courts with the same start and end together', () => {
  const longer = item({ id: 13, endsAt: new Date('2027-03-04T19:30:00Z') })
  const hours = byHour([item(), longer, item({ id: 12 })])
  expect(hours.map((hour) => hour.map((one) => one.row.id))).toEqual([[11, 12], [13]])
})

describe('a day of the strip', () => {
  const now = new Date('2027-03-04T12:00:00Z')
  const past = new Date(now.getTime() - 1)
  const soon = new Date(now.getTime() + 1)
  const next = (
    visitor: Date | null,
    customer: Date | null,
    isLoggedIn: boolean,
    items: TimetableItem[] = [],
  ) =>
    presentNextDay(
      { day: '2027-03-10', offering, offeredFrom: { visitor, customer } },
      items,
      isLoggedIn,
      now,
    )

  it('is left out once it is over', () => {
    expect(next(null, null, true)).toEqual([])
    expect(next(null, past, false)).toEqual([])
  })

  it('says when it opens, and whether logging in opens it', () => {
    expect(next(soon, past, false)[0]).toMatchObject({
      places: null,
      times: null,
      sessions: null,
      opensLater: true,
      loginOpens: true,
    })
    expect(next(soon, now, false)[0]?.loginOpens).toBe(true)
    expect(next(soon, soon, false)[0]?.loginOpens).toBe(false)
    expect(next(soon, null, false)[0]?.loginOpens).toBe(false)
    expect(next(soon, soon, true)[0]?.opensAt).not.toBeNull()
  })

  it('counts the places that the caller, or their household, can have', () => {
    const withOther = item({}, 8, null)
    const others = { ...withOther, action: { ...withOther.action, otherActions: ['BOOK' as const] } }
    const items = [
      item({}, 1, 'BOOK'),
      item({}, 2, 'CANCEL_RESERVATION'),
      item({}, 4, 'CANCEL_BOOKING'),
      others,
      item({}, 16, null),
    ]
    expect(next(now, null, false, items)[0]).toEqual({
      raw: '2027-03-10',
      places: 15,
      times: 4,
      sessions: 5,
      opensLater: false,
      opensAt: null,
      loginOpens: false,
    })
  })

  it('says that some of its sessions open later', () => {
    const early = item({}, 16, null)
    const notYet = { ...early, action: { ...early.action, reasonCode: 'not_open_yet' as const } }
    expect(next(now, null, false, [item({}, 16, null), notYet])[0]).toMatchObject({
      places: 0,
      sessions: 2,
      opensLater: true,
      opensAt: null,
    })
  })
})
