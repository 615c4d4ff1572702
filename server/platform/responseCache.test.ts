import { createServer, request } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { compress, jsonEncodings, pageEncodings } from './compression.ts'
import type { Compressed } from './compression.ts'
import { readConfig } from './config.ts'
import { createResponseCache } from './responseCache.ts'
import type { ResponseCache } from './responseCache.ts'

const now = new Date('2027-03-01T09:00:00Z')
const config = readConfig({ NODE_ENV: 'test', AUTH_COOKIE_ALIASES: 'shopToken' })
const url = 'http://bookings.onside.localhost:3000/api/activities/venue/demo-centre/activity/yoga/timetable'

let responseCache: ResponseCache
let holds: boolean
let logged: object[]

const requests = (headers: Record<string, string> = {}, method = 'GET') =>
  new Request(url, { method, headers })

type More = {
  status?: number
  headers?: Record<string, string>
  withoutCookies?: true
  compressed?: Compressed
}

const long = JSON.stringify({ data: Array.from({ length: 200 }, (_, n) => ({ id: n, name: 'Yoga' })) })

/** A server that answers from the cache alone. */
const startServer = async () => {
  const server = createServer((incoming, outgoing) => {
    if (!responseCache.serve(incoming, outgoing)) outgoing.writeHead(418).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { port, close: () => new Promise((resolve) => server.close(resolve)) }
}

/** By hand, because fetch unpacks. */
const fetchFrom = (port: number, headers: Record<string, string>) =>
  new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: Buffer }>(
    (resolve, reject) => {
      const { host, pathname } = new URL(url)
      request(
        { port, host: '127.0.0.1', path: pathname, headers: { host, ...headers }, agent: false },
        (answer) => {
          const pieces: Buffer[] = []
          answer.on('data', (piece: Buffer) => pieces.push(piece))
          answer.on('end', () =>
            resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(pieces) }),
          )
        },
      )
        .on('error', reject)
        .end()
    },
  )

/** Answered twice before, to visitors. */
const remember = (...args: Parameters<typeof rememberOnce>): void => {
  rememberOnce(...args)
  rememberOnce(...args)
}

const rememberOnce = (
  body = '{"data":[]}',
  request = requests(),
  { withoutCookies, compressed, ...more }: More = {},
) =>
  responseCache.remember(
    request,
    '/activities/{venue}',
    {
      body,
      encodings: withoutCookies ? pageEncodings : jsonEncodings,
      compressed: compressed ?? null,
      etag: '"x1"',
      holds: () => holds,
      ...(withoutCookies && { withoutCookies }),
    },
    new Response(more.status === 304 ? null : body, {
      status: more.status ?? 200,
      headers: {
        'content-type': 'application/json',
        etag: '"x1"',
        vary: 'Origin',
        'x-request-id': 'first',
        ...more.headers,
      },
    }),
  )

beforeEach(() => {
  holds = true
  logged = []
  const log = {
    info: (fields: object) => void logged.push(fields),
    warn: () => {},
    error: () => {},
    debug: () => {},
  }
  responseCache = createResponseCache({ clock: { now: () => now }, log, config })
})

describe('the response cache', () => {
  it('answers the same bytes and headers with a new request id, and logs the call', async () => {
    remember()
    const answer = responseCache.answer(requests())
    expect(await answer?.text()).toBe('{"data":[]}')
    const { 'x-request-id': requestId, ...headers } = Object.fromEntries(answer?.headers ?? [])
    expect(headers).toEqual({ 'content-type': 'application/json', etag: '"x1"', vary: 'Origin' })
    expect(requestId).not.toBe('first')
    expect(logged).toEqual([
      { requestId, method: 'GET', route: '/activities/{venue}', status: 200, ms: expect.any(Number) },
    ])
  })

  it('answers at the HTTP server with the same bytes, compressed once a client accepts gzip', async () => {
    const { port, close } = await startServer()
    const get = (headers: Record<string, string> = {}) => fetchFrom(port, headers)
    try {
      remember(long)
      const plain = await get({ 'accept-encoding': 'identity' })
      expect([plain.status, plain.body.toString(), plain.headers['etag']]).toEqual([200, long, '"x1"'])
      expect(plain.headers['x-request-id']).not.toBe('first')
      await vi.waitFor(async () => {
        const compressed = await get({ 'accept-encoding': 'gzip, br' })
        expect(compressed.headers['content-encoding']).toBe('gzip')
        expect(gunzipSync(compressed.body).toString()).toBe(long)
        expect(compressed.headers['etag']).toBe('"x1-gzip"')
      })
      expect((await get({ 'if-none-match': '"x1-gzip"' })).status).toBe(304)
      expect((await get({ authorization: 'Bearer x' })).status).toBe(418)
      expect((await get({ cookie: 'venue=demo-centre' })).status).toBe(200)
    } finally {
      await close()
    }
  })

  it('answers with the compressed bytes of the response it remembers from the first request on', async () => {
    remember(long, requests(), { withoutCookies: true, compressed: await compress(long, 'br') })
    const answer = responseCache.answer(requests({ 'accept-encoding': 'gzip, br' }))
    expect(answer?.headers.get('content-encoding')).toBe('br')
    expect(brotliDecompressSync(Buffer.from(await (answer as Response).arrayBuffer())).toString()).toBe(long)
  })

  it('answers pages only to requests without cookies', () => {
    const chosen = 'venue=demo-centre; Path=/'
    remember('<p>', requests(), { withoutCookies: true, headers: { 'set-cookie': chosen } })
    expect(responseCache.answer(requests({ cookie: 'venue=demo-centre' }))).toBeNull()
    expect(responseCache.answer(requests())?.headers.getSetCookie()).toEqual([chosen])
  })

  it('answers 304 to a request with the current ETag', async () => {
    remember()
    const answer = responseCache.answer(requests({ 'if-none-match': '"x1"' }))
    expect(answer?.status).toBe(304)
    expect(answer?.headers.get('etag')).toBe('"x1"')
    expect(answer?.headers.has('content-type')).toBe(false)
    expect(responseCache.answer(requests({ 'if-none-match': '"x0"' }))).toBeNull()
  })

  it('answers only while the response is current', () => {
    remember()
    holds = false
    expect(responseCache.answer(requests())).toBeNull()
  })

  it.each([
    ['who is logged in', { cookie: 'authToken=t' }],
    ['who is logged in, with other cookies', { cookie: 'venue=x; authToken="t"' }],
    ['who has a basket', { cookie: 'venue=x; basket=b' }],
    ['who sends a basket', { 'cart-uuid': 'b' }],
    ['who sends a token', { authorization: 'Bearer t' }],
    ['another page', { origin: 'https://elsewhere.example' }],
    ['who names an operator', { 'client-domain-identifier': 'other' }],
    ['who names the request', { 'x-request-id': 'mine' }],
  ])('neither answers nor remembers %s', (_, headers) => {
    remember(undefined, requests(headers))
    expect(responseCache.answer(requests())).toBeNull()
    remember()
    expect(responseCache.answer(requests(headers))).toBeNull()
    expect(responseCache.answer(requests({ cookie: 'venue=x; notbasket=b' }))?.status).toBe(200)
  })

  it('keeps what is requested again, in a limited number of bytes, and nothing that is requested once', () => {
    const page = 'x'.repeat(1024 * 1024)
    const at = (n: number) => new Request(`${url}?a=${n}`)
    rememberOnce(page, at(0))
    expect(responseCache.answer(at(0))).toBeNull()
    rememberOnce(page, at(0))
    expect(responseCache.answer(at(0))?.status).toBe(200)

    for (let n = 1; n <= 200; n += 1) rememberOnce(page, at(n))
    expect(responseCache.answer(at(0))?.status).toBe(200)
    for (let n = 1; n <= 200; n += 1) remember(page, at(n))
    const cached = Array.from({ length: 201 }, (_, n) => responseCache.answer(at(n))).filter(Boolean)
    expect(cached.length).toBeGreaterThan(40)
    expect(cached.length).toBeLessThan(60)
    remember(page.repeat(8), at(999))
    expect(responseCache.answer(at(999))).toBeNull()
  })

  it('never caches cookies, failures, or responses to another method, address or page', () => {
    remember(undefined, requests(), { headers: { 'set-cookie': 'basket=b' } })
    remember(undefined, requests(), { status: 304 })
    expect(responseCache.answer(requests())).toBeNull()
    remember()
    expect(responseCache.answer(requests({}, 'DELETE'))).toBeNull()
    expect(responseCache.answer(new Request(`${url}?date=2027-03-04`))).toBeNull()
    expect(responseCache.answer(requests({ referer: 'https://town.example/sport' }))).toBeNull()
    remember(undefined, requests({ referer: 'https://town.example/sport' }))
    expect(responseCache.answer(requests({ referer: 'https://town.example/other' }))?.status).toBe(200)
  })
})
