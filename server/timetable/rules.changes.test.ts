import { describe, expect, it } from 'vitest'
import { isMoved, isSame, whyNotChanged } from './rules.ts'
import type { Logistics } from './rules.ts'

const at = (clock: string) => new Date(`2027-03-04T${clock}Z`)
const now = at('09:00:00')

const yoga: Logistics = {
  name: 'Yoga',
  startsAt: at('18:00:00'),
  endsAt: at('19:00:00'),
  locationId: 3,
  meetingPoint: '',
  instructorIds: [],
  joinLink: '',
}
const scheduled = { status: 'scheduled', startsAt: yoga.startsAt }

describe('a session can be changed', () => {
  const why = (session: Partial<typeof scheduled>, wanted: Partial<Logistics> = {}) =>
    whyNotChanged({ ...scheduled, ...session }, { ...yoga, ...wanted }, now)

  it('while it is on and has not begun', () => {
    expect(why({})).toBeNull()
    expect(why({ status: 'cancelled' })).toBe('cancelled')
    expect(why({ startsAt: at('08:59:59') })).toBe('begun')
    expect(why({ startsAt: now })).toBe('begun')
    expect(why({ startsAt: at('09:00:01') })).toBeNull()
  })

  it('to a time to come', () => {
    expect(why({}, { startsAt: at('08:59:59') })).toBe('in_past')
    expect(why({}, { startsAt: now })).toBe('in_past')
    expect(why({}, { startsAt: at('09:00:01') })).toBeNull()
  })

  it('that ends after its start, within a day', () => {
    expect(why({}, { endsAt: yoga.startsAt })).toBe('ends_before_start')
    expect(why({}, { endsAt: at('17:59:59') })).toBe('ends_before_start')
    expect(why({}, { endsAt: at('18:00:01') })).toBeNull()
    expect(why({}, { endsAt: new Date('2027-03-05T18:00:00Z') })).toBeNull()
    expect(why({}, { endsAt: new Date('2027-03-05T18:00:01Z') })).toBe('ends_before_start')
  })
})

it('takes other floor or hours only in another room, or with another start or end', () => {
  expect(isMoved(yoga, { ...yoga, startsAt: at('18:00:00'), name: 'Pilates' })).toBe(false)
  expect(isMoved(yoga, { ...yoga, locationId: 4 })).toBe(true)
  expect(isMoved(yoga, { ...yoga, startsAt: at('18:15:00') })).toBe(true)
  expect(isMoved(yoga, { ...yoga, endsAt: at('19:15:00') })).toBe(true)
})

it('is the same only where nothing differs', () => {
  expect(isSame(yoga, { ...yoga })).toBe(true)
  expect(isSame(yoga, { ...yoga, locationId: 4 })).toBe(false)
  expect(isSame(yoga, { ...yoga, name: 'Pilates' })).toBe(false)
  expect(isSame(yoga, { ...yoga, meetingPoint: 'At reception' })).toBe(false)
  expect(isSame(yoga, { ...yoga, joinLink: 'https://meet.example/1' })).toBe(false)
})
