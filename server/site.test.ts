import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { browserDigestOf, createHandover } from '#server/sessions/handover/service.ts'
import { createSession } from '#server/sessions/service.ts'
import { digestOf } from '#server/sessions/tokens/service.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import type { Database } from '#server/platform/database.ts'
import { clockAt } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { themeCss } from '#web/platform/theme.ts'
import { createRenderer } from '#web/entry-server.tsx'
import { createApp } from './app.ts'
import type { PageRequest } from './pages.ts'

const now = new Date('2027-02-28T10:00:00Z')
const day = 86_400_000
const host = 'http://bookings.onside.localhost:3000'

let db: Database
let customerId: number
let operatorId: number
let site: ReturnType<typeof aSite>

beforeAll(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  const operator = await anOperator(db, { frameOrigins: ['https://town.example'] })
  operatorId = operator.id
  customerId = (await aCustomer(db, operator.id)).id
  site = aSite()
})

beforeEach(() => site.clock.set(now))

/**
 * A server whose page requests the logged-in person. Created once, since it compresses the build's files.
 */
const aSite = () => {
  const clock = clockAt(now)
  const log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }
  let rendered = 0
  const render = async ({ fetchApi }: PageRequest) => {
    rendered += 1
    const answer = await fetchApi(new Request(`${host}/api/auth/user`))
    return { status: 200, headers: [], html: `<p>${answer.status}</p>`, styleHashes: [], scriptHashes: [] }
  }
  const { app } = createApp({ db, clock, config: readConfig({ NODE_ENV: 'test' }), log, render })
  const visit = (path: string, headers: Record<string, string> = {}) =>
    app.request(new Request(host + path, { headers: { host: new URL(host).host, ...headers } }))
  return { app, visit, clock, rendered: () => rendered }
}

/** A hand-over code of a person who is logged in; without a device, of a client that is no browser. */
const aHandover = async (id: number, device: string | null = null): Promise<string> => {
  const { token } = await createSession(db, id, now)
  const browserDigest = device === null ? null : browserDigestOf(device)
  return (await createHandover(db, { id, tokenDigest: digestOf(token) }, browserDigest, now)).token
}

const cookiesOf = (response: Response): string[] => response.headers.getSetCookie()

describe('pages answered from memory', () => {
  // They are good for a second.
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now }))
  afterEach(() => vi.useRealTimers())

  it('are those of our own links; a query that a client makes up is rendered and makes no entry', async () => {
    const renderings = async (path: string): Promise<number> => {
      const before = site.rendered()
      for (let visits = 0; visits < 4; visits += 1) expect((await site.visit(path)).status).toBe(200)
      return site.rendered() - before
    }
    expect(await renderings('/location/demo-centre/yoga/2027-03-01')).toBe(2)
    expect(await renderings('/location/demo-centre/yoga/2027-03-01?embedded=true')).toBe(2)
    expect(await renderings('/?a=1')).toBe(4)
    expect(await renderings('/?embedded=true&utm_source=x')).toBe(4)
  })
})

describe('a token in the URL', () => {
  it('A24: becomes the cookie and leaves the URL, the rest of which stays', async () => {
    const { token } = await createSession(db, customerId, now)
    const { visit } = site
    const response = await visit(`/location/demo-centre?embedded=true&token=${token}&date=2027-03-01`)
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      '/location/demo-centre?embedded=true&date=2027-03-01',
    ])
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(cookiesOf(response)[0]).toMatch(
      new RegExp(`^authToken=${token}; .*HttpOnly; Secure; SameSite=Lax$`),
    )
    expect(await (await visit('/', { cookie: `authToken=${token}` })).text()).toBe('<p>200</p>')
  })

  it('A24: may be a code of one use, which is invalid afterwards', async () => {
    const code = await aHandover(customerId)
    const { visit } = site
    const first = cookiesOf(await visit(`/?token=${code}`))[0] ?? ''
    expect(first).toMatch(/^authToken=[\w-]{43};/)
    expect(first).not.toContain(code)
    const again = await visit(`/?token=${code}`)
    expect([again.status, again.headers.get('location'), cookiesOf(again)]).toEqual([302, '/', []])
  })

  it('asks before it replaces the login of another person, and then takes an answer of its own page only', async () => {
    const { visit, app } = site
    const ben = await aCustomer(db, operatorId, { firstName: 'Ben' })
    const mine = await createSession(db, customerId, now)
    const cookie = `authToken=${mine.token}`
    const { token: planted } = await createSession(db, ben.id, now)
    const code = await aHandover(ben.id)
    for (const token of [planted, code]) {
      const question = await visit(`/basket?token=${token}&a=1`, { cookie })
      expect([question.status, cookiesOf(question)]).toEqual([200, []])
      const html = await question.text()
      expect(html).toContain('You&#39;re logged in as Ann Example. This link logs you in as Ben Example.')
      expect(html).toContain('href="/basket?a=1"')
    }
    const answer = (page: string, origin = host) =>
      app.request(`${host}/switch-account`, {
        method: 'POST',
        headers: { host: new URL(host).host, origin, cookie },
        body: new URLSearchParams({ token: code, page }).toString(),
      })
    const foreign = await answer('/basket', 'https://evil.example')
    expect([foreign.status, cookiesOf(foreign)]).toEqual([403, []])
    const switched = await answer('//evil.example/')
    expect([switched.status, switched.headers.get('location')]).toEqual([303, '/'])
    expect(cookiesOf(switched)[0]).toMatch(/^authToken=[\w-]{43};/)
    // The code has been used.
    const again = await answer('/basket?a=1')
    expect([again.headers.get('location'), cookiesOf(again)]).toEqual(['/basket?a=1', []])
  })

  it('asks nothing when the same person is logged in, or a login that has ended', async () => {
    const { visit } = site
    const { token } = await createSession(db, customerId, now)
    for (const cookie of [
      `authToken=${(await createSession(db, customerId, now)).token}`,
      'authToken=ended',
    ]) {
      expect((await visit(`/basket?token=${token}`, { cookie })).status).toBe(302)
    }
  })

  it('refuses a code of another browser, where it stays valid, and says so on a plain page', async () => {
    const { visit } = site
    const [maker, victim] = ['m'.repeat(43), 'v'.repeat(43)]
    const code = await aHandover(customerId, maker)
    const mine = await createSession(db, (await aCustomer(db, operatorId, { firstName: 'Ben' })).id, now)
    for (const cookie of ['', `device=${victim}`, `device=${victim}; authToken=${mine.token}`]) {
      const refused = await visit(`/basket?token=${code}&a=1`, { cookie })
      expect([refused.status, cookiesOf(refused)]).toEqual([403, []])
      const html = await refused.text()
      expect(html).toContain('It only works in the browser it was made in.')
      expect(html).toContain('href="/basket?a=1"')
      expect(html).not.toContain(code)
    }
    // Nor does the answer to the question log in, which a page of ours could be made to send.
    const sent = await site.app.request(`${host}/switch-account`, {
      method: 'POST',
      headers: { host: new URL(host).host, origin: host, cookie: `device=${victim}` },
      body: new URLSearchParams({ token: code, page: '/' }).toString(),
    })
    expect(cookiesOf(sent)).toEqual([])
    expect(await (await visit('/', { cookie: `authToken=${mine.token}` })).text()).toBe('<p>200</p>')
    const used = await visit(`/basket?token=${code}`, { cookie: `device=${maker}` })
    expect([used.status, cookiesOf(used)[0]]).toEqual([302, expect.stringMatching(/^authToken=[\w-]{43};/)])
  })

  it('asks on the way from a page of another company, not from one that embeds the site, nor in an app', async () => {
    const { visit } = site
    const { token } = await createSession(db, customerId, now)
    const from = (referer: string | null, more: Record<string, string> = {}) =>
      visit(`/basket?token=${token}`, {
        'sec-fetch-site': 'cross-site',
        ...(referer === null ? {} : { referer }),
        ...more,
      })
    for (const referer of [null, 'https://evil.example/']) {
      const question = await from(referer)
      expect([question.status, cookiesOf(question)]).toEqual([200, []])
      expect(await question.text()).toContain('This link logs you in as Ann Example.')
    }
    const device = 'd'.repeat(43)
    const code = await aHandover(customerId, device)
    const answers = [
      await from('http://account.onside.localhost:3000/'),
      await from('https://town.example/'),
      await from(null, { 'sec-fetch-dest': 'iframe' }),
      await from(null, { 'sec-fetch-site': 'none' }),
      await visit(`/?token=${code}`, { 'sec-fetch-site': 'cross-site', cookie: `device=${device}` }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302, 302, 302])
  })

  it('redirects to no other host', async () => {
    const { visit } = site
    for (const path of ['//evil.example/?token=x', '///evil.example?token=x', '/\\evil.example?token=x']) {
      expect((await visit(path)).headers.get('location')).toMatch(/^\/[^/\\]/)
    }
  })
})

describe('fonts', () => {
  it('B05: are served, all four at both weights, and no other file', async () => {
    const styles = ['roboto', 'lato', 'open_sans', 'garage_gothic']
    const rules = styles.map((themeAppBodyFontStyle) => themeCss({ themeAppBodyFontStyle }, '')).join('')
    const files = new Set([...rules.matchAll(/url\(([^)]+)\)/g)].map(([, file]) => file ?? ''))
    expect(files.size).toBe(8)
    for (const file of files) {
      const answer = await site.visit(file)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'font/woff2'])
      // Every WOFF2 file begins with `wOF2`.
      expect(
        Buffer.from(await answer.arrayBuffer())
          .subarray(0, 4)
          .toString(),
      ).toBe('wOF2')
    }
    expect((await site.visit('/assets/fonts/comic-400.woff2')).status).toBe(404)
  })
})

describe('a page', () => {
  it('is sent in brotli where the browser accepts it, also from memory', async () => {
    const render = async () => ({
      status: 200,
      headers: [],
      html: '<p>court</p>'.repeat(100),
      styleHashes: [],
      scriptHashes: [],
    })
    const log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }
    const { app } = createApp({
      db,
      clock: clockAt(now),
      config: readConfig({ NODE_ENV: 'test' }),
      log,
      render,
    })
    const headers = { host: new URL(host).host, 'accept-encoding': 'gzip, deflate, br' }
    for (let visits = 0; visits < 4; visits += 1) {
      const answer = await app.request(new Request(`${host}/`, { headers }))
      expect(answer.headers.get('content-encoding')).toBe('br')
      expect(brotliDecompressSync(await answer.arrayBuffer()).toString()).toBe('<p>court</p>'.repeat(100))
    }
  })

  it('sets the cookies of its API calls: a renewed or an expired login', async () => {
    const { token } = await createSession(db, customerId, now)
    const { visit, clock } = site
    const cookie = `authToken=${token}; authToken-present=1`
    expect(cookiesOf(await visit('/', { cookie }))).toEqual([])
    clock.forward(2 * day)
    expect(cookiesOf(await visit('/', { cookie }))).toEqual([
      expect.stringContaining('Expires=Thu, 01 Apr 2027 10:00:00 GMT; HttpOnly'),
      expect.stringContaining('authToken-present=1'),
    ])
    clock.forward(31 * day)
    const late = await visit('/', { cookie })
    expect(await late.text()).toBe('<p>401</p>')
    expect(cookiesOf(late).every((line) => line.includes('Max-Age=0'))).toBe(true)
    expect(cookiesOf(late)).toHaveLength(4)
  })
})

describe('rendering', () => {
  it('names the browser of a login, which the list of logins shows', async () => {
    const { token } = await createSession(db, customerId, now)
    await site.visit('/', { cookie: `authToken=${token}`, 'user-agent': 'Firefox/140.0 (Android 15)' })
    await expect
      .poll(() =>
        db
          .selectFrom('session')
          .select('userAgent')
          .where('tokenDigest', '=', digestOf(token))
          .executeTakeFirst(),
      )
      .toEqual({ userAgent: 'Firefox/140.0 (Android 15)' })
  })
})

describe('with the database away', () => {
  it('B04, B07: a fresh page is the full-page error, styled and under its policy', async () => {
    const config = readConfig({ NODE_ENV: 'test', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' })
    const { db: away, close } = await openDatabase(config)
    const errors: string[] = []
    const log = {
      info: () => {},
      warn: () => {},
      error: (_: object, message: string) => void errors.push(message),
      debug: () => {},
    }
    const render = createRenderer({ development: { head: '', script: '/entry.tsx' } })
    const { app } = createApp({ db: away, clock: clockAt(now), config, log, render })
    for (const path of ['/', '/location/demo-centre', '/?token=anything']) {
      const response = await app.request(
        new Request(host + path, { headers: { host: new URL(host).host, cookie: 'basket=none' } }),
      )
      const html = await response.text()
      expect([path, response.status]).toEqual([path, 500])
      expect(html).toContain('We may have dropped the ball on this one.')
      expect(html).toContain(themeCss({}, ''))
      expect(response.headers.get('content-security-policy')).toContain("style-src 'self' 'sha256-")
    }
    expect(errors).not.toEqual([])
    await close()
  })
})

describe('outside the base path', () => {
  it('A02: a page redirects to the same path within it', async () => {
    const config = { ...readConfig({ NODE_ENV: 'test' }), basePath: '/book' }
    const log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }
    const render = createRenderer({ development: { head: '', script: '/entry.tsx' } })
    const { app } = createApp({ db, clock: clockAt(now), config, log, render })
    const locationOf = async (path: string) =>
      (await app.request(new Request(host + path, { headers: { host: new URL(host).host } }))).headers.get(
        'location',
      )
    expect(await locationOf('/')).toBe('/book/')
    expect(await locationOf('/location/x?from=poster')).toBe('/book/location/x?from=poster')
    expect(await locationOf('/book')).toBeNull()
  })
})
