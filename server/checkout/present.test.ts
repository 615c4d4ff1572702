import { expect, it } from 'vitest'
import type { BasketItem } from '#contract/baskets.ts'
import { date, time } from '#contract/time.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import { describeFirstOrdered, describeOrdered, orderedItems } from './present.ts'

const zone = 'Europe/London'
const item = (id: number, name: string, startsAt: string | null, quantity = 1): BasketItem => {
  const at = new Date(`${startsAt ?? '2027-03-04T10:00'}:00Z`)
  const session = {
    id: `s${startsAt ?? ''}`,
    name,
    venueName: 'Demo Centre',
    date: date(at.toISOString().slice(0, 10), zone, new Date('2027-03-01T09:00:00Z')),
    startsAt: time(at, zone),
    endsAt: time(new Date(at.getTime() + 3_600_000), zone),
    location: { name: 'Studio 1' },
  }
  return { id, name, quantity, cartableResource: startsAt === null ? null : session } as unknown as BasketItem
}

it('E14: says what a payment is for, when and where: each session once, the first one first', () => {
  const ordered = orderedItems([
    item(1, 'Late cancellation', null),
    item(2, 'Yoga', '2027-03-05T18:00'),
    item(3, 'Family swim', '2027-03-04T10:00', 2),
    item(4, 'Yoga', '2027-03-05T18:00'),
  ])
  expect(ordered.map((one) => describeOrdered(operatorMessages(), one))).toEqual([
    { title: '2 × Family swim', lines: ['Thu 4 March 2027, 10:00 to 11:00', 'Studio 1', 'Demo Centre'] },
    { title: '2 × Yoga', lines: ['Fri 5 March 2027, 18:00 to 19:00', 'Studio 1', 'Demo Centre'] },
    { title: 'Late cancellation', lines: [] },
  ])
  expect(describeFirstOrdered(operatorMessages(), ordered)).toBe('Family swim, Thu 4 Mar, 10:00, and 2 more')
  expect(describeFirstOrdered(operatorMessages(), ordered.slice(2))).toBe('Late cancellation')
  expect(describeFirstOrdered(operatorMessages(), [])).toBe('')
})
