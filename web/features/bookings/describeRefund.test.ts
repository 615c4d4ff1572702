import { expect, it } from 'vitest'
import type { Booking } from '#contract/bookings.ts'
import { describeRefund } from './describeRefund.ts'

const booking = (isBuyer: boolean) =>
  ({
    isBuyer,
    cancellationRefund: {
      to: 'card',
      parts: [
        { to: 'credit', amount: 155, formatted: '£1.55' },
        { to: 'card', amount: 690, formatted: '£6.90' },
      ],
    },
  }) as unknown as Booking

it('says that nothing was paid for what was free, and that the terms give nothing back for what was not', () => {
  const of = (raw: number) =>
    ({
      isBuyer: true,
      fullRefund: { raw },
      cancellationRefund: { to: 'none', parts: [] },
    }) as unknown as Booking
  expect(describeRefund(of(0))).toBe('Nothing was paid for this booking.')
  expect(describeRefund(of(845))).toBe("This booking can't be refunded.")
})

it('says who gets a refund: the reader, if they have booked, else the person who has', () => {
  expect(describeRefund(booking(true))).toBe('You get £1.55 as credit and £6.90 to your card.')
  const another = 'The person who booked gets £1.55 as credit and £6.90 to their card.'
  expect(describeRefund(booking(false))).toBe(another)
  // The desk.
  expect(describeRefund(booking(true), false)).toBe(another)
})
