import { expect, it } from 'vitest'
import { operatorMessages } from '#server/messages/languages.ts'
import { describeRefunds } from './rules.ts'

it('E14: a refund is one sum, even when two kinds of credit come back', () => {
  expect(describeRefunds(operatorMessages(), [], '£')).toBe('')
  expect(
    describeRefunds(
      operatorMessages(),
      [
        { destination: 'credit', amount: 300 },
        { destination: 'credit', amount: 545 },
      ],
      '£',
    ),
  ).toBe('£8.45 refunded as credit. You can use it now.')
})

it('E14: a refund to two places begins with its sum', () => {
  expect(
    describeRefunds(
      operatorMessages(),
      [
        { destination: 'credit', amount: 300 },
        { destination: 'card', amount: 545 },
      ],
      '£',
    ),
  ).toBe('You get £8.45 back: £3.00 as credit and £5.45 to your card.')
})
