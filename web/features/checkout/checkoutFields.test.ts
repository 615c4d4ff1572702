import { describe, expect, it } from 'vitest'
import { addressLine, isWholeAddress, payerDetailsFrom, errorList, missingFields } from './checkoutFields.ts'

const typed = {
  email: 'ann@example.test',
  billingFirstName: 'Ann',
  billingLastName: 'Example',
  billingAddressLineOne: '1 Example Road',
  billingAddressLineTwo: '',
  billingCity: 'Exampleton',
  billingPostcode: 'ZZ1 1ZZ',
}
const everything = { email: true, billing: true, terms: true }

describe('checkout fields', () => {
  it('accepts a complete form; the second line of an address may be empty', () => {
    expect(missingFields(typed, true, everything)).toEqual({})
  })

  it('names each missing field; spaces count as empty', () => {
    const missing = missingFields({ ...typed, billingCity: '  ', billingPostcode: '' }, false, everything)
    expect(Object.keys(missing)).toEqual(['billingCity', 'billingPostcode', 'terms'])
  })

  it('E13: a free basket requires an e-mail address of a guest, and nothing of a customer', () => {
    const free = { email: true, billing: false, terms: false }
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
    const fields = { terms: ['T'], stranger: ['S'], email: ['E1', 'E2'], card: ['C'] }
    expect(errorList(fields).map(({ sentence }) => sentence)).toEqual(['E1', 'E2', 'C', 'T', 'S'])
  })

  it('tells a complete address from an incomplete one', () => {
    expect(isWholeAddress(typed)).toBe(true)
    expect(isWholeAddress({ ...typed, billingPostcode: ' ' })).toBe(false)
    expect(isWholeAddress(payerDetailsFrom(null))).toBe(false)
    expect(addressLine(typed)).toBe('1 Example Road, Exampleton, ZZ1 1ZZ')
  })
})
