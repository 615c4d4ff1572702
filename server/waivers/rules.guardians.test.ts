import { describe, expect, it } from 'vitest'
import { signatureFor } from './agreements.ts'

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

describe('the adult who signs for another', () => {
  const ravi = { id: 1, firstName: 'Ravi', lastName: 'Pendale', dateOfBirth: '1984-02-01', relation: null }
  const anya = { id: 2, firstName: 'Anya', lastName: 'Pendale', dateOfBirth: '2016-05-01', relation: 'child' }
  const sent = { guardian: null, people: [anya, ravi], customerId: 1, isCustomer: true, today }
  const kit = { firstName: 'Kit', lastName: 'Other', dateOfBirth: '2016-05-01' }

  it('is oneself from the day one is 18', () => {
    expect(signatureFor({ ...kit, dateOfBirth: '2009-03-01' }, sent).signedByName).toBe('')
    expect(signatureFor({ ...kit, dateOfBirth: '2009-03-02' }, sent).signedByName).toBe('Ravi Pendale')
  })

  it('is a customer from the day they are 18, or whose age is unknown', () => {
    const by = (dateOfBirth: string | null) =>
      signatureFor(kit, { ...sent, people: [{ ...ravi, dateOfBirth }] }).signedByName
    expect(by('2009-03-01')).toBe('Ravi Pendale')
    expect(by('2009-03-02')).toBe('')
    expect(by(null)).toBe('Ravi Pendale')
  })

  it('is no customer for themselves, and none who has not logged in', () => {
    const people = [{ ...ravi, dateOfBirth: null }]
    expect(signatureFor({ ...kit, personId: 1 }, { ...sent, people }).signedByName).toBe('')
    expect(signatureFor(kit, { ...sent, customerId: null }).signedByName).toBe('')
  })

  it('is a parent of the child they are linked with, by the link or by the name', () => {
    expect(signatureFor({ ...kit, personId: 2 }, sent).signedByRelation).toBe('parent')
    expect(signatureFor({ ...kit, firstName: 'Anya', lastName: 'Pendale' }, sent).signedByRelation).toBe(
      'parent',
    )
    expect(signatureFor(kit, sent).signedByRelation).toBe('')
  })
})
