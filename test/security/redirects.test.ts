import { describe, expect, it } from 'vitest'
import { safeRedirect } from '#web/platform/links.ts'

/* Where `redirect=` leads after a log-in: to a page of the product, or nowhere. */

const here = { origin: 'https://bookings.example', basePath: '' }
const sites = ['https://bookings.example', 'https://account.example', 'https://join.example/start']

const open = [
  'https://evil.example/',
  'http://evil.example',
  '//evil.example/',
  '///evil.example/',
  '////evil.example',
  String.raw`/\evil.example`,
  String.raw`\/evil.example`,
  String.raw`\\evil.example`,
  '/\t/evil.example',
  '/\n/evil.example',
  '\u0001//evil.example',
  ' //evil.example',
  'https:evil.example',
  'https:/evil.example',
  'HTTPS://EVIL.EXAMPLE',
  'https://bookings.example@evil.example/',
  'https://bookings.example:pw@evil.example/',
  'https://bookings.example.evil.example/',
  'https://evil.example#bookings.example',
  'https://evil.example?bookings.example',
  String.raw`https://evil.example\@bookings.example`,
  'https://xn--bookings-example.evil.example',
  'http://bookings.example/',
  'https://bookings.example:8443/',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://bookings.example/1',
  'file:///etc/passwd',
  'ftp://bookings.example/',
  'https://account.example:8443/',
  'https://user@account.example/',
  '/api/auth/logout',
  '/.//evil.example',
  '/..//evil.example',
]

describe('redirect', () => {
  it.each(open)('leads nowhere else: %j', (target) => {
    const to = safeRedirect(target, here, sites)
    if (to === undefined) return
    // What is followed is a path of this site, and stays one when it is resolved again.
    expect(to).toMatch(/^\/(?![/\\])/)
    expect(new URL(to, here.origin).origin).toBe(here.origin)
    expect(new URL(to, here.origin).pathname).not.toMatch(/^\/(?:api|dev)\b/)
  })

  it('leads to pages of the product', () => {
    expect(safeRedirect('/basket?x=1', here, sites)).toBe('/basket?x=1')
    expect(safeRedirect('https://account.example/bookings', here, sites)).toBe(
      'https://account.example/bookings',
    )
  })
})
