import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { joinLinks } from '#web/platform/links.ts'
import { matched } from '#web/platform/screens.ts'
import { routes } from './routes.tsx'

const source = readFileSync('web/apps/join/routes.tsx', 'utf8')
const lines = [
  ...source.matchAll(/at\(\s*'([^']+)',\s*'(\w+)',\s*\(\) => import\('#web\/pages\/(\w+)\.tsx'\)/g),
]

test('each line names the file it loads, by which its script and styles are found', () => {
  expect(lines).toHaveLength(routes.length)
  for (const [, pattern, name, file] of lines) {
    expect(`${pattern} ${name}`).toBe(`${pattern} ${file}`)
    expect(existsSync(`web/pages/${name}.tsx`)).toBe(true)
  }
})

test('every address we link to is a page', () => {
  for (const [name, link] of Object.entries(joinLinks))
    expect([name, matched(routes, link('a', '1').split('?')[0] ?? '')?.route.name]).toEqual([
      name,
      expect.any(String),
    ])
})
