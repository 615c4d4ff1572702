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

test('A26: kiosk and centre switch the mode on and choose the centre, kept for the visit', () => {
  const { mode, cookies, setCookieHeaders } = readMode('kiosk=true&centre=fernhill')
  expect(mode).toEqual({ centre: 'fernhill' })
  expect(selectedVenue(cookies)).toEqual({ venueSlug: 'fernhill' })
  // Until the browser ends, not for a year.
  expect(setCookieHeaders.find((line) => line.startsWith('kiosk='))).toBe(
    'kiosk=fernhill; Path=/; SameSite=Lax',
  )
  expect(readMode('', 'kiosk=fernhill').mode).toEqual({ centre: 'fernhill' })
  expect(readMode('kiosk').mode).toEqual({})
  expect(readMode('', 'kiosk=on.').mode).toEqual({})
})

test('A26: without them nothing is a kiosk, and kiosk=false ends it', () => {
  expect(readMode('').mode).toBeUndefined()
  expect(readMode('centre=fernhill').mode).toBeUndefined()
  const { mode, setCookieHeaders } = readMode('kiosk=false', 'kiosk=fernhill')
  expect(mode).toBeUndefined()
  expect(setCookieHeaders).toEqual(['kiosk=; Path=/; SameSite=Lax; Max-Age=0'])
})

test('A26: somebody who looks at another venue is left there; a centre that is no slug is none', () => {
  const there = readMode('', 'kiosk=fernhill; selected-venue=hollin-bank')
  expect(there.mode).toEqual({ centre: 'fernhill' })
  expect(selectedVenue(there.cookies)).toEqual({ venueSlug: 'hollin-bank' })
  expect(readMode('kiosk=1&centre=%3Cscript%3E').mode).toEqual({})
})
