import { describe, expect, it } from 'vitest'
import { findNamed, isCancellable, parseCancellation } from './cancelOrder.ts'
import { itemAddress } from './rules.ts'
import type { BookedItem } from './sql/orders.ts'

const order = { site: 'https://onside.example', uuid: 'u1' }
const address = (number: number, uuid = 'u1') => itemAddress(order.site, uuid, number)
const now = new Date('2027-03-04T09:00:00Z')
const hours = (of: number) => new Date(now.getTime() + of * 3_600_000)

const booked = (more: Partial<BookedItem> = {}): BookedItem => ({
  number: 0,
  item: {},
  basketItemId: 61,
  bookingId: 71,
  occurrenceId: 4711,
  occurrenceStatus: 'scheduled',
  status: 'booked',
  price: 500,
  vatRate: 2000,
  accessCode: '',
  startsAt: hours(5),
  freeCancelMinutes: 240,
  lateCancelFee: null,
  cancelledByCustomer: false,
  cancellationMessage: null,
  customerNotice: null,
  joinLink: '',
  ...more,
})

describe('the items that a customer cancels', () => {
  const cancelled = { orderItemStatus: 'https://openactive.io/CustomerCancelled' }
  const body = (items: object[], more = {}) => ({ '@type': 'Order', orderedItem: items, ...more })

  it('are named by their ids, once each', () => {
    const items = [1, 2, 1].map((number) => ({ '@type': 'OrderItem', '@id': address(number), ...cancelled }))
    expect(parseCancellation(body(items, { '@context': 'x' }))).toEqual([address(1), address(2)])
  })

  it.each([
    ['an order of another type', { ...body([]), '@type': 'OrderQuote' }, 'UnexpectedOrderTypeError'],
    ['no items', body([]), 'OpenBookingError'],
    [
      'another status',
      body([
        { '@id': 'a', ...cancelled },
        { '@id': 'b', orderItemStatus: 'https://openactive.io/SellerCancelled' },
      ]),
      'PatchNotAllowedOnPropertyError',
    ],
    [
      'more of the order',
      body([{ '@id': 'a', ...cancelled }], { broker: {} }),
      'PatchContainsExcessivePropertiesError',
    ],
    [
      'more of an item',
      body([{ '@id': 'a', ...cancelled, price: 0 }]),
      'PatchContainsExcessivePropertiesError',
    ],
  ])('are refused with %s', (_what, sent, type) => {
    expect(() => parseCancellation(sent)).toThrow(expect.objectContaining({ type }))
  })

  it('are those of the order', () => {
    const items = [booked({ number: 1 }), booked({ number: 2 })]
    expect(findNamed([address(2), address(1)], items, order)).toEqual([items[1], items[0]])
    for (const [id, type] of [
      [address(3), 'OrderItemIdInvalidError'],
      [address(1, 'u2'), 'OrderItemNotWithinOrderError'],
      ['https://onside.example/nothing', 'OrderItemIdInvalidError'],
    ] as const)
      expect(() => findNamed([id], items, order)).toThrow(expect.objectContaining({ type }))
  })
})

describe('an item is cancelled for all of its price', () => {
  it('until the cutoff, or where it is cancelled already', () => {
    expect(isCancellable(booked(), now)).toBe(true)
    expect(isCancellable(booked({ startsAt: hours(3) }), now)).toBe(false)
    expect(isCancellable(booked({ status: 'attended' }), now)).toBe(false)
    expect(isCancellable(booked({ status: 'cancelled', startsAt: hours(-1) }), now)).toBe(true)
  })

  it('where its offer says so', () => {
    const offering = (allowed: boolean) => ({
      item: { acceptedOffer: { allowCustomerCancellationFullRefund: allowed } },
    })
    expect(isCancellable(booked(offering(true)), now)).toBe(true)
    expect(isCancellable(booked(offering(false)), now)).toBe(false)
    expect(isCancellable(booked({ ...offering(false), status: 'cancelled_by_venue' }), now)).toBe(true)
  })
})
