import { expect, test } from 'vitest'
import { anOccurrence, now, visitor } from '#test/fixtures/bookingStates.ts'
import { actionOfHour, actionToShow } from './actions.ts'
import type { Action } from './actions.ts'

const later = '2027-03-04T12:09:00Z'

const action = (status: Action['status'], more: Partial<Action> = {}): Action => ({
  ...actionToShow(anOccurrence(), visitor, now),
  status,
  ...more,
})

/** From the court that represents an hour to the one that never does while another is there. */
const inOrder = [
  action('CANCEL_RESERVATION'),
  action('CANCEL_BOOKING'),
  action('BOOK'),
  action('LEAVE_WAITLIST'),
  action(null, { reasonCode: 'held', availableAt: later }),
  action('JOIN_WAITLIST', { reasonCode: 'full' }),
  action('FULL', { reasonCode: 'full' }),
  action(null, { reasonCode: 'closed' }),
]

test('an hour is that of its best court, whichever stands first', () => {
  for (const [at, best] of inOrder.entries()) {
    for (const other of inOrder.slice(at + 1)) {
      expect(actionOfHour([best, other])).toMatchObject({
        status: best.status,
        reasonCode: best.reasonCode,
      })
      expect(actionOfHour([other, best])).toMatchObject({
        status: best.status,
        reasonCode: best.reasonCode,
      })
    }
  }
})

test('a court that is held to the end, or opens later, is no better than a full one', () => {
  const full = action('FULL', { reasonCode: 'full' })
  expect(actionOfHour([action(null, { reasonCode: 'held' }), full])?.status).toBe('FULL')
  const notYet = action(null, { reasonCode: 'not_open_yet', availableAt: later })
  expect(actionOfHour([notYet, full])?.status).toBe('FULL')
})

test('a free court is offered beside the own one, and not beside itself', () => {
  const own = action('CANCEL_RESERVATION')
  expect(actionOfHour([own, action('BOOK')])?.otherActions).toEqual(['BOOK'])
  expect(actionOfHour([own, action('FULL')])?.otherActions).toEqual([])
  expect(actionOfHour([action('BOOK'), action('BOOK')])?.otherActions).toEqual([])
})

test('the time is that of the court, and for held ones the first of them', () => {
  const notYet = action(null, { reasonCode: 'not_open_yet', availableAt: later })
  expect(actionOfHour([notYet])?.availableAt).toBe(later)
  const [sooner, held] = [
    action(null, { reasonCode: 'not_open_yet', availableAt: '2027-03-04T12:01:00Z' }),
    action(null, { reasonCode: 'held', availableAt: later }),
  ]
  expect(actionOfHour([sooner, held])).toMatchObject({ reasonCode: 'held', availableAt: later })
})
