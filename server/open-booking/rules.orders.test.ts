import { expect, it } from 'vitest'
import { customerOf } from './decideProposal.ts'
import { canonical, isCancelled, isPersonal, itemAddress, orderAddress, statusOf } from './rules.ts'

it('orders and their items have addresses below the site', () => {
  const site = 'https://bookings.example'
  expect(orderAddress(site, 'quote', 'u1')).toMatch(/^https:\/\/bookings\.example\/.+\/order-quotes\/u1$/)
  expect(orderAddress(site, 'order', 'u1')).toMatch(/\/orders\/u1$/)
  expect(orderAddress(site, 'proposal', 'u1')).toMatch(/\/order-proposals\/u1$/)
  expect(itemAddress(site, 'u1', 2)).toBe(`${orderAddress(site, 'order', 'u1')}#/orderedItem/2`)
})

it('a body is the same in any order of its properties, and in no other order of its items', () => {
  const body = { b: [1, { d: null, c: 'x' }], a: { z: true, y: 2 } }
  const written = '{"a":{"y":2,"z":true},"b":[1,{"c":"x","d":null}]}'
  expect(canonical(body)).toBe(written)
  expect(canonical({ a: { y: 2, z: true }, b: [1, { c: 'x', d: null }] })).toBe(written)
  expect(canonical([2, 1])).not.toBe(canonical([1, 2]))
  expect(canonical({ c: 1, a: 2, b: 3 })).toBe('{"a":2,"b":3,"c":1}')
  expect(canonical(undefined)).toBe('null')
  expect(canonical({})).toBe('{}')
})

it.each([
  ['booked', false, 'OrderItemConfirmed'],
  ['attended', false, 'AttendeeAttended'],
  ['not_attended', false, 'AttendeeAbsent'],
  ['cancelled', true, 'CustomerCancelled'],
  ['cancelled', false, 'SellerCancelled'],
  ['cancelled_by_venue', true, 'SellerCancelled'],
] as const)('a place that is %s, by the customer: %s, is %s', (status, cancelledByCustomer, name) => {
  expect(statusOf({ status, cancelledByCustomer })).toBe(`https://openactive.io/${name}`)
  expect(isCancelled({ status })).toBe(name.endsWith('Cancelled'))
})

it('what is about a person is found by its name', () => {
  for (const name of [
    'attendee',
    'attendeeDetailsRequired',
    'orderItemIntakeForm',
    'orderItemIntakeFormResponse',
  ])
    expect(isPersonal(name)).toBe(true)
  expect(isPersonal('acceptedOffer')).toBe(false)
})

it('a proposal is for the person or organisation it names', () => {
  expect(customerOf({ customer: { givenName: 'Ann', familyName: 'Other', name: 'A. Other' } })).toBe(
    'Ann Other',
  )
  expect(customerOf({ customer: { familyName: 'Other' } })).toBe('Other')
  expect(customerOf({ customer: { '@type': 'Organization', name: 'Ramblers' } })).toBe('Ramblers')
  expect(customerOf({})).toBe('')
})
