import { describe, expect, it } from 'vitest'
import {
  addressLine,
  isWholeAddress,
  payerDetailsFrom,
  errorList,
  missingFields,
  splitName,
} from './checkoutFields.ts'

const typed = {
  email: 'ann@example.test',
  billingName: 'Ann Example',
  billingAddressLineOne: '1 Example Road',
  billingAddressLineTwo: '',
  billingCity: 'Exampleton',
  billingPostcode: 'ZZ1 1ZZ',
}
const everything = { email: true, billing: true, address: true, terms: true }

describe('checkout fields', () => {
  it('accepts a complete form; the second line of an address may be empty', () => {
    expect(missingFields(typed, true, everything)).toEqual({})
  })

  it('names each missing field; spaces count as empty', () => {
    const missing = missingFields({ ...typed, billingCity: '  ', billingPostcode: '' }, false, everything)
    expect(Object.keys(missing)).toEqual(['billingCity', 'billingPostcode', 'terms'])
  })

  it('asks for name and postcode alone where no whole address is needed', () => {
    const postcodeOnly = { ...everything, address: false }
    const values = { email: 'ann@example.test', billingName: 'Ann Example', billingPostcode: 'ZZ1 1ZZ' }
    expect(missingFields(values, true, postcodeOnly)).toEqual({})
    expect(Object.keys(missingFields({}, true, postcodeOnly))).toEqual([
      'email',
      'billingName',
      'billingPostcode',
    ])
    expect(isWholeAddress({ ...typed, billingCity: '', billingAddressLineOne: '' }, false)).toBe(true)
  })

  it.each([
    ['Ann Example', 'Ann', 'Example'],
    [' Ann  Mary Example ', 'Ann Mary', 'Example'],
    ['Sukarno', 'Sukarno', ''],
  ])('sends %j as %j and %j', (name, billingFirstName, billingLastName) => {
    expect(splitName(name)).toEqual({ billingFirstName, billingLastName })
  })

  it('E13: a free basket requires an e-mail address of a guest, and nothing of a customer', () => {
    const free = { email: true, billing: false, address: false, terms: false }
    expect(Object.keys(missingFields({}, false, free))).toEqual(['email'])
    expect(missingFields({}, false, { ...free, email: false })).toEqual({})
  })

  it.each(['ann', 'ann@', '@example.test', 'ann example@example.test', 'a@b@c'])(
    '%s is not an e-mail address',
    (email) => {
      expect(missingFields({ ...typed, email }, true, everything)).toHaveProperty('email')
    },
  )

  it('lists errors in the order of the page, unknown fields last', () => {
    const fields = {
      terms: ['T'],
      stranger: ['S'],
      email: ['E1', 'E2'],
      'cardFields.expiryDate': ['X'],
      card: ['C'],
    }
    expect(errorList(fields).map(({ sentence }) => sentence)).toEqual(['E1', 'E2', 'C', 'X', 'T', 'S'])
  })

  it('tells a complete address from an incomplete one', () => {
    expect(isWholeAddress(typed, true)).toBe(true)
    expect(isWholeAddress({ ...typed, billingPostcode: ' ' }, false)).toBe(false)
    expect(isWholeAddress(payerDetailsFrom(null), false)).toBe(false)
    expect(addressLine(typed)).toBe('1 Example Road, Exampleton, ZZ1 1ZZ')
  })
})
