import { beforeEach, describe, expect, it } from 'vitest'
import { createAgain } from './again.ts'
import type { Again } from './again.ts'

const now = new Date('2027-03-01T09:00:00Z')
const url = 'http://bookings.onside.localhost:3000/api/activities/venue/demo-centre/activity/yoga/timetable'

let again: Again
let holds: boolean
let logged: object[]

const asked = (headers: Record<string, string> = {}, method = 'GET') => new Request(url, { method, headers })

/** Answered before, to a visitor. */
const remember = (request = asked(), more: { status?: number; headers?: Record<string, string> } = {}) =>
  again.remember(
    request,
    '/activities/{venue}',
    { body: '{"data":[]}', etag: '"x1"', holds: () => holds },
    new Response(more.status === 304 ? null : '{"data":[]}', {
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
  again = createAgain({ clock: { now: () => now }, log })
})

describe('answering again', () => {
  it('gives the same bytes and headers under a new request id, and writes the same line', async () => {
    remember()
    const answer = again.answer(asked(), undefined)
    expect(await answer?.text()).toBe('{"data":[]}')
    const { 'x-request-id': requestId, ...headers } = Object.fromEntries(answer?.headers ?? [])
    expect(headers).toEqual({ 'content-type': 'application/json', etag: '"x1"', vary: 'Origin' })
    expect(requestId).not.toBe('first')
    expect(logged).toEqual([
      { requestId, method: 'GET', route: '/activities/{venue}', status: 200, ms: expect.any(Number) },
    ])
  })

  it('reads the headers that the server has read', () => {
    remember()
    expect(again.answer(asked(), { incoming: { headers: { cookie: 'venue=demo-centre' } } })?.status).toBe(
      200,
    )
    expect(again.answer(asked(), { incoming: { headers: { authorization: 'Bearer x' } } })).toBeNull()
  })

  it('tells who has it already that nothing has changed', async () => {
    remember()
    const answer = again.answer(asked({ 'if-none-match': '"x1"' }), undefined)
    expect(answer?.status).toBe(304)
    expect(answer?.headers.get('etag')).toBe('"x1"')
    expect(answer?.headers.has('content-type')).toBe(false)
    expect(again.answer(asked({ 'if-none-match': '"x0"' }), undefined)).toBeNull()
  })

  it('only while it holds', () => {
    remember()
    holds = false
    expect(again.answer(asked(), undefined)).toBeNull()
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
    remember(asked(headers))
    expect(again.answer(asked(), undefined)).toBeNull()
    remember()
    expect(again.answer(asked(headers), undefined)).toBeNull()
    expect(again.answer(asked({ cookie: 'venue=x; notbasket=b' }), undefined)?.status).toBe(200)
  })

  it('never gives away a cookie, a failure, or what another verb, address or page asked for', () => {
    remember(asked(), { headers: { 'set-cookie': 'basket=b' } })
    remember(asked(), { status: 304 })
    expect(again.answer(asked(), undefined)).toBeNull()
    remember()
    expect(again.answer(asked({}, 'DELETE'), undefined)).toBeNull()
    expect(again.answer(new Request(`${url}?date=2027-03-04`), undefined)).toBeNull()
    expect(again.answer(asked({ referer: 'https://town.example/sport' }), undefined)).toBeNull()
    remember(asked({ referer: 'https://town.example/sport' }))
    expect(again.answer(asked({ referer: 'https://town.example/other' }), undefined)?.status).toBe(200)
  })
})
