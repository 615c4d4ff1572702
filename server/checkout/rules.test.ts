import { inEnglish } from '#test/inEnglish.ts'
import { describe, expect, test } from 'vitest'
import {
  areTermsAccepted,
  nonCardTenders,
  itemIdsInHash,
  matchedLines,
  mayComplete,
  missingBilling,
  requiresLogin,
} from './rules.ts'

const hash = (text: string): string => Buffer.from(text).toString('base64')

describe('the item hash', () => {
  test.each([
    ['61001', [61001]],
    ['61001,61002', [61001, 61002]],
  ])('in our form names items: %s', (text, ids) => {
    expect(itemIdsInHash(hash(text))).toEqual(ids)
    expect(itemIdsInHash(hash(text).replace(/=+$/, ''))).toEqual(ids)
  })

  test.each([
    undefined,
    'not base64!',
    hash('hello'),
    hash('1,2,'),
    hash('x1,2'),
    'd41d8cd98f00b204e9800998ecf8427e',
    'A',
  ])('in any other form is ignored: %s', (value) => expect(itemIdsInHash(value)).toBeNull())
})

describe('the lines to pay for', () => {
  test('without a hash: the held lines', () => expect(matchedLines([1, 2], [3], null)).toEqual([1, 2]))
  test('without a hash and nothing held: the lapsed lines', () =>
    expect(matchedLines([], [3], null)).toEqual([3]))
  test('with a hash: its lines, lapsed or not', () => expect(matchedLines([1], [2], [1, 2])).toEqual([1, 2]))
  test('a hash without a held line belongs to another basket', () =>
    expect(matchedLines([1, 2], [], [1])).toBe('basket_changed'))
  test('a hash with an unknown line belongs to another basket', () =>
    expect(matchedLines([1], [], [1, 9])).toBe('basket_changed'))
})

describe('terms', () => {
  test('each by its id', () => expect(areTermsAccepted([1, 2], { terms: [1, 2, 3] })).toBe(true))
  test('one is missing', () => expect(areTermsAccepted([1, 2], { terms: [1] })).toBe(false))
  test('all at once', () => expect(areTermsAccepted([1, 2], { terms: [], termsAccepted: true })).toBe(true))
  test('false accepts none', () =>
    expect(areTermsAccepted([1], { terms: [], termsAccepted: false })).toBe(false))
  test('none are required', () => expect(areTermsAccepted([], { terms: [] })).toBe(true))
})

test('a visitor must log in for items that need an account, a customer never', () => {
  const lines = [{ allowsAnonymousBookings: true }, { allowsAnonymousBookings: false }]
  expect(requiresLogin(lines, null)).toBe(true)
  expect(requiresLogin(lines, 501)).toBe(false)
  expect(requiresLogin([{ allowsAnonymousBookings: true }], null)).toBe(false)
})

test('tenders other than the card', () => {
  expect(nonCardTenders([])).toBe(0)
  expect(
    nonCardTenders([
      { tenderType: 'card', amount: 900 },
      { tenderType: 'credit', amount: 500 },
    ]),
  ).toBe(500)
  expect(
    nonCardTenders([
      { tenderType: 'credit', amount: 500 },
      { tenderType: 'customer_account_online', amount: -500 },
    ]),
  ).toBe(500)
})

test('a required but blank address is refused field by field', () => {
  expect(
    inEnglish(
      missingBilling({ billingFirstName: 'Ann', billingLastName: '', billingCity: 'Exampleton' }, true),
    ),
  ).toEqual({
    billing_last_name: ['Enter the last name.'],
    billing_address_line_one: ['Enter the first line of the address.'],
    billing_postcode: ['Enter the postcode.'],
  })
})

test('without a whole address, the first name and the postcode are enough', () => {
  expect(Object.keys(missingBilling({}, false))).toEqual(['billing_first_name', 'billing_postcode'])
  expect(missingBilling({ billingFirstName: 'Ann', billingPostcode: 'EX1 1EX' }, false)).toEqual({})
})

test('a payment is completed by its customer, or with the token of its basket', () => {
  const visitors = { uuid: 'b', customerId: null }
  const anonymous = { person: null, customerId: null, basketUuid: null }
  expect(mayComplete({ customerId: 501 }, visitors, { ...anonymous, customerId: 501 })).toBe(true)
  expect(mayComplete({ customerId: 501 }, visitors, { ...anonymous, customerId: 502, basketUuid: 'b' })).toBe(
    false,
  )
  expect(mayComplete({ customerId: null }, visitors, { ...anonymous, basketUuid: 'b' })).toBe(true)
  expect(mayComplete({ customerId: null }, visitors, { ...anonymous, customerId: 501 })).toBe(false)
  const desks = { uuid: 'b', customerId: 7 }
  expect(mayComplete({ customerId: null }, desks, { ...anonymous, basketUuid: 'b' })).toBe(false)
  expect(mayComplete({ customerId: null }, desks, { ...anonymous, person: { id: 7 } })).toBe(true)
  expect(mayComplete({ customerId: null }, desks, { ...anonymous, person: { id: 8 }, basketUuid: 'b' })).toBe(
    false,
  )
})
