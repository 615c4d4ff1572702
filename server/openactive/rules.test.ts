import { describe, expect, test } from 'vitest'
import {
  bookingTerms,
  datasetAt,
  distinctIds,
  feedsOf,
  nextModified,
  placesLeft,
  planWrite,
  publicFrom,
  retentionAfterEndMs,
} from './rules.ts'

const now = new Date('2027-03-01T09:00:00Z')
const later = new Date('2027-03-05T19:00:00Z')
const seconds = now.getTime() / 1000
const days = (count: number) => count * 86_400

describe('what becomes of an item', () => {
  const live = { modified: 100, data: '{}', dueAt: later }
  const gone = { data: null, dueAt: null }
  const tombstone = { modified: seconds - days(3), data: null, dueAt: null }

  test('new is written, the same is not', () => {
    expect(planWrite(undefined, { data: '{}', dueAt: later }, 200, now)).toEqual({
      do: 'write',
      modified: 200,
      data: '{}',
      dueAt: later,
    })
    expect(planWrite(live, { data: '{}', dueAt: later }, 200, now)).toEqual({ do: 'keep' })
  })

  test('a change raises `modified`, another end of being shown does not', () => {
    expect(planWrite(live, { data: '{"a":1}', dueAt: later }, 200, now)).toMatchObject({ modified: 200 })
    expect(planWrite(live, { data: '{}', dueAt: now }, 200, now)).toEqual({
      do: 'write',
      modified: 100,
      data: '{}',
      dueAt: now,
    })
  })

  test('what goes is said to have gone for eight days and then forgotten', () => {
    const end = new Date((seconds + days(8)) * 1000)
    expect(planWrite(live, gone, seconds, now)).toEqual({
      do: 'write',
      modified: seconds,
      data: null,
      dueAt: end,
    })
    const published = { modified: seconds, data: null, dueAt: end }
    expect(planWrite(published, gone, seconds + 9, now)).toEqual({ do: 'keep' })
    expect(planWrite(published, gone, seconds + 9, new Date(end.getTime() - 1))).toEqual({ do: 'keep' })
    expect(planWrite(published, gone, seconds + 9, end)).toEqual({ do: 'forget' })
  })

  test('what never was there is not said to have gone', () => {
    expect(planWrite(undefined, gone, 200, now)).toEqual({ do: 'keep' })
    expect(planWrite({ modified: null, data: null, dueAt: later }, gone, 200, now)).toEqual({ do: 'forget' })
  })

  test('what is not public yet waits for its day without a mark', () => {
    const desired = { data: null, dueAt: later }
    const hidden = { modified: null, data: null, dueAt: later }
    expect(planWrite(undefined, desired, 200, now)).toEqual({ do: 'write', ...hidden })
    expect(planWrite(hidden, desired, 200, now)).toEqual({ do: 'keep' })
    // It had been public: it goes, and comes again on its day.
    expect(planWrite(live, desired, 200, now)).toMatchObject({ modified: 200, data: null })
    expect(planWrite(tombstone, desired, 200, now)).toEqual({ do: 'write', ...tombstone, dueAt: later })
  })

  test('what has gone is looked at again when its day comes, if that is sooner than the end of saying so', () => {
    const end = new Date((seconds + days(8)) * 1000)
    const published = { modified: seconds, data: null, dueAt: end }
    const [sooner, after] = [new Date(end.getTime() - 1), new Date(end.getTime() + 1)]
    expect(planWrite(published, { data: null, dueAt: sooner }, seconds, now)).toEqual({
      do: 'write',
      ...published,
      dueAt: sooner,
    })
    expect(planWrite(published, { data: null, dueAt: after }, seconds, now)).toEqual({ do: 'keep' })
    expect(planWrite(live, { data: null, dueAt: sooner }, seconds, now)).toMatchObject({ dueAt: sooner })
    expect(planWrite(live, { data: null, dueAt: after }, seconds, now)).toMatchObject({ dueAt: end })
  })

  test('what has an end of being shown for the first time, or no longer, is written', () => {
    expect(planWrite({ ...live, dueAt: null }, { data: '{}', dueAt: later }, 200, now)).toMatchObject({
      dueAt: later,
    })
    expect(planWrite(live, { data: '{}', dueAt: null }, 200, now)).toMatchObject({ do: 'write', dueAt: null })
  })

  test('what comes back is new', () => {
    expect(planWrite(tombstone, { data: '{}', dueAt: later }, seconds, now)).toMatchObject({
      modified: seconds,
      data: '{}',
    })
  })
})

test('an item is looked at once, however many changes name it, and for a day after its end', () => {
  expect(distinctIds([3, 1, 3, 2, 1])).toEqual([3, 1, 2])
  expect(retentionAfterEndMs).toBe(days(1) * 1000)
})

test('every publication is marked later than the one before, however fast they follow', () => {
  expect(nextModified(0, now)).toBe(seconds)
  expect(nextModified(seconds - 5, now)).toBe(seconds)
  expect(nextModified(seconds, now)).toBe(seconds + 1)
  expect(nextModified(seconds + 40, now)).toBe(seconds + 41)
})

describe('from when a session is public', () => {
  const venue = { releaseDaysVisitor: 6, releaseDaysCustomer: 7, releaseTime: '22:00' }
  const noRule = { releaseDays: null, releaseTime: null, releaseMinutes: null }

  test('when its day is offered to visitors, not a day before when it is to customers', () => {
    expect(publicFrom('2027-03-08', noRule, venue, 'Europe/London')).toEqual(new Date('2027-03-02T22:00:00Z'))
  })

  test('earlier where the activity says so', () => {
    const own = { ...noRule, releaseDays: 28, releaseTime: '07:00' }
    expect(publicFrom('2027-03-29', own, venue, 'Europe/London')).toEqual(new Date('2027-03-01T07:00:00Z'))
  })

  test('at the latest when its day begins, by the clock on the wall', () => {
    const late = { releaseDaysVisitor: 0, releaseDaysCustomer: 0, releaseTime: '22:00' }
    expect(publicFrom('2027-06-08', noRule, late, 'Europe/London')).toEqual(new Date('2027-06-07T23:00:00Z'))
  })
})

test('a court has no place left while anything stands on its floor, nor has what is called off', () => {
  const free = { capacity: 1, placesTaken: 0, onTakenFloor: false, status: 'scheduled' }
  expect(placesLeft(free, 'courts')).toBe(1)
  expect(placesLeft({ ...free, onTakenFloor: true }, 'courts')).toBe(0)
  expect(placesLeft({ ...free, capacity: 12, placesTaken: 5, onTakenFloor: true }, 'classes')).toBe(7)
  expect(placesLeft({ ...free, capacity: 3, placesTaken: 5 }, 'classes')).toBe(0)
  expect(placesLeft({ ...free, capacity: 12, status: 'cancelled' }, 'classes')).toBe(0)
})

test('a data set lies below its site, of one operator or of all', () => {
  expect(feedsOf('demo leisure', 'https://onside.example')).toBe(
    'https://onside.example/api/openactive/demo%20leisure',
  )
  expect(datasetAt('demo', 'https://onside.example')).toBe('https://onside.example/api/openactive/demo')
  expect(datasetAt(null, 'https://onside.example')).toBe('https://onside.example/api/open-data')
})

describe('how partners may book', () => {
  const activity = {
    isForAnyone: true,
    customerRefund: true,
    freeCancelMinutes: 0,
    lastBookableMinutes: 10,
    prepayment: null,
    needsApproval: false,
    needsAttendee: false,
    needsAnswers: false,
    releaseDays: null,
    releaseTime: null,
    releaseMinutes: null,
    releaseDaysVisitor: 6,
    releaseDaysCustomer: 7,
    venueReleaseTime: '22:00',
    timezone: 'Europe/London',
  } as const
  const startsAt = new Date('2027-03-04T18:00:00Z')
  const terms = (
    more: Partial<Parameters<typeof bookingTerms>[0]> = {},
    option = { price: 500, proof: null as string | null, places: 1 },
    at: Date | null = startsAt,
  ) => bookingTerms({ ...activity, ...more }, option, at)
  const io = (name: string) => `https://openactive.io/${name}`

  test('is without conditions where there are none', () => {
    expect(terms()).toEqual({ allowCustomerCancellationFullRefund: true })
  })

  test('is cancelled free until some time before, where there is a refund', () => {
    expect(terms({ freeCancelMinutes: 240 })).toEqual({
      allowCustomerCancellationFullRefund: true,
      latestCancellationBeforeStartDate: 'PT240M',
    })
    expect(terms({ freeCancelMinutes: 240, customerRefund: false })).toEqual({
      allowCustomerCancellationFullRefund: false,
    })
  })

  test('opens by a rule of its own, of minutes or days', () => {
    expect(terms({ releaseMinutes: 90 }).validFromBeforeStartDate).toBe('PT90M')
    expect(terms({ releaseDays: 1, releaseTime: '08:00' }).validFromBeforeStartDate).toBe('PT2040M')
    expect(terms({ releaseDays: 1 }).validFromBeforeStartDate).toBe('PT1200M')
    expect(terms({ releaseMinutes: 90 }, undefined, null)).not.toHaveProperty('validFromBeforeStartDate')
  })

  test('closes some time before the start', () => {
    expect(terms({ lastBookableMinutes: -30 }).validThroughBeforeStartDate).toBe('PT30M')
    expect(terms({ lastBookableMinutes: 0 })).not.toHaveProperty('validThroughBeforeStartDate')
  })

  test('is not possible where it is not for anyone, needs a proof, or takes several places', () => {
    expect(terms({ isForAnyone: false }).openBookingInAdvance).toBe(io('Unavailable'))
    expect(terms({}, { price: 500, proof: 'student-card', places: 1 }).openBookingInAdvance).toBe(
      io('Unavailable'),
    )
    expect(terms({}, { price: 500, proof: null, places: 4 }).openBookingInAdvance).toBe(io('Unavailable'))
  })

  test.each([
    ['required', 'Required'],
    ['optional', 'Optional'],
    ['unavailable', 'Unavailable'],
  ] as const)('is paid: %s', (prepayment, name) => {
    expect(terms({ prepayment }).openBookingPrepayment).toBe(io(name))
    expect(terms({ prepayment: null })).not.toHaveProperty('openBookingPrepayment')
    expect(terms({ prepayment }, { price: 0, proof: null, places: 1 })).not.toHaveProperty(
      'openBookingPrepayment',
    )
  })

  test('asks for the approval of the desk, who takes part, and answers', () => {
    expect(terms({ needsApproval: true }).openBookingFlowRequirement).toEqual([
      io('OpenBookingApproval'),
      io('OpenBookingNegotiation'),
    ])
    expect(terms({ needsAttendee: true }).openBookingFlowRequirement).toEqual([
      io('OpenBookingAttendeeDetails'),
    ])
    expect(terms({ needsAnswers: true }).openBookingFlowRequirement).toEqual([io('OpenBookingIntakeForm')])
  })
})
