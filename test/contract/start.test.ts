import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { missingPackages } from '#bin/packages.mjs'
import { demoLogins } from '#server/import/demo.ts'
import * as messages from '#server/messages/en/startup.ts'
import { listDemoCards } from '#server/providers/cards/demo/card.ts'

describe('starting the program', () => {
  const required = {
    '': { version: '0.1.0' },
    'node_modules/hono': { version: '4.0.0' },
    'node_modules/vitest': { version: '4.0.0', dev: true },
    'node_modules/@types/react': { version: '19.0.0', devOptional: true },
    'node_modules/esbuild-sunos': { version: '1.0.0', optional: true },
  }

  it('installs nothing when all packages that the program needs are installed', () => {
    const installed = { 'node_modules/hono': { version: '4.0.0' } }
    expect(missingPackages(required, installed, false)).toEqual([])
    expect(missingPackages(required, installed, true)).toEqual([
      'node_modules/vitest',
      'node_modules/@types/react',
    ])
  })

  it('installs again after the lock file has changed', () => {
    const installed = { 'node_modules/hono': { version: '3.9.0' } }
    expect(missingPackages(required, installed, false)).toEqual(['node_modules/hono'])
  })

  it('prints what the README shows', async () => {
    const readme = readFileSync('README.md', 'utf8')
    const at = (site: string) => `http://${site}.onside.localhost:3000`
    const local = 'http://localhost:3000'
    const logins = await demoLogins('demo')
    const printed = [
      ...Object.values(messages.steps),
      ...messages.sites({
        bookings: at('bookings'),
        account: at('account'),
        join: at('join'),
        desk: at('desk'),
        local,
      }),
      messages.outbox({ local, key: '…' }),
      messages.database.embedded,
      messages.logIn,
      messages.demoCards,
      ...listDemoCards().map((line) => `    ${line}`),
    ].join('\n')
    const lines = new Set(readme.split('\n'))
    expect(printed.split('\n').filter((line) => !lines.has(line))).toEqual([])
    for (const { who, email, password } of logins)
      expect(readme).toContain(`| ${who} | ${email} | ${password} |`)
  })
})
