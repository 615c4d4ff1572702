import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { checkAdvisories } from '#bin/advisories.mjs'

/** A registry that answers so to the question of advisories. */
const registry = async (status: number, advisories: object): Promise<string> => {
  const server = createServer((incoming, outgoing) => {
    incoming.resume()
    incoming.on('end', () => {
      const isQuestion = incoming.url?.endsWith('/advisories/bulk') === true
      outgoing.writeHead(isQuestion ? status : 404, { 'content-type': 'application/json' })
      outgoing.end(JSON.stringify(isQuestion ? advisories : {}))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const advisory = (severity: string) => [
  {
    id: 1,
    url: 'https://advisories.example/1',
    title: 'A planted fault',
    severity,
    vulnerable_versions: '*',
  },
]

/** npm remembers advisories in its cache, so each check has one of its own. */
const check = (registry: string) => {
  const cache = mkdtempSync(path.join(os.tmpdir(), 'onside-npm-'))
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }))
  return checkAdvisories({ registry, cache })
}

/** npm takes seconds to start on a busy machine. */
const timeout = 60_000

describe('advisories against the packages of production', { timeout }, () => {
  // Packages of development need zod, too.
  it.each(['hono', 'zod'])('fail the check when they are high: %s', async (name) => {
    const { outcome, lines } = await check(await registry(200, { [name]: advisory('high') }))
    expect(outcome).toBe('failed')
    expect(lines).toContain(`high: ${name}: A planted fault (https://advisories.example/1)`)
  })

  it.each([
    ['none', {}],
    ['a moderate one', { hono: advisory('moderate') }],
    ['one of a package that tests alone use', { vitest: advisory('critical') }],
  ])('pass it when there is %s', async (_, found) => {
    expect(await check(await registry(200, found))).toEqual({ outcome: 'passed', lines: [] })
  })

  it('are left out with a plain line where the source is out of reach', async () => {
    const skipped = {
      outcome: 'skipped',
      lines: ['The source of advisories is out of reach: packages are not compared with it.'],
    }
    expect(await check(await registry(405, {}))).toEqual(skipped)
    expect(await check('http://127.0.0.1:9/')).toEqual(skipped)
  })
})
