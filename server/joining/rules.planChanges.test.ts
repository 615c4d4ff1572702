import { expect, it } from 'vitest'
import { costsOfChange } from './rules.ts'

const member = { price: 4200, nextBillingOn: '2027-04-01', minimumUntil: null, hasWaitingPayment: false }

it('a dearer plan applies today, for the difference until the next payment', () => {
  expect(costsOfChange(member, 7300, '2027-03-22')).toEqual({
    isNow: true,
    on: '2027-03-22',
    // 10 of 31 days: £23.54 less £13.54.
    dueToday: 1000,
    nextOn: '2027-04-01',
  })
  expect(costsOfChange({ ...member, minimumUntil: '2027-12-31' }, 7300, '2027-03-22').isNow).toBe(true)
})

it('a payment that has been announced stays as it was, so the difference covers its month, too', () => {
  expect(costsOfChange({ ...member, hasWaitingPayment: true }, 7300, '2027-03-22')).toMatchObject({
    dueToday: 1000 + 3100,
    nextOn: '2027-05-01',
  })
})

it('any other plan applies from the next payment after the minimum term', () => {
  const later = { isNow: false, dueToday: 0 }
  expect(costsOfChange(member, 2450, '2027-03-22')).toMatchObject({ ...later, on: '2027-04-01' })
  expect(costsOfChange(member, 4200, '2027-03-22')).toMatchObject({ ...later, on: '2027-04-01' })
  expect(costsOfChange({ ...member, minimumUntil: '2027-05-31' }, 2450, '2027-03-22')).toMatchObject({
    ...later,
    on: '2027-06-01',
  })
  expect(costsOfChange({ ...member, hasWaitingPayment: true }, 2450, '2027-03-22').on).toBe('2027-05-01')
})
