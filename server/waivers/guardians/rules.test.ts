import { describe, expect, it } from 'vitest'
import { signatureFor } from './rules.ts'

const today = '2027-03-01'
const ravi = { id: 1, firstName: 'Ravi', lastName: 'Pendale', dateOfBirth: '1984-02-01', relation: null }
const anya = { id: 2, firstName: 'Anya', lastName: 'Pendale', dateOfBirth: '2016-05-01', relation: 'child' }
const leela = { name: 'Leela Pendale', relation: 'guardian' } as const
const sent = { guardian: null, people: [ravi, anya], customerId: 1, isCustomer: true, today }
const unsigned = { signedById: null, signedByName: '', signedByRelation: '' }

describe('the adult who signs a waiver', () => {
  it('for a child is the one named, with the account it was sent from', () => {
    expect(signatureFor(anya, { ...sent, guardian: leela })).toEqual({
      signedById: 1,
      signedByName: 'Leela Pendale',
      signedByRelation: 'guardian',
    })
    expect(signatureFor(anya, { ...sent, guardian: leela, people: [], customerId: null })).toMatchObject({
      signedById: null,
      signedByName: 'Leela Pendale',
    })
  })

  it('is the customer, as their parent, where none is named', () => {
    expect(signatureFor(anya, sent)).toEqual({
      signedById: 1,
      signedByName: 'Ravi Pendale',
      signedByRelation: 'parent',
    })
    const friend = { ...anya, firstName: 'Kit', id: 9 }
    expect(signatureFor(friend, sent)).toMatchObject({ signedByName: 'Ravi Pendale', signedByRelation: '' })
  })

  it('is not recorded for adults, who sign themselves, even beside a guardian', () => {
    expect(signatureFor(ravi, { ...sent, guardian: leela })).toEqual(unsigned)
  })

  it('is never a customer under 18, for themselves or another', () => {
    const people = [{ ...ravi, dateOfBirth: '2011-01-01' }, anya]
    expect(signatureFor(people[0] ?? ravi, { ...sent, people })).toMatchObject(unsigned)
    expect(signatureFor(anya, { ...sent, people })).toMatchObject(unsigned)
  })

  it('is not the customer whose waivers staff send', () => {
    expect(signatureFor(anya, { ...sent, isCustomer: false })).toEqual(unsigned)
  })
})
