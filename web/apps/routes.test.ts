import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { joinLinks } from '#web/platform/joinLinks.ts'
import { accountLinks } from '#web/platform/links.ts'
import type { Route } from '#web/platform/page.ts'
import { matchRoute } from '#web/platform/screens.ts'
import { routes as account } from './account/routes.tsx'
import { routes as bookings } from './bookings/routes.tsx'
import { routes as desk } from './desk/routes.tsx'
import { routes as join } from './join/routes.tsx'

const sites: readonly (readonly [string, readonly Route[]])[] = Object.entries({
  account,
  bookings,
  desk,
  join,
})

describe.each(sites)('the routes of %s', (site, routes) => {
  it('name in each line the file it loads, by which its script and styles are found', () => {
    const source = readFileSync(`web/apps/${site}/routes.tsx`, 'utf8')
    const lines = [
      ...source.matchAll(/at\(\s*'([^']+)',\s*'(\w+)',\s*\(\) => import\('#web\/pages\/(\w+)\.tsx'\)/g),
    ]
    expect(lines).toHaveLength(routes.length)
    for (const [, pattern, name, file] of lines) {
      expect(`${pattern} ${name}`).toBe(`${pattern} ${file}`)
      expect(existsSync(`web/pages/${name}.tsx`)).toBe(true)
    }
  })
})

it.each([
  ...Object.entries(accountLinks).map(([name, link]) => ['account', name, link(1), account] as const),
  ...Object.entries(joinLinks).map(([name, link]) => ['join', name, link('a', '1'), join] as const),
])('%s: the link %s leads to a page', (_site, _name, path, routes) => {
  expect(matchRoute(routes, path.split('?')[0] ?? '')).toBeDefined()
})
