import { expect, it } from 'vitest'
import { withdrawalOn } from './withdrawal.ts'

const joined = {
  on: '2027-03-01',
  orderId: 1,
  joiningFee: 2000,
  firstDaysPrice: 3100,
  firstDaysUntil: '2027-03-31',
  isUsed: false,
  hasLaterPayment: false,
}
const member = { joined, startsOn: '2027-03-01', status: 'active' }

it('whoever has joined at a distance withdraws for 14 days and gets back all of it', () => {
  const whole = { until: '2027-03-15', refund: 5100, usageCharge: 0 }
  expect(withdrawalOn(member, '2027-03-01')).toEqual(whole)
  expect(withdrawalOn(member, '2027-03-15')).toEqual(whole)
  expect(withdrawalOn(member, '2027-03-16')).toBeNull()
})

it('the days of one that has been used are paid for', () => {
  const used = { ...member, joined: { ...joined, isUsed: true } }
  expect(withdrawalOn(used, '2027-03-01')).toMatchObject({ refund: 5000, usageCharge: 100 })
  expect(withdrawalOn(used, '2027-03-10')).toMatchObject({ refund: 4100, usageCharge: 1000 })
  expect(withdrawalOn({ ...used, startsOn: '2027-03-05' }, '2027-03-04')).toMatchObject({ usageCharge: 0 })
  const short = { ...used, joined: { ...used.joined, firstDaysUntil: '2027-03-05' } }
  expect(withdrawalOn(short, '2027-03-10')).toMatchObject({ usageCharge: 3100 })
  const forAllTime = { ...used, joined: { ...used.joined, firstDaysUntil: null } }
  expect(withdrawalOn(forAllTime, '2027-03-10')).toMatchObject({ usageCharge: 0 })
})

it('nobody withdraws from one that staff sold, that has ended, or with a later payment', () => {
  expect(withdrawalOn({ ...member, joined: null }, '2027-03-01')).toBeNull()
  expect(withdrawalOn({ ...member, status: 'ended' }, '2027-03-01')).toBeNull()
  expect(withdrawalOn({ ...member, joined: { ...joined, hasLaterPayment: true } }, '2027-03-01')).toBeNull()
})
