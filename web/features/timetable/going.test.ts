import { describe, expect, it } from 'vitest'
import type { HouseholdPerson } from '#contract/timetable.ts'
import { goingOf, itemsFor, proposedPeople, totalOf } from './going.ts'

const price = (raw: number) => ({ raw, currency: '', formatted: `£${raw / 100}` }) as never

const ticket = (
  ticketId: string | null,
  raw: number,
  more: object = {},
): HouseholdPerson['tickets'][number] => ({
  ticketId,
  name: ticketId,
  options: [{ id: 7, name: 'Standard', price: price(raw), benefit: null, package: null, ...more }],
})

const person = (id: number, more: Partial<HouseholdPerson> = {}): HouseholdPerson => ({
  id,
  firstName: `Person ${id}`,
  lastName: '',
  age: 30,
  isSelf: id === 1,
  wentLast: false,
  isInBasket: false,
  reason: null,
  reasonCode: null,
  tickets: [ticket(null, 500)],
  ...more,
})

const child = (id: number, more: Partial<HouseholdPerson> = {}) =>
  person(id, { tickets: [ticket('junior', 290)], ...more })

describe('who is proposed', () => {
  it('is the customer for a class, and everybody where adults and children have tickets of their own', () => {
    expect(proposedPeople([person(1), person(2)], false)).toEqual([1])
    expect(
      proposedPeople([person(1, { tickets: [ticket('adult', 540)] }), child(2), child(3)], false),
    ).toEqual([1, 2, 3])
  })

  it('is whoever went the last time, and for a court one of them', () => {
    const people = [person(1), person(2, { wentLast: true }), person(3, { wentLast: true })]
    expect(proposedPeople(people, false)).toEqual([2, 3])
    expect(proposedPeople(people, true)).toEqual([2])
  })

  it('is the only one who can go, and no one who cannot', () => {
    const tooOld = person(1, { reason: 'You are too old for this.', reasonCode: 'age' })
    expect(proposedPeople([tooOld, person(2)], false)).toEqual([2])
    expect(proposedPeople([tooOld, person(2), person(3)], false)).toEqual([])
    expect(proposedPeople([tooOld, person(2, { isInBasket: true })], false)).toEqual([])
  })
})

describe('what is added', () => {
  const swims = { id: 4, name: 'Ten swims', visitsLeft: 3, price: price(0) }
  const people = [person(1, { tickets: [ticket('adult', 540, { package: swims })] }), child(2)]
  const item = { id: 'AQG', cartType: 'purchasableOccurrence' as const }

  it('is one line a person, and no package unless it is chosen', () => {
    const going = goingOf(people, {}, false)
    expect(totalOf(going)).toBe(830)
    expect(itemsFor(item, going)).toMatchObject([
      { ticketId: 'adult', quantity: 1, applyBenefit: true, applyPackage: false },
      { ticketId: 'junior', quantity: 1, purchasedForUserId: 2, applyPackage: false },
    ])
  })

  it('uses a visit where it is chosen, at the price shown', () => {
    const going = goingOf(people, { 1: { usesPackage: true }, 2: { isGoing: false } }, false)
    expect(totalOf(going)).toBe(0)
    expect(itemsFor(item, going)).toMatchObject([
      { ticketId: 'adult', applyBenefit: false, applyPackage: true },
    ])
  })
})
