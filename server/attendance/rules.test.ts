import { inEnglish } from '#test/inEnglish.ts'
import { describe, expect, it } from 'vitest'
import { mainRefusal, parseReference, whyNotMarked, whyNotSelf } from './rules.ts'

const startsAt = new Date('2027-03-04T18:00:00Z')
const endsAt = new Date('2027-03-04T19:00:00Z')
const at = (time: string): Date => new Date(`2027-03-04T${time}:00Z`)
const marking = { status: 'booked', sessionStatus: 'scheduled', startsAt, localDate: '2027-03-04' }

describe('attendance recorded by staff', () => {
  it('is absence from the start on', () => {
    expect(whyNotMarked(marking, 'not_attended', at('17:59'), '2027-03-04')?.code).toBe('too_early')
    expect(whyNotMarked(marking, 'not_attended', startsAt, '2027-03-04')).toBeNull()
  })

  it('is a check-in from the day of the session on', () => {
    expect(whyNotMarked(marking, 'attended', at('00:00'), '2027-03-03')?.code).toBe('too_early')
    expect(whyNotMarked(marking, 'attended', at('00:00'), '2027-03-04')).toBeNull()
    expect(whyNotMarked(marking, 'attended', at('00:00'), '2027-03-05')).toBeNull()
  })

  it('is taken back at any time, and never recorded for a cancelled booking', () => {
    expect(whyNotMarked(marking, 'booked', at('00:00'), '2027-03-01')).toBeNull()
    for (const status of ['cancelled_by_customer', 'cancelled_by_venue'])
      expect(whyNotMarked({ ...marking, status }, 'booked', startsAt, '2027-03-04')?.code).toBe(
        'booking_cancelled',
      )
  })
})

describe('a session that the venue has called off', () => {
  const calledOff = { ...marking, sessionStatus: 'cancelled' }

  it('is neither attended nor missed, and what was recorded by mistake is undone', () => {
    expect(whyNotMarked(calledOff, 'attended', startsAt, '2027-03-04')?.code).toBe('booking_cancelled')
    expect(whyNotMarked(calledOff, 'not_attended', startsAt, '2027-03-04')?.code).toBe('booking_cancelled')
    expect(
      whyNotMarked({ ...calledOff, status: 'not_attended' }, 'booked', startsAt, '2027-03-04'),
    ).toBeNull()
  })

  it('has nobody check in', () => {
    const booking = { ...calledOff, endsAt, venueId: 1, venueName: 'Tern Harbour', timezone: 'UTC' }
    const here = { venueId: 1, today: '2027-03-04', now: startsAt }
    expect(whyNotSelf(booking, here)?.code).toBe('booking_cancelled')
  })
})

describe('people who check themselves in', () => {
  const booking = { ...marking, endsAt, venueId: 1, venueName: 'Tern Harbour', timezone: 'UTC' }
  const here = { venueId: 1, today: '2027-03-04', now: at('17:30') }
  const codeAt = (time: string, status = 'booked') =>
    whyNotSelf({ ...booking, status }, { ...here, now: at(time) })?.code ?? null

  it('may from an hour before the start until the end', () => {
    expect(codeAt('16:59')).toBe('too_early')
    expect(codeAt('17:00')).toBeNull()
    expect(codeAt('18:59')).toBeNull()
    expect(codeAt('19:00')).toBe('closed')
  })

  it('read from when they may', () => {
    expect(inEnglish(whyNotSelf(booking, { ...here, now: at('16:00') })?.message)).toBe(
      'You can check in from 17:00.',
    )
  })

  it('may across midnight', () => {
    const late = { ...booking, startsAt: at('23:30'), endsAt: new Date('2027-03-05T00:30:00Z') }
    const codeOn = (today: string, now: string, of: typeof late = late) =>
      whyNotSelf(of, { ...here, today, now: new Date(now) })?.code ?? null
    expect(codeOn('2027-03-05', '2027-03-05T00:05:00Z')).toBeNull()
    expect(codeOn('2027-03-05', '2027-03-05T00:30:00Z')).toBe('another_day')
    const early = { ...booking, startsAt: at('00:15'), endsAt: at('01:15') }
    expect(codeOn('2027-03-03', '2027-03-03T23:15:00Z', early)).toBeNull()
    expect(codeOn('2027-03-03', '2027-03-03T23:14:00Z', early)).toBe('another_day')
    const { startsAt: begins } = early
    const marked = (now: string) =>
      whyNotMarked({ ...marking, startsAt: begins }, 'attended', new Date(now), '2027-03-03')
    expect(marked('2027-03-03T23:15:00Z')).toBeNull()
    expect(marked('2027-03-03T23:14:00Z')?.code).toBe('too_early')
  })

  it('are sent to the right venue and day', () => {
    expect(inEnglish(whyNotSelf(booking, { ...here, venueId: 2 }))).toEqual({
      code: 'another_venue',
      message: 'This booking is at Tern Harbour.',
    })
    const before = { ...here, today: '2027-03-03', now: new Date('2027-03-03T17:30:00Z') }
    expect(inEnglish(whyNotSelf(booking, before))).toEqual({
      code: 'another_day',
      message: 'This booking is on Thu 4 March 2027.',
    })
  })

  it('cannot twice, after staff recorded an absence, or with a cancelled booking', () => {
    expect(codeAt('17:30', 'attended')).toBe('already_attended')
    expect(codeAt('16:00', 'attended')).toBe('already_attended')
    expect(codeAt('18:30', 'not_attended')).toBe('closed')
    expect(codeAt('17:30', 'cancelled_by_customer')).toBe('booking_cancelled')
  })
})

describe('codes', () => {
  it('are references of an order when three letters stand before six characters', () => {
    expect(parseReference('ONS7K2Q9X')).toBe('ONS-7K2Q9X')
    expect(parseReference('7K2Q9X')).toBeNull()
    expect(parseReference('ONS7K2Q9XX')).toBeNull()
    expect(parseReference('XONS7K2Q9X')).toBeNull()
  })
})

it('an order of several days is refused for what concerns today', () => {
  const [otherDay, early, closed] = [{ code: 'another_day' }, { code: 'too_early' }, { code: 'closed' }]
  expect(mainRefusal([otherDay, closed, early])).toBe(early)
  expect(mainRefusal([otherDay, { code: 'already_attended' }, closed])).toBe(closed)
  expect(mainRefusal([otherDay, { code: 'another_venue' }])).toBe(otherDay)
  expect(mainRefusal([null, otherDay, null, early])).toBe(early)
  expect(mainRefusal([])).toBeUndefined()
})
