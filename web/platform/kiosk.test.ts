import { expect, test } from 'vitest'
import { requestCookies } from './cookies.ts'
import { kioskMode } from './kiosk.ts'
import { selectedVenue } from './venue.ts'

const readMode = (query: string, cookie = '') => {
  const cookies = requestCookies(cookie, { path: '/', secure: false })
  return {
    mode: kioskMode(cookies, new URLSearchParams(query)),
    cookies,
    setCookieHeaders: cookies.setCookieHeaders(),
  }
}

test('A26: kiosk and centre switch kiosk mode on and select the venue, in a session cookie', () => {
  const { mode, cookies, setCookieHeaders } = readMode('kiosk=true&centre=fernhill')
  expect(mode).toEqual({ centre: 'fernhill' })
  expect(selectedVenue(cookies)).toEqual({ venueSlug: 'fernhill' })
  // A session cookie.
  expect(setCookieHeaders.find((line) => line.startsWith('kiosk='))).toBe(
    'kiosk=fernhill; Path=/; SameSite=Lax',
  )
  expect(readMode('', 'kiosk=fernhill').mode).toEqual({ centre: 'fernhill' })
  expect(readMode('kiosk').mode).toEqual({})
  expect(readMode('', 'kiosk=on.').mode).toEqual({})
})

test('A26: kiosk mode is off without them, and kiosk=false ends it', () => {
  expect(readMode('').mode).toBeUndefined()
  expect(readMode('centre=fernhill').mode).toBeUndefined()
  const { mode, setCookieHeaders } = readMode('kiosk=false', 'kiosk=fernhill')
  expect(mode).toBeUndefined()
  expect(setCookieHeaders).toEqual(['kiosk=; Path=/; SameSite=Lax; Max-Age=0'])
})

test('A26: the cookie does not override another selected venue; an invalid centre is ignored', () => {
  const there = readMode('', 'kiosk=fernhill; selected-venue=hollin-bank')
  expect(there.mode).toEqual({ centre: 'fernhill' })
  expect(selectedVenue(there.cookies)).toEqual({ venueSlug: 'hollin-bank' })
  expect(readMode('kiosk=1&centre=%3Cscript%3E').mode).toEqual({})
})
