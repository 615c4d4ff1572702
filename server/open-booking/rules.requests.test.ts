import { describe, expect, it } from 'vitest'
import {
  BookingError,
  parseOrder,
  requireOnly,
  requireParties,
  requirePayee,
  requirePayment,
  requirePaymentForm,
  requireTotal,
  requireType,
  uuidOf,
} from './rules.ts'

const whyNot = (call: () => unknown) => {
  try {
    call()
    return null
  } catch (error) {
    if (error instanceof BookingError) return error.type
    throw error
  }
}

const body = (more = {}) => ({
  '@type': 'Order',
  orderedItem: [{ position: 0, orderedItem: 'https://onside.example/slots/1' }],
  ...more,
})
const order = (more = {}) => parseOrder(body(more), 'order')

describe('the body of a call', () => {
  it('is of the type of its address', () => {
    for (const [kind, type] of [
      ['quote', 'OrderQuote'],
      ['order', 'Order'],
      ['proposal', 'OrderProposal'],
    ] as const) {
      expect(parseOrder(body({ '@type': type }), kind).orderedItem).toHaveLength(1)
      expect(whyNot(() => parseOrder(body({ '@type': 'Place' }), kind))).toBe('UnexpectedOrderTypeError')
    }
    for (const other of [null, 'Order', {}, 7])
      expect(whyNot(() => requireType(other, 'Order'))).toBe('UnexpectedOrderTypeError')
    expect(() => requireType({}, 'Order')).toThrow(
      expect.objectContaining({ description: 'The @type of the body has to be Order.' }),
    )
  })

  it('is refused by the property that is wrong', () => {
    expect(() => order({ orderedItem: [] })).toThrow(
      expect.objectContaining({
        type: 'OpenBookingError',
        description: 'The property orderedItem is wrong.',
      }),
    )
    expect(() => order({ orderedItem: [{ position: 'first' }] })).toThrow(
      expect.objectContaining({ description: 'The property orderedItem.0.position is wrong.' }),
    )
  })

  it('has a hundred items at the most', () => {
    const items = (length: number) => ({ orderedItem: Array.from({ length }, () => ({})) })
    expect(order(items(100)).orderedItem).toHaveLength(100)
    expect(whyNot(() => order(items(101)))).toBe('OpenBookingError')
  })

  it('has texts of a bounded length', () => {
    const accepts = (more: object) => whyNot(() => order(more)) === null
    const text = (length: number) => 'x'.repeat(length)
    const customer = (more: object) => ({ customer: { '@type': 'Organization', ...more } })
    const answers = (length: number, more: object) => ({
      orderedItem: [
        { orderItemIntakeFormResponse: Array.from({ length }, () => ({ propertyID: 'a', ...more })) },
      ],
    })
    expect(accepts(customer({ name: text(500), description: text(5000) }))).toBe(true)
    expect(accepts(customer({ name: text(501) }))).toBe(false)
    expect(accepts(customer({ description: text(5001) }))).toBe(false)
    expect(accepts(answers(100, { propertyID: text(2000), value: text(5000) }))).toBe(true)
    expect(accepts(answers(101, {}))).toBe(false)
    expect(accepts(answers(1, { propertyID: text(2001) }))).toBe(false)
    expect(accepts(answers(1, { value: text(5001) }))).toBe(false)
  })

  it('has numbers or texts for identifiers and answers', () => {
    for (const identifier of ['a1', 17]) {
      expect(order({ customer: { '@type': 'Person', identifier } }).customer).toMatchObject({ identifier })
      expect(order({ payment: { identifier } }).payment).toMatchObject({ identifier })
    }
    for (const value of ['a1', 17, true]) {
      const answer = { propertyID: 'a', value }
      expect(
        order({ orderedItem: [{ orderItemIntakeFormResponse: [answer] }] }).orderedItem[0],
      ).toMatchObject({ orderItemIntakeFormResponse: [answer] })
    }
  })

  it('names what it means by an id, or by the whole with its id', () => {
    expect(order({ seller: 'https://onside.example/s/1' }).seller).toBe('https://onside.example/s/1')
    expect(order({ seller: { '@type': 'Organization', '@id': 'https://onside.example/s/1' } }).seller).toBe(
      'https://onside.example/s/1',
    )
  })

  it('says no more than a change may', () => {
    const names = new Set(['@type', 'orderedItem'])
    expect(whyNot(() => requireOnly(body(), names))).toBeNull()
    expect(whyNot(() => requireOnly(body({ broker: {} }), names))).toBe(
      'PatchContainsExcessivePropertiesError',
    )
  })
})

it('the uuid of a path is read in any case, and is whole', () => {
  const uuid = '0fa3b1c2-1234-4bcd-8ef0-0123456789ab'
  expect(uuidOf({ uuid: uuid.toUpperCase() })).toBe(uuid)
  for (const other of [`x${uuid}`, `${uuid}0`, uuid.slice(1), uuid.replace('-', ''), uuid.replace('f', 'g')])
    expect(uuidOf({ uuid: other })).toBeNull()
  expect(uuidOf({})).toBeNull()
})

describe('who sells and who buys', () => {
  const role = (name: string) => ({ brokerRole: `https://openactive.io/${name}` })
  const broker = { broker: { '@type': 'Organization', name: 'Fit Finder' } }
  const person = { '@type': 'Person', email: 'ann@example.com' }
  const wrong = (more: object, named = true) => whyNot(() => requireParties(order(more), named))
  const [noBroker, noCustomer] = ['IncompleteBrokerDetailsError', 'IncompleteCustomerDetailsError']

  it.each([
    ['an agent with a name', { ...broker, customer: person }, null],
    ['an agent without a broker', { customer: person }, noBroker],
    [
      'an agent whose broker has no name',
      { broker: { '@type': 'Organization' }, customer: person },
      noBroker,
    ],
    ['an agent whose broker has an empty name', { broker: { name: ' ' }, customer: person }, noBroker],
    ['a customer who books directly', { ...role('NoBroker'), customer: person }, null],
    ['a broker of a direct booking', { ...role('NoBroker'), ...broker, customer: person }, noBroker],
    ['another role', { ...role('Middleman'), ...broker, customer: person }, noBroker],
    ['an agent without a customer', broker, noCustomer],
    ['a person without an address', { ...broker, customer: { '@type': 'Person' } }, noCustomer],
    ['an organisation without an address', { ...broker, customer: { '@type': 'Organization' } }, null],
    ['a reseller, whose customer is its own', { ...role('ResellerBroker'), ...broker }, null],
    ['a reseller without a name', role('ResellerBroker'), noBroker],
  ])('%s', (_who, more, why) => {
    expect(wrong(more)).toBe(why)
  })

  it('need no customer before C2', () => {
    expect(wrong(broker, false)).toBeNull()
    expect(wrong({}, false)).toBe(noBroker)
  })
})

it('the total is the one that the customer was quoted, to the penny', () => {
  const wrong = (more: object) => whyNot(() => requireTotal(order(more), 1999, { currencySymbol: '£' }))
  expect(wrong({ totalPaymentDue: { price: 19.99 } })).toBeNull()
  expect(wrong({ totalPaymentDue: { price: 19.98 } })).toBe('TotalPaymentDueMismatchError')
  expect(wrong({})).toBe('TotalPaymentDueMismatchError')
  expect(() => requireTotal(order(), 1999, { currencySymbol: '£' })).toThrow(
    expect.objectContaining({ description: 'The items come to £19.99.' }),
  )
})

describe('a payment', () => {
  const paid = { '@type': 'Payment', identifier: 'P-1' } as const
  it.each([
    ['is missing where it is required', undefined, 500, 'Required', 'MissingPaymentDetailsError'],
    ['may be left out', undefined, 500, 'Optional', null],
    ['is left out at the venue', undefined, 500, 'Unavailable', null],
    ['is left out of what is free', undefined, 0, 'Required', null],
    ['is made before', paid, 500, 'Required', null],
    ['is made where it may be', paid, 1, 'Optional', null],
    ['is not made at the venue', paid, 500, 'Unavailable', 'UnnecessaryPaymentDetailsError'],
    ['is not made for what is free', paid, 0, 'Required', 'UnnecessaryPaymentDetailsError'],
    ['has a reference', { '@type': 'Payment' }, 500, 'Required', 'IncompletePaymentDetailsError'],
    [
      'has one that is not empty',
      { ...paid, identifier: '' },
      500,
      'Required',
      'IncompletePaymentDetailsError',
    ],
  ] as const)('%s', (_what, sent, total, prepayment, why) => {
    expect(whyNot(() => requirePayment(sent, total, prepayment))).toBe(why)
  })

  it('has a form only where it is sent', () => {
    expect(whyNot(() => requirePaymentForm(undefined))).toBeNull()
    expect(whyNot(() => requirePaymentForm({ ...paid, identifier: 0 }))).toBeNull()
  })

  it('goes to the account agreed with the seller', () => {
    const seller = { payeeName: 'Leisure Ltd', payeeAccount: 'acct_1', payeeProvider: 'stripe' }
    const sent = { ...paid, name: 'Leisure Ltd', accountId: 'acct_1', paymentProviderId: 'stripe' }
    const wrong = (more: object, by = seller) => whyNot(() => requirePayee({ ...sent, ...more }, by))
    expect(wrong({})).toBeNull()
    expect(wrong({ name: 'Other' })).toBe('InvalidPaymentDetailsError')
    expect(wrong({ accountId: 'acct_2' })).toBe('InvalidPaymentDetailsError')
    expect(wrong({ paymentProviderId: undefined })).toBe('InvalidPaymentDetailsError')
    expect(wrong({ name: 'Other' }, { ...seller, payeeName: '' })).toBeNull()
    expect(whyNot(() => requirePayee(undefined, seller))).toBeNull()
  })
})
