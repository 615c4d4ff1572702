import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { addressFor, reads } from '#test/support/attackSurface.ts'
import { testDatabase } from '#test/support/database.ts'
import { twoOperators } from '#test/support/twoOperators.ts'
import type { TwoOperators } from '#test/support/twoOperators.ts'

/*
 * Every read of the contract: what is answered to a person, or to the holder of a basket, is stored by no cache, the
 * browser's own included. Others may use the computer after them.
 */

let db: Database
let world: TwoOperators

beforeAll(async () => {
  db = (await testDatabase()).db
  world = await twoOperators(db)
})

afterAll(() => world.removeFiles())

// Each endpoint has its own budget of calls.
beforeEach(() => db.deleteFrom('rateCount').execute())

const shared = reads.filter(({ endpoint }) => endpoint.cache === 'public')
const personal = reads.filter(({ endpoint }) => endpoint.cache !== 'public')

describe('an answer to a person', () => {
  it.each(personal)('$title is not stored', async (target) => {
    for (const browser of [world.owner, world.supervisor]) {
      const { headers } = await browser.fetch(addressFor(target, world.ids))
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  it.each(personal)('$title is not stored where the browser holds a basket', async (target) => {
    const browser = world.app.browser()
    browser.cookies.set('basket', '00000000-0000-4000-8000-000000000000')
    const { headers } = await browser.fetch(addressFor(target, world.ids))
    expect(headers.get('cache-control')).toBe('no-store')
  })
})

/*
 * A shared cache gives what it stored to every request of the address whose headers of Vary are the same: whatever else
 * may change the answer is named there.
 */
const deciding = {
  origin: 'http://other.example',
  referer: 'http://other.example/page',
  'client-domain-identifier': 'other',
  'accept-encoding': 'gzip',
  cookie: 'device=x',
  authorization: 'Bearer x',
  'cart-uuid': '00000000-0000-4000-8000-000000000000',
  'accept-language': 'cy',
  'user-agent': 'other',
  'x-forwarded-proto': 'https',
}

it.each(shared)('$title varies by each header that changes it', async (target) => {
  const address = addressFor(target, world.ids)
  const ask = async (headers: Record<string, string>) => {
    const answer = await world.app.browser({ headers }).fetch(address)
    const stored = (answer.headers.get('cache-control') ?? '').startsWith('public')
    const varies = (answer.headers.get('vary') ?? '').toLowerCase().split(/,\s*/)
    const encoding = answer.headers.get('content-encoding')
    return { stored, varies, content: [answer.status, encoding, encoding ? '' : plain(await answer.text())] }
  }
  const usual = await ask({})
  for (const [name, value] of Object.entries(deciding)) {
    const other = await ask({ [name]: value })
    if (!usual.stored || JSON.stringify(other.content) === JSON.stringify(usual.content)) continue
    expect({ name, varies: usual.varies }).toEqual({ name, varies: expect.arrayContaining([name]) })
    if (other.stored) expect(other.varies).toContain(name)
  }
  // The operator that a page is about is named by these alone (wire §1.1).
  if (usual.stored)
    expect(usual.varies).toEqual(expect.arrayContaining(['origin', 'referer', 'client-domain-identifier']))
})

const plain = (text: string): string => text.replace(/"now":"[^"]*"/g, '')

it.each(shared)('$title is shared by all', async (target) => {
  const { headers, status } = await world.owner.fetch(addressFor(target, world.ids))
  expect(headers.get('cache-control')).toMatch(status === 200 ? /^public, max-age=\d+$/ : /^no-store$/)
})

it.each(personal)('$title is stored for a visitor only to be asked for again', async (target) => {
  const { headers, status } = await world.app.browser().fetch(addressFor(target, world.ids))
  const isAnswered = status === 200 && target.endpoint.allow === 'anyone' && target.endpoint.cache !== 'never'
  expect(headers.get('cache-control')).toBe(isAnswered ? 'private, no-cache' : 'no-store')
})
