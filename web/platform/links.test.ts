import { describe, expect, test } from 'vitest'
import { links, loginOver, safeRedirect, toSite, withQuery } from './links.ts'

const here = { origin: 'https://bookings.example', basePath: '' }
const sites = ['https://bookings.example', 'https://account.example', 'https://join.example/start']

describe('safeRedirect', () => {
  test('A06: follows a path of this site', () => {
    expect(safeRedirect('/basket?x=1', here)).toBe('/basket?x=1')
    expect(safeRedirect('basket', here)).toBe('/basket')
    expect(safeRedirect('https://bookings.example/basket', here)).toBe('/basket')
  })

  test('A27: follows another site of the product', () => {
    expect(safeRedirect('https://account.example/bookings', here, sites)).toBe(
      'https://account.example/bookings',
    )
  })

  test.each([
    'https://elsewhere.example/',
    '//elsewhere.example/',
    String.raw`/\elsewhere.example`,
    String.raw`\\elsewhere.example`,
    '/%09/elsewhere.example'.replace('%09', '\t'),
    'javascript:alert(1)',
    'data:text/html,x',
    'https://bookings.example@elsewhere.example/',
    'https://account.example.elsewhere.example/',
    'http://',
    '',
  ])('A06: never leads to another origin: %j', (wanted) => {
    const to = safeRedirect(wanted, here, sites) ?? '/'
    expect(new URL(to, here.origin).origin).toBe(here.origin)
  })

  test('A02: a base path is taken off, since links put it on', () => {
    const under = { origin: 'https://town.example', basePath: '/book' }
    expect(safeRedirect('/book/basket', under)).toBe('/basket')
    expect(safeRedirect('/book', under)).toBe('/')
  })
})

test('A25: a link to another site carries embedded=true when embedded', () => {
  expect(toSite('https://account.example/', '/bookings', { embedded: true })).toBe(
    'https://account.example/bookings?embedded=true',
  )
  expect(toSite('https://account.example', '/bookings', { embedded: false })).toBe(
    'https://account.example/bookings',
  )
})

test('withQuery keeps what it is not told to change', () => {
  expect(withQuery('/x?a=1&b=2', { b: null, c: '3' })).toBe('/x?a=1&c=3')
  expect(withQuery('/x?a=1', { a: null })).toBe('/x')
  expect(loginOver('/basket?x=1')).toBe('/basket?x=1&login=1')
})

test('a name in an address is one part of it', () => {
  expect(links.venue('a/b')).toBe('/location/a%2Fb')
  expect(links.timeSlots('v', 'a', '2027-03-04', 'time', 'x/y')).toBe('/location/v/a/2027-03-04/time/x/y')
  expect(links.timeSlots('v', 'a', '2027-03-04')).toBe('/location/v/a/2027-03-04')
})
