import { describe, expect, it } from 'vitest'
import { releaseAfterRejection } from './decideProposal.ts'
import { withSession } from './offerSession.ts'
import { proposalEnd } from './propose.ts'
import { parseProposalBooking, proposalStatusOf, requireRejection, versionAddress } from './rules.ts'

const now = new Date('2027-03-04T09:00:00Z')
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

it.each([
  ['awaiting', 'AwaitingSellerConfirmation'],
  ['accepted', 'SellerAccepted'],
  ['rejected', 'SellerRejected'],
  ['customer_rejected', 'CustomerRejected'],
  ['booked', 'SellerAccepted'],
] as const)('a proposal that is %s is %s', (status, name) => {
  expect(proposalStatusOf(status)).toBe(`https://openactive.io/${name}`)
})

it('a version has an address below its proposal', () => {
  expect(versionAddress('https://onside.example', 'u1', 'v2')).toMatch(/\/order-proposals\/u1\/versions\/v2$/)
})

describe('the places of a proposal are held', () => {
  it('so many hours, and not beyond the first start', () => {
    expect(proposalEnd(now, 2, [after(500), after(300)])).toEqual(after(120))
    expect(proposalEnd(now, 2, [after(500), after(60)])).toEqual(after(60))
    expect(proposalEnd(now, 2, [])).toEqual(after(120))
  })

  it('for one more minute after it is rejected', () => {
    expect(releaseAfterRejection(after(60), now)).toEqual(after(1))
    expect(releaseAfterRejection(after(0.5), now)).toEqual(after(0.5))
  })
})

describe('a customer may reject a proposal', () => {
  const body = (more = {}) => ({
    '@type': 'OrderProposal',
    orderProposalStatus: 'https://openactive.io/CustomerRejected',
    ...more,
  })
  it('with a note', () => {
    expect(() => requireRejection(body({ orderCustomerNote: 'Too late', '@context': 'x' }))).not.toThrow()
  })
  it.each([
    [
      'another status',
      { orderProposalStatus: 'https://openactive.io/SellerAccepted' },
      'PatchNotAllowedOnPropertyError',
    ],
    ['another type', { '@type': 'Order' }, 'UnexpectedOrderTypeError'],
    ['more than that', { orderedItem: [] }, 'PatchContainsExcessivePropertiesError'],
    ['a note that is none', { orderCustomerNote: 7 }, 'OpenBookingError'],
  ])('and not send %s', (_what, more, type) => {
    expect(() => requireRejection(body(more))).toThrow(expect.objectContaining({ type }))
  })
})

describe('an order of a proposal', () => {
  it('names its version', () => {
    const body = { '@type': 'Order', orderProposalVersion: 'https://onside.example/v/1', payment: { a: 1 } }
    expect(parseProposalBooking(body)).toEqual({
      orderProposalVersion: 'https://onside.example/v/1',
      payment: { a: 1 },
    })
    expect(() => parseProposalBooking({ ...body, '@type': 'OrderQuote' })).toThrow(
      expect.objectContaining({ type: 'UnexpectedOrderTypeError' }),
    )
    expect(() => parseProposalBooking({ ...body, orderProposalVersion: 7 })).toThrow(
      expect.objectContaining({ type: 'OpenBookingError' }),
    )
  })

  it('is none where it has items of its own', () => {
    for (const body of [{ '@type': 'Order', orderedItem: [] }, null, 'Order', undefined])
      expect(parseProposalBooking(body)).toBeNull()
  })
})

it('another session takes the place of one in a call, and of no other', () => {
  const item = (id: number) => ({
    orderedItem: `https://onside.example/scheduled-sessions/${id}`,
    acceptedOffer: 'https://onside.example/offers/4711',
  })
  expect(
    withSession({ '@type': 'Order', orderedItem: [item(4711), item(4712)] }, { from: 4711, to: 5 }),
  ).toEqual({
    '@type': 'Order',
    orderedItem: [item(5), item(4712)],
  })
})
