import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import { createSession, digestOf } from '#server/sessions/tokens.ts'
import { clockAt } from '#test/support/app.ts'
import { aSite, cookiesOf, host, now } from '#test/support/site.ts'
import type { Site } from '#test/support/site.ts'
import { createRenderer } from '#web/entry-server.tsx'
import { themeCss, themeFonts } from '#web/platform/theme.ts'
import { createApp } from './app.ts'

const day = 86_400_000

let site: Site

beforeAll(async () => {
  site = await aSite()
})
beforeEach(() => site.clock.set(now))

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

describe('fonts', () => {
  it('B05: are served, all four at both weights, and no other file', async () => {
    const styles = ['roboto', 'lato', 'open_sans', 'garage_gothic']
    const files = new Set(
      styles.flatMap((themeAppBodyFontStyle) =>
        themeFonts({ themeAppBodyFontStyle }, '').map(({ url }) => url),
      ),
    )
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
      db: site.db,
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
    const { token } = await createSession(site.db, site.customerId, now)
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

describe('answers', () => {
  it.each(['authToken', 'basket', 'orders'])(
    'of pages are stored nowhere for the holder of %s',
    async (name) => {
      expect((await site.visit('/')).headers.get('cache-control')).toBe('private, no-cache')
      const personal = await site.visit('/', { cookie: `${name}=00000000-0000-4000-8000-000000000000` })
      expect(personal.headers.get('cache-control')).toBe('no-store')
    },
  )

  it('of pages with a secret in their address are stored nowhere, and no page learns it', async () => {
    const paths = [
      '/hires?code=AAAABBBBCCCCDDDDEEEEFFFFGGGGHHHH',
      '/hires?code=AAAABBBBCCCCDDDDEEEEFFFFGGGGHHHH&pay=1',
    ]
    for (const path of paths) {
      const before = site.rendered()
      for (let visits = 0; visits < 2; visits += 1) {
        const { headers } = await site.visit(path)
        expect(headers.get('cache-control')).toBe('no-store')
        expect(headers.get('referrer-policy')).toBe('no-referrer')
      }
      expect(site.rendered() - before).toBe(2)
    }
  })

  it.each([
    '/',
    '/robots.txt',
    '/embed.js',
    '/healthz',
    '/readyz',
    '/assets/fonts/lato-400.woff2',
    '/assets/unknown.js',
    '/api/operator',
    '/api/unknown',
    '/codes/ABCDEF.png',
    '/dev/mail',
  ])('from %s are not guessed to be of another type', async (path) => {
    expect((await site.visit(path)).headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('a login that only the API knows', () => {
  it('shows on pages, for a browser that has the token alone', async () => {
    const { token } = await createSession(site.db, site.customerId, now)
    const answer = await site.visit('/', { cookie: `authToken=${token}` })
    expect(await answer.text()).toBe('<p>200</p>')
    expect(site.renderedCookie()).toContain('authToken-present=1')
    expect(cookiesOf(answer)).toEqual([expect.stringMatching(/^authToken-present=1; /)])
  })

  it('is read from the names of the settings, which a log-out removes', async () => {
    const { token } = await createSession(site.db, site.customerId, now)
    const aliased = site.serve({ AUTH_COOKIE_ALIASES: 'shopToken, otherToken' })
    const call = (path: string, cookie: string, method = 'GET') =>
      aliased.request(
        new Request(host + path, { method, headers: { host: new URL(host).host, origin: host, cookie } }),
      )
    for (const name of ['authToken', 'shopToken', 'otherToken']) {
      const cookie = `${name}="${token}"`
      expect((await call('/api/auth/user', cookie)).status).toBe(200)
      expect(await (await call('/', cookie)).text()).toBe('<p>200</p>')
      expect(site.renderedCookie()).toContain('authToken-present=1')
    }
    expect((await call('/api/auth/user', `strangeToken=${token}`)).status).toBe(401)
    expect((await site.visit('/api/auth/user', { cookie: `shopToken=${token}` })).status).toBe(401)
    const gone = cookiesOf(await call('/api/auth/logout', `shopToken=${token}`, 'POST'))
    expect(gone).toContainEqual(expect.stringMatching(/^shopToken=; Max-Age=0; /))
    expect((await call('/api/auth/user', `shopToken=${token}`)).status).toBe(401)
  })
})

describe('rendering', () => {
  it('names the browser of a login, which the list of logins shows', async () => {
    const { token } = await createSession(site.db, site.customerId, now)
    await site.visit('/', { cookie: `authToken=${token}`, 'user-agent': 'Firefox/140.0 (Android 15)' })
    await expect
      .poll(() =>
        site.db
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
      expect(html).toContain(themeCss({}))
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
    const { app } = createApp({ db: site.db, clock: clockAt(now), config, log, render })
    const locationOf = async (path: string) =>
      (await app.request(new Request(host + path, { headers: { host: new URL(host).host } }))).headers.get(
        'location',
      )
    expect(await locationOf('/')).toBe('/book/')
    expect(await locationOf('/location/x?from=poster')).toBe('/book/location/x?from=poster')
    expect(await locationOf('/book')).toBeNull()
  })
})
