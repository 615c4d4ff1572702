import { describe, expect, test } from 'vitest'
import { links, loginLink, loginModalPath, safeRedirect, crossSiteUrl, withQuery } from './links.ts'

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

  test.each([
    '/api/auth/logout',
    '/api',
    '/%61pi/auth/user',
    '/API/auth/user',
    '/./api/auth/user',
    '/dev/mail',
    'https://bookings.example/api/auth/user',
    'https://account.example/api/auth/user',
    '/%zz',
  ])('leads to pages only: %j', (wanted) => {
    expect(safeRedirect(wanted, here, sites)).toBeUndefined()
  })

  test('leads to pages only, under a base path too', () => {
    const under = { origin: 'https://town.example', basePath: '/book' }
    expect(safeRedirect('/book/api/auth/user', under)).toBeUndefined()
    expect(safeRedirect('api/auth/user', under)).toBeUndefined()
  })

  test('A02: removes the base path, because links add it', () => {
    const under = { origin: 'https://town.example', basePath: '/book' }
    expect(safeRedirect('/book/basket', under)).toBe('/basket')
    expect(safeRedirect('/book', under)).toBe('/')
  })
})

test('A25: a link to another site carries embedded=true when embedded', () => {
  const bookings = { origin: 'https://bookings.town.example', basePath: '' }
  expect(crossSiteUrl('https://account.town.example/', '/bookings', { ...bookings, embedded: true })).toBe(
    'https://account.town.example/bookings?embedded=true',
  )
  expect(crossSiteUrl('https://account.town.example', '/bookings', { ...bookings, embedded: false })).toBe(
    'https://account.town.example/bookings',
  )
})

test('a site that cannot share the login is linked through single sign-on', () => {
  const plain = { origin: 'http://localhost:3000', basePath: '/book', embedded: false }
  expect(crossSiteUrl('http://account.onside.localhost:3000/book', '/details', plain)).toBe(
    'http://localhost:3000/book/hand-over?to=http%3A%2F%2Faccount.onside.localhost%3A3000%2Fbook%2Fdetails',
  )
  expect(crossSiteUrl('http://localhost:3000/book', '/', plain)).toBe('http://localhost:3000/book/')
})

test('A21, A22: login is a dialog on the bookings site and a page on other sites', () => {
  expect(loginLink({ site: 'bookings' }, '/basket')).toEqual({ to: '/basket?login=1', stay: true })
  expect(loginLink({ site: 'account' }, '/details?a=1')).toEqual({
    to: '/login?redirect=%2Fdetails%3Fa%3D1',
    stay: false,
  })
  expect(loginLink({ site: 'account' }, '/')).toEqual({ to: '/login', stay: false })
})

test('withQuery keeps the other parameters', () => {
  expect(withQuery('/x?a=1&b=2', { b: null, c: '3' })).toBe('/x?a=1&c=3')
  expect(withQuery('/x?a=1', { a: null })).toBe('/x')
  expect(loginModalPath('/basket?x=1')).toBe('/basket?x=1&login=1')
})

test('a name is encoded as one path segment', () => {
  expect(links.venue('a/b')).toBe('/location/a%2Fb')
  expect(links.timeSlots('v', 'a', '2027-03-04', 'time', 'x/y')).toBe('/location/v/a/2027-03-04/time/x/y')
  expect(links.timeSlots('v', 'a', '2027-03-04')).toBe('/location/v/a/2027-03-04')
})
