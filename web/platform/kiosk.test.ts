import { expect, test } from 'vitest'
import { requestCookies } from './cookies.ts'
import { kioskMode } from './kiosk.ts'
import { selectedVenue } from './venue.ts'

const ask = (query: string, cookie = '') => {
  const cookies = requestCookies(cookie, { path: '/', secure: false })
  return { mode: kioskMode(cookies, new URLSearchParams(query)), cookies, written: cookies.written() }
}

test('A26: kiosk and centre switch the mode on and choose the centre, kept for the visit', () => {
  const { mode, cookies, written } = ask('kiosk=true&centre=fernhill')
  expect(mode).toEqual({ centre: 'fernhill' })
  expect(selectedVenue(cookies)).toEqual({ venueSlug: 'fernhill' })
  // Until the browser ends, not for a year.
  expect(written.find((line) => line.startsWith('kiosk='))).toBe('kiosk=fernhill; Path=/; SameSite=Lax')
  expect(ask('', 'kiosk=fernhill').mode).toEqual({ centre: 'fernhill' })
  expect(ask('kiosk').mode).toEqual({})
  expect(ask('', 'kiosk=on.').mode).toEqual({})
})

test('A26: without them nothing is a kiosk, and kiosk=false ends it', () => {
  expect(ask('').mode).toBeUndefined()
  expect(ask('centre=fernhill').mode).toBeUndefined()
  const { mode, written } = ask('kiosk=false', 'kiosk=fernhill')
  expect(mode).toBeUndefined()
  expect(written).toEqual(['kiosk=; Path=/; SameSite=Lax; Max-Age=0'])
})

test('A26: somebody who looks at another venue is left there; a centre that is no slug is none', () => {
  const there = ask('', 'kiosk=fernhill; selected-venue=hollin-bank')
  expect(there.mode).toEqual({ centre: 'fernhill' })
  expect(selectedVenue(there.cookies)).toEqual({ venueSlug: 'hollin-bank' })
  expect(ask('kiosk=1&centre=%3Cscript%3E').mode).toEqual({})
})
