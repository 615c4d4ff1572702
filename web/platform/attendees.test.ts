import { expect, it } from 'vitest'
import type { Basket } from '#contract/baskets.ts'
import { nextToPay } from './attendees.ts'

const basket = (item: object, attendeeWaiversRequired = false) =>
  ({
    attendeeWaiversRequired,
    items: [{ questionsRequired: 0, questionsOptional: 0, ...item }],
  }) as unknown as Basket

it('E09: asks before paying, also where answers are optional', () => {
  expect(nextToPay(basket({}))).toBe('/basket/checkout')
  for (const asking of [basket({ questionsOptional: 1 }), basket({ questionsRequired: 1 }), basket({}, true)])
    expect(nextToPay(asking)).toBe('/attendees')
})
