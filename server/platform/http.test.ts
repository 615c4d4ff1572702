import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { id, optional, text } from '#contract/fields.ts'
import { fromWire } from '#contract/wire.ts'
import { isCustomerOf } from '#server/customers/service.ts'
import { createIdentify, createSession } from '#server/sessions/service.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aCustomer, anOperator } from '#test/support/factories.ts'
import type { Operator } from './actor.ts'
import { readConfig } from './config.ts'
import type { Database } from './database.ts'
import { invalid, Refusal } from './errors.ts'
import { createHttp } from './http.ts'
import { Ready } from './answers.ts'
import type { HttpDeps } from './visits.ts'
import type { Routes } from './http.ts'
import { createLog } from './log.ts'

/*
 * The binder with the true recognition, database and log beneath it, and above it a noun made for the purpose: it
 * tells what a handler was given and leaves a mark for each time it ran.
 */

const seen = z.object({
  customerId: z.int().nullable(),
  personId: z.int().nullable(),
  basketUuid: z.string().nullable(),
  address: z.string(),
})

const things = {
  read: endpoint({
    method: 'GET',
    path: '/things',
    summary: 'Anyone reads.',
    allow: 'anyone',
    query: z.object({ day: optional(text()) }),
    returns: seen,
  }),
  shared: endpoint({
    method: 'GET',
    path: '/things/shared',
    summary: 'The same for everybody.',
    allow: 'anyone',
    cache: 'public',
    returns: z.object({ now: z.string(), name: z.string() }),
  }),
  basket: endpoint({
    method: 'GET',
    path: '/things/basket',
    summary: 'An owner reads.',
    allow: 'owner',
    returns: seen,
  }),
  own: endpoint({
    method: 'GET',
    path: '/things/own',
    summary: 'A customer reads.',
    allow: 'customer',
    returns: seen,
  }),
  desk: endpoint({
    method: 'GET',
    path: '/things/desk',
    summary: 'Staff read.',
    allow: 'staff',
    returns: seen,
  }),
  one: endpoint({
    method: 'PUT',
    path: '/things/{thingId}',
    summary: 'A path that names something.',
    allow: 'anyone',
    params: z.object({ thingId: id }),
    returns: z.object({ thingId: z.int() }),
  }),
  write: endpoint({
    method: 'POST',
    path: '/things/write',
    summary: 'An owner writes.',
    allow: 'owner',
    body: z.object({ name: text(100), startsAt: optional(text(10)) }),
    returns: z.object({ ...seen.shape, startsAt: z.string().nullable() }),
    idempotent: true,
  }),
  change: endpoint({
    method: 'POST',
    path: '/things/change',
    summary: 'A customer writes.',
    allow: 'customer',
    body: z.object({ name: text() }),
    returns: seen,
  }),
  leave: endpoint({
    method: 'POST',
    path: '/things/leave',
    summary: 'Anyone writes, and is logged out.',
    allow: 'anyone',
    returns: z.object({ status: z.literal('success') }),
    bare: true,
  }),
  fail: endpoint({
    method: 'POST',
    path: '/things/fail',
    summary: 'Says no in many ways.',
    allow: 'anyone',
    body: z.object({ how: text() }),
    returns: z.object({ name: z.string() }),
    errors: { sold_out: 409, not_open: 422 },
    idempotent: true,
  }),
  slow: endpoint({
    method: 'POST',
    path: '/things/slow',
    summary: 'Waits for another company, holding no connection.',
    allow: 'anyone',
    returns: z.object({ name: z.string() }),
    idempotent: true,
    inTransaction: false,
  }),
  rare: endpoint({
    method: 'POST',
    path: '/things/rare',
    summary: 'Twice a minute.',
    allow: 'anyone',
    returns: z.object({ name: z.string() }),
    limit: { attempts: 2, seconds: 60 },
  }),
}

const now = new Date('2027-02-28T10:00:00Z')
const bookings = 'https://bookings.town.example'
const account = 'https://account.town.example'
const frame = 'https://council.example'
const foreign = 'https://evil.example'
const basketUuid = '0f8fad5b-d9cb-469f-a165-70867728950e'

type World = {
  db: Database
  operator: Operator
  lines: string[]
  runs: () => Promise<number>
  release: () => void
  now: () => Date
  turn: (ms: number) => void
  call: (path: string, init?: RequestInit & { method?: string }) => Promise<Response>
  fetch: (request: Request, env?: object) => Response | Promise<Response>
}

let world: World

beforeEach(async () => {
  world = await aWorld()
})

const aWorld = async (settings: Record<string, string> = {}): Promise<World> => {
  const { db } = await testDatabase()
  await emptyTables(db)
  const row = await anOperator(db, { frameOrigins: [frame] })
  const operator: Operator = {
    ...row,
    name: 'Demo Leisure',
    currencySymbol: '£',
    migrationDate: null,
    basketHoldSeconds: 600,
    frameOrigins: [frame],
    bearerTokenEnabled: false,
  }
  const config = readConfig({
    NODE_ENV: 'test',
    SITE_BOOKINGS: bookings,
    SITE_ACCOUNT: account,
    SITE_JOIN: 'https://join.town.example',
    SITE_DESK: 'https://desk.town.example',
    ...settings,
  })
  let at = now
  const lines: string[] = []
  const log = createLog('debug', { write: (line: string) => void lines.push(line) })
  const deps: HttpDeps = {
    db,
    config,
    log,
    clock: { now: () => at },
    recognition: {
      identify: createIdentify({ db, log }),
      operatorFor: () => Promise.resolve(operator),
      isCustomerOf: (customerId, operatorId) => isCustomerOf(db, customerId, operatorId),
    },
  }
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const http = createHttp(deps)
  http.bind(things, handlers(gate))
  http.finish()
  return {
    db,
    operator,
    lines,
    release,
    runs: async () => (await db.selectFrom('tag').select('id').execute()).length,
    now: () => at,
    turn: (ms) => {
      at = new Date(at.getTime() + ms)
    },
    fetch: http.app.fetch,
    call: async (path, init = {}) => {
      const headers = new Headers(init.headers)
      if (!headers.has('host')) headers.set('host', 'bookings.town.example')
      return http.app.request(new Request(`https://bookings.town.example${path}`, { ...init, headers }))
    },
  }
}

const handlers = (gate: Promise<void>): Routes<typeof things> => {
  const tell = (actor: Parameters<Routes<typeof things>['read']>[0]['actor']) => ({
    customerId: actor.customerId,
    personId: actor.person?.id ?? null,
    basketUuid: actor.basketUuid,
    address: actor.address,
    secret: 'a column that the contract does not name',
  })
  return {
    read: ({ actor }) => tell(actor),
    shared: ({ now: at }) =>
      new Ready(JSON.stringify({ data: { now: at.toISOString(), name: 'Demo Leisure' } })),
    basket: ({ actor }) => tell(actor),
    own: ({ actor }) => tell(actor),
    desk: ({ actor }) => tell(actor),
    one: ({ params }) => params,
    write: async ({ tx, actor, body, reply }) => {
      const { n } = (await sql<{ n: number }>`select count(*)::int as n from tag`.execute(tx)).rows[0] ?? {
        n: 0,
      }
      await tx
        .insertInto('tag')
        .values({ operatorId: actor.operator.id, slug: `mark-${n}`, name: body.name })
        .execute()
      if (actor.person === null) reply.holdBasket(actor.basketUuid ?? basketUuid)
      return { ...tell(actor), startsAt: body.startsAt ?? null }
    },
    change: ({ actor }) => tell(actor),
    leave: ({ reply }) => {
      reply.logOut()
      return { status: 'success' }
    },
    fail: async ({ tx, actor, body }) => {
      await tx
        .insertInto('tag')
        .values({ operatorId: actor.operator.id, slug: body.how, name: body.how })
        .execute()
      if (body.how === 'sold_out') throw new Refusal('sold_out', 'Nothing is left.')
      if (body.how === 'not_open') {
        throw new Refusal('not_open', 'Not yet.', { availableAt: new Date('2027-03-01T22:00:00Z') })
      }
      if (body.how === 'fields') throw invalid({ 'items.0.id': ['We do not know this.'] })
      if (body.how === 'busy') throw new Refusal('busy', 'A crowd.')
      if (body.how === 'undeclared') throw new Refusal('never_heard_of', 'ann@example.test is odd.')
      if (body.how === 'database') await sql`select 'ann@example.test'::int`.execute(tx)
      if (body.how === 'twice') {
        await tx
          .insertInto('tag')
          .values({ operatorId: actor.operator.id, slug: body.how, name: 'x' })
          .execute()
      }
      if (body.how === 'broken answer') return { name: 5 as unknown as string }
      return { name: body.how }
    },
    slow: async ({ db, actor }) => {
      await gate
      await db
        .insertInto('tag')
        .values({ operatorId: actor.operator.id, slug: 'slow', name: 'slow' })
        .execute()
      return { name: 'slow' }
    },
    rare: () => ({ name: 'rare' }),
  }
}

const failure = async (response: Response) =>
  (await response.json()) as {
    status: number
    code: string
    message: string
    errors?: Record<string, string[]>
  }
const data = async (response: Response) =>
  (fromWire(await response.json()) as { data: Record<string, unknown> }).data

const post = (body: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

const aLogIn = async (more: Parameters<typeof aCustomer>[2] = {}) => {
  const customer = await aCustomer(world.db, world.operator.id, more)
  const { token } = await createSession(world.db, customer.id, now)
  return {
    ...customer,
    token,
    bearer: { authorization: `Bearer ${token}` },
    cookie: { cookie: `authToken=${token}` },
  }
}

describe('who is calling', () => {
  it('knows the person by bearer and by cookie, bare or in double quotes', async () => {
    const { id: mine, token } = await aLogIn()
    for (const headers of [
      { authorization: `Bearer ${token}` },
      { authorization: `bearer ${token}` },
      { cookie: `authToken=${token}` },
      { cookie: `authToken="${token}"` },
      { cookie: `authToken=%22${token}%22` },
      { cookie: `other=1; authToken=${token}; authToken-present=1` },
    ]) {
      expect(await data(await world.call('/api/things/own', { headers }))).toMatchObject({ personId: mine })
    }
  })

  it('takes the bearer before the cookie, even when it is worth nothing', async () => {
    const one = await aLogIn()
    const other = await aLogIn()
    const both = await world.call('/api/things/own', { headers: { ...one.bearer, ...other.cookie } })
    expect(await data(both)).toMatchObject({ personId: one.id })
    const bad = await world.call('/api/things/own', {
      headers: { authorization: 'Bearer x', ...other.cookie },
    })
    expect(bad.status).toBe(401)
  })

  it('ignores a bad token on calls for anyone, and refuses it where it would hide a basket', async () => {
    const bad = { cookie: 'authToken=gone' }
    expect(await data(await world.call('/api/things', { headers: bad }))).toMatchObject({ personId: null })
    for (const path of ['/api/things/basket', '/api/things/own', '/api/things/desk']) {
      const response = await world.call(path, { headers: bad })
      expect([response.status, await failure(response)]).toEqual([
        401,
        { status: 401, code: 'logged_out', message: 'Unauthenticated.' },
      ])
    }
    expect((await world.call('/api/things/basket')).status).toBe(200)
    expect((await world.call('/api/things/own')).status).toBe(401)
  })

  it('F06: a 401 takes both cookies away, of either kind', async () => {
    const response = await world.call('/api/things/own', { headers: { cookie: 'authToken=gone' } })
    const gone = response.headers.getSetCookie()
    for (const name of ['authToken', 'authToken-present']) {
      const lines = gone.filter((line) => line.startsWith(`${name}=;`))
      expect(lines.every((line) => /Max-Age=0; Domain=town\.example; Path=\/;.*Secure/.test(line))).toBe(true)
      expect(lines.map((line) => line.includes('Partitioned'))).toEqual([false, true])
    }
  })

  it("does not know another operator's customer", async () => {
    const other = await anOperator(world.db, { slug: 'other' })
    const stranger = await aCustomer(world.db, other.id)
    const { token } = await createSession(world.db, stranger.id, now)
    expect(
      (await world.call('/api/things/own', { headers: { authorization: `Bearer ${token}` } })).status,
    ).toBe(401)
  })

  it('lets only staff through where only staff may', async () => {
    const { bearer } = await aLogIn()
    expect(await failure(await world.call('/api/things/desk', { headers: bearer }))).toMatchObject({
      status: 403,
      code: 'forbidden',
    })
    const staff = await aLogIn({ role: 'staff' })
    expect((await world.call('/api/things/desk', { headers: staff.bearer })).status).toBe(200)
  })

  it('says who must log in before it says what is wrong with the request', async () => {
    expect((await world.call('/api/things/change', post('{'))).status).toBe(401)
  })

  it('takes a basket by header before one by cookie, and only what is a uuid', async () => {
    const other = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
    const asked = async (headers: Record<string, string>) =>
      (await data(await world.call('/api/things/basket', { headers })))['basketUuid']
    expect(await asked({ cookie: `basket=${basketUuid}` })).toBe(basketUuid)
    expect(await asked({ 'cart-uuid': other.toUpperCase(), cookie: `basket=${basketUuid}` })).toBe(other)
    expect(await asked({ cookie: 'basket=1 or 1' })).toBe(null)
  })

  it('sees the address past as many proxies as there are, and no further', async () => {
    const spoofed = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' }
    const address = async (settings: Record<string, string>, headers: Record<string, string> = spoofed) => {
      world = await aWorld(settings)
      return (await data(await world.call('/api/things', { headers })))['address']
    }
    expect(await address({})).toBe('in-process')
    expect(await address({ TRUSTED_PROXIES: '1' })).toBe('198.51.100.7')
    expect(await address({ TRUSTED_PROXIES: '2' })).toBe('203.0.113.9')
    expect(await address({ TRUSTED_PROXIES: '1' }, { 'x-forwarded-for': '2001:DB8:1:2:3:4:5:6' })).toBe(
      '2001:db8:1:2::/64',
    )
  })
})

describe('for whom', () => {
  const naming = (selected: unknown) => `/api/things/own?selected_user_id=${String(selected)}`

  it('H05: staff may act for a customer of the operator, named in the query or the body', async () => {
    const staff = await aLogIn({ role: 'staff' })
    const customer = await aCustomer(world.db, world.operator.id)
    const byQuery = await world.call(naming(customer.id), { headers: staff.bearer })
    expect(await data(byQuery)).toMatchObject({ personId: staff.id, customerId: customer.id })
    const written = await world.call(
      '/api/things/write',
      post({ name: 'x', selected_user_id: String(customer.id) }, staff.bearer),
    )
    expect(await data(written)).toMatchObject({ personId: staff.id, customerId: customer.id })
  })

  it('H05: a customer who names another is refused; oneself, nobody and 0 are oneself', async () => {
    const { id: mine, bearer } = await aLogIn()
    const other = await aCustomer(world.db, world.operator.id)
    for (const response of [
      await world.call(naming(other.id), { headers: bearer }),
      await world.call('/api/things/write', post({ name: 'x', selected_user_id: other.id }, bearer)),
    ]) {
      expect(await failure(response)).toMatchObject({ status: 403, code: 'forbidden' })
    }
    for (const selected of [mine, '', 0, '0']) {
      expect(await data(await world.call(naming(selected), { headers: bearer }))).toMatchObject({
        customerId: mine,
      })
    }
    const withNull = await world.call(
      '/api/things/write',
      post({ name: 'x', selected_user_id: null }, bearer),
    )
    expect(await data(withNull)).toMatchObject({ customerId: mine })
    expect(await world.runs()).toBe(1)
  })

  it('does not tell staff of other operators whether a customer exists', async () => {
    const staff = await aLogIn({ role: 'staff' })
    const other = await anOperator(world.db, { slug: 'other' })
    const stranger = await aCustomer(world.db, other.id)
    for (const selected of [stranger.id, 999_999]) {
      expect(await failure(await world.call(naming(selected), { headers: staff.bearer }))).toMatchObject({
        status: 404,
        code: 'not_found',
      })
    }
    expect(await failure(await world.call(naming('abc'), { headers: staff.bearer }))).toMatchObject({
      status: 422,
    })
  })

  it('a visitor who names somebody is a visitor, or has to log in', async () => {
    const customer = await aCustomer(world.db, world.operator.id)
    const anyone = await world.call(`/api/things?selected_user_id=${customer.id}`)
    expect(await data(anyone)).toMatchObject({ customerId: null })
    expect((await world.call(`/api/things/basket?selected_user_id=${customer.id}`)).status).toBe(401)
  })
})

describe('where a write comes from', () => {
  const written = (headers: Record<string, string>) =>
    world.call('/api/things/write', post({ name: 'x' }, headers))

  it('refuses a write that rests on a cookie and comes from a foreign page', async () => {
    const { cookie } = await aLogIn()
    for (const origin of [
      foreign,
      'null',
      'http://bookings.town.example',
      'https://town.example',
      `${bookings}.evil.example`,
    ]) {
      const response = await written({ ...cookie, origin })
      expect([origin, (await failure(response)).code, response.status]).toEqual([
        origin,
        'origin_refused',
        403,
      ])
    }
    const byBasket = await written({ cookie: `basket=${basketUuid}`, origin: foreign })
    expect((await failure(byBasket)).code).toBe('origin_refused')
    expect(await world.runs()).toBe(0)
  })

  it('allows our sites, the allowed frames, and the very host asked', async () => {
    const { cookie } = await aLogIn()
    for (const headers of [
      { origin: bookings },
      { origin: account },
      { origin: frame },
      { origin: 'http://localhost:3000', host: 'localhost:3000' },
    ]) {
      expect([headers, (await written({ ...cookie, ...headers })).status]).toEqual([headers, 200])
    }
  })

  it('takes a call without Origin only when the browser says that it is from the same page', async () => {
    const { cookie } = await aLogIn()
    expect((await written(cookie)).status).toBe(403)
    expect((await written({ ...cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await written({ ...cookie, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })

  it('exempts bearer calls, whatever cookies come along, and callers who hold nothing', async () => {
    const { bearer } = await aLogIn()
    expect((await written({ ...bearer, origin: foreign })).status).toBe(200)
    expect((await written({ ...bearer, cookie: `basket=${basketUuid}` })).status).toBe(200)
    expect((await written({ 'cart-uuid': basketUuid, origin: foreign })).status).toBe(200)
    expect((await written({})).status).toBe(200)
  })

  it('lets foreign pages read with a cookie that the browser sent on its own: nothing is written', async () => {
    const { cookie } = await aLogIn()
    const response = await world.call('/api/things/own', { headers: { ...cookie, origin: foreign } })
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
  })

  it('sets no cookie for a foreign page, which could log its visitor in or out', async () => {
    const first = await written({ origin: foreign })
    expect([first.status, first.headers.getSetCookie()]).toEqual([200, []])
    const out = await world.call('/api/things/leave', { method: 'POST', headers: { origin: foreign } })
    expect([out.status, out.headers.getSetCookie()]).toEqual([200, []])
    const refused = await world.call('/api/things/own', { headers: { origin: foreign } })
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([401, []])
  })
})

describe('cookies', () => {
  it('in a frame of another page there is one more, kept apart for that page', async () => {
    const referer = `${bookings}/location/demo-centre?embedded=true`
    const response = await world.call('/api/things/write', post({ name: 'x' }, { origin: bookings, referer }))
    expect(response.headers.getSetCookie()).toEqual([
      `basket=${basketUuid}; Max-Age=2592000; Domain=town.example; Path=/; HttpOnly; Secure; SameSite=Lax`,
      `basket=${basketUuid}; Max-Age=2592000; Domain=town.example; Path=/; HttpOnly; Secure; SameSite=None; Partitioned`,
    ])
  })

  it('a log-in in use is made to last longer once a day, and the browser is told', async () => {
    const { token, cookie, bearer } = await aLogIn()
    const lastSeen = async () =>
      (await world.db.selectFrom('session').select('lastSeenAt').executeTakeFirstOrThrow()).lastSeenAt
    const refused = async () => (await world.call('/api/things/own', { headers: cookie })).status
    const asked = async (headers: Record<string, string>) => {
      const response = await world.call('/api/things/own', { headers })
      // No call waits for it to be noted.
      await expect.poll(lastSeen).toEqual(world.now())
      return [
        response.status,
        response.headers.getSetCookie().filter((line) => line.startsWith('authToken=')),
      ]
    }
    expect(await asked(cookie)).toEqual([200, []])
    world.turn(2 * 86_400_000)
    expect(await asked(bearer)).toEqual([200, []])
    world.turn(2 * 86_400_000)
    expect(await asked(cookie)).toEqual([
      200,
      [
        `authToken=${token}; Domain=town.example; Path=/; Expires=Sat, 03 Apr 2027 10:00:00 GMT; HttpOnly; Secure; SameSite=Lax`,
      ],
    ])
    expect(await asked(cookie)).toEqual([200, []])
    world.turn(29 * 86_400_000)
    expect((await asked(cookie))[0]).toBe(200)
    world.turn(31 * 86_400_000)
    expect(await refused()).toBe(401)
  })
})

describe('other origins', () => {
  it('reflects any origin, and lets our own pages call with cookies', async () => {
    const asked = async (path: string, init: RequestInit) => {
      const { headers } = await world.call(path, init)
      return [
        headers.get('access-control-allow-origin'),
        headers.get('access-control-allow-credentials'),
        headers.get('access-control-expose-headers'),
      ]
    }
    const exposed = 'ETag, Date, Retry-After, Idempotency-Replayed'
    const ways: [string, RequestInit][] = [
      ['/api/things', {}],
      ['/api/things/own', {}],
      ['/api/nothing', {}],
      ['/api/things', { method: 'DELETE' }],
      ['/api/things', { method: 'OPTIONS' }],
    ]
    for (const [path, init] of ways) {
      expect(await asked(path, { ...init, headers: { origin: foreign } })).toEqual([foreign, null, exposed])
      expect(await asked(path, { ...init, headers: { origin: frame } })).toEqual([frame, 'true', exposed])
      expect(await asked(path, init)).toEqual([null, null, null])
    }
  })

  it('answers a preflight with 204, to be kept 600 seconds', async () => {
    const response = await world.call('/api/things/write', {
      method: 'OPTIONS',
      headers: { origin: account, 'access-control-request-method': 'POST' },
    })
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-max-age': '600',
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers':
        'Authorization, Content-Type, Accept, Idempotency-Key, Cart-Uuid, Client-Domain-Identifier, If-None-Match',
      vary: 'Origin',
    })
  })
})

describe('what is read and written', () => {
  it('I01: takes snake_case and answers snake_case in `data`, without what the contract does not name', async () => {
    const response = await world.call('/api/things/write', post({ name: 'x', starts_at: '18:00' }))
    expect(await response.json()).toEqual({
      data: {
        customer_id: null,
        person_id: null,
        basket_uuid: null,
        address: 'in-process',
        starts_at: '18:00',
      },
    })
  })

  it('answers JSON and says so, without a charset', async () => {
    const answers = [
      await world.call('/api/things'),
      await world.call('/api/nothing'),
      await world.call('/api/things/own'),
      await world.call('/api/things/write', post('{')),
    ]
    expect(answers.map((answer) => answer.headers.get('content-type'))).toEqual(
      answers.map(() => 'application/json'),
    )
  })

  it('accepts a trailing slash on every path', async () => {
    expect((await world.call('/api/things/')).status).toBe(200)
    expect((await world.call('/api/things/7/', { method: 'PUT' })).status).toBe(200)
    expect((await world.call('/api/things/write/', post({ name: 'x' }))).status).toBe(200)
  })

  it('an unknown path is a JSON 404, a wrong verb a 405 that names the right ones', async () => {
    for (const path of ['/api/nothing', '/api', '/api/things/7/more', '/api//things']) {
      const response = await world.call(path)
      expect([path, response.status, (await failure(response)).code]).toEqual([path, 404, 'not_found'])
    }
    const wrong = await world.call('/api/things/write', { method: 'GET' })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST'])
    expect(await failure(wrong)).toEqual({
      status: 405,
      code: 'method_not_allowed',
      message: 'This address does not answer that verb.',
    })
  })

  it('finds nothing under a path that can name nothing', async () => {
    expect((await world.call('/api/things/seven', { method: 'PUT' })).status).toBe(404)
    expect((await world.call('/api/things/99999999999', { method: 'PUT' })).status).toBe(404)
  })

  it('ignores unknown keys and query values, and a body on GET', async () => {
    expect(
      (await world.call('/api/things/write?source=kiosk', post({ name: 'x', colour: 'red' }))).status,
    ).toBe(200)
    expect((await world.call('/api/things?_=123&day=', {})).status).toBe(200)
  })

  it('is not fooled by names that mean something to the language', async () => {
    const response = await world.call(
      '/api/things/write',
      post('{"name":"x","__proto__":{"selected_user_id":501},"constructor":{"prototype":{"a":1}}}'),
    )
    expect(await data(response)).toMatchObject({ customerId: null })
    expect(({} as Record<string, unknown>)['a']).toBeUndefined()
  })

  it('refuses what is not JSON with 400, whatever its type says', async () => {
    for (const body of ['{', 'name=x', '{"name":"x"} trailing', '['.repeat(60_000)]) {
      const response = await world.call('/api/things/write', post(body))
      expect(await failure(response)).toEqual({
        status: 400,
        code: 'bad_request',
        message: 'The request is not JSON.',
      })
    }
    const asText = await world.call(
      '/api/things/write',
      post({ name: 'x' }, { 'content-type': 'text/plain' }),
    )
    expect(asText.status).toBe(200)
  })

  it('answers 422 with every field that is wrong, in the names of the wire', async () => {
    const response = await world.call('/api/things/write', post({ starts_at: 'x'.repeat(11) }))
    const { errors, ...rest } = await failure(response)
    expect(rest).toEqual({ status: 422, code: 'invalid', message: 'This is required.' })
    expect(Object.keys(errors ?? {})).toEqual(['name', 'starts_at'])
    for (const body of ['[]', '"x"', '5', 'null']) {
      expect((await world.call('/api/things/write', post(body))).status).toBe(422)
    }
  })

  it('refuses what is too large with 413, also when it does not say how large it is', async () => {
    const large = JSON.stringify({ name: 'x', filling: 'x'.repeat(140_000) })
    const told = await world.call(
      '/api/things/write',
      post(large, { 'content-length': String(large.length) }),
    )
    expect((await failure(told)).code).toBe('too_large')
    let given = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        given += 1
        controller.enqueue(new Uint8Array(16_384).fill(120))
      },
    })
    const untold = await world.call('/api/things/write', {
      method: 'POST',
      body: endless,
      duplex: 'half',
    } as RequestInit)
    expect([untold.status, (await failure(untold)).code]).toEqual([413, 'too_large'])
    expect(given).toBeLessThan(20)
  })

  it('carries a checksum that does not know the time, and answers 304 to whoever has it', async () => {
    const first = await world.call('/api/things/shared')
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]{20,}"$/)
    expect(first.headers.get('cache-control')).toBe('public, max-age=60')
    world.turn(5000)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await world.call('/api/things/shared', { headers: { 'if-none-match': known } })
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    }
    expect((await world.call('/api/things/shared', { headers: { 'if-none-match': '"other"' } })).status).toBe(
      200,
    )
  })

  it('keeps personal answers out of shared caches, and written ones out of all', async () => {
    const { cookie } = await aLogIn()
    world.turn(2 * 86_400_000)
    const prolonging = await world.call('/api/things/shared', { headers: cookie })
    expect(prolonging.headers.getSetCookie()).toHaveLength(2)
    expect(prolonging.headers.get('cache-control')).toBe('private, no-cache')
    const read = await world.call('/api/things')
    expect(read.headers.get('cache-control')).toBe('private, no-cache')
    expect(read.headers.get('vary')).toBe('Accept-Encoding, Origin, Authorization, Cookie, Cart-Uuid')
    const write = await world.call('/api/things/write', post({ name: 'x' }))
    expect(write.headers.get('cache-control')).toBe('no-store')
    expect((await world.call('/api/things/own')).headers.get('cache-control')).toBe('no-store')
  })
})

describe('over a socket', () => {
  const served = async (visit: (origin: string) => Promise<void>) => {
    let listening: (info: AddressInfo) => void = () => {}
    const address = new Promise<AddressInfo>((resolve) => (listening = resolve))
    const server = serve({ fetch: world.fetch, port: 0, hostname: '127.0.0.1' }, (info) => listening(info))
    try {
      await visit(`http://127.0.0.1:${(await address).port}`)
    } finally {
      if ('closeAllConnections' in server) server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }

  it('every answer carries the date; the address is that of the connection, whatever the caller says', () =>
    served(async (origin) => {
      const response = await fetch(`${origin}/api/things`, {
        headers: { 'x-rendering-for': '198.51.100.7', 'x-forwarded-for': '198.51.100.7' },
      })
      expect(Math.abs(Date.parse(response.headers.get('date') ?? '') - Date.now())).toBeLessThan(60_000)
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(await data(response)).toMatchObject({ address: '127.0.0.1' })
    }))

  it('a body too large is refused, and the connection serves the next call', () =>
    served(async (origin) => {
      const large = JSON.stringify({ name: 'x'.repeat(200_000) })
      const refused = await fetch(`${origin}/api/things/write`, { method: 'POST', body: large })
      expect([refused.status, (await failure(refused)).code]).toEqual([413, 'too_large'])
      const next = await fetch(`${origin}/api/things/write`, { method: 'POST', body: '{"name":"x"}' })
      expect(next.status).toBe(200)
    }))
})

describe('failures', () => {
  const failing = (how: string, headers: Record<string, string> = {}) =>
    world.call('/api/things/fail', post({ how }, headers))

  it('have one body, with what the refusal carries', async () => {
    expect(await failure(await failing('sold_out'))).toEqual({
      status: 409,
      code: 'sold_out',
      message: 'Nothing is left.',
    })
    expect(await failure(await failing('not_open'))).toEqual({
      status: 422,
      code: 'not_open',
      message: 'Not yet.',
      errors: {},
      available_at: '2027-03-01T22:00:00Z',
    })
    expect(await failure(await failing('fields'))).toEqual({
      status: 422,
      code: 'invalid',
      message: 'We do not know this.',
      errors: { 'items.0.id': ['We do not know this.'] },
    })
    const busy = await failing('busy')
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([409, '1'])
  })

  it('roll back what was begun', async () => {
    for (const how of ['sold_out', 'busy', 'undeclared', 'broken answer']) await failing(how)
    expect(await world.runs()).toBe(0)
  })

  it('of our own making are 500 and tell nothing', async () => {
    for (const how of ['undeclared', 'database', 'twice', 'broken answer']) {
      expect(await failure(await failing(how))).toEqual({
        status: 500,
        code: 'failed',
        message: 'Something has gone wrong, please try again.',
      })
    }
  })

  it('and everything else leave lines without personal data', async () => {
    const { email, bearer, token } = await aLogIn()
    const password = 'a password nobody logs'
    await world.call('/api/things/write?email=ann@example.test', post({ name: email, password }, bearer))
    await world.call('/api/things/ann@example.test', { headers: bearer })
    for (const how of ['undeclared', 'database', 'twice', 'ann@example.test']) await failing(how)
    const written = world.lines.join('')
    expect(world.lines.length).toBeGreaterThan(8)
    for (const secret of ['ann@example', email, password, token, 'authToken', 'Bearer', 'Example']) {
      expect(written).not.toContain(secret)
    }
    expect(JSON.parse(world.lines[0] ?? '')).toMatchObject({
      method: 'POST',
      route: '/things/write',
      status: 200,
    })
    expect(written).toContain('"code":"22P02"')
    expect(written).toContain('tag_operator_id_slug_key')
  })

  it('carry the id under which they are logged, and no line break of the caller', async () => {
    const mine = await world.call('/api/things', { headers: { 'x-request-id': 'abc-123' } })
    expect(mine.headers.get('x-request-id')).toBe('abc-123')
    expect(world.lines.at(-1)).toContain('"requestId":"abc-123"')
    const made = await world.call('/api/things', { headers: { 'x-request-id': 'ann@example.test "x"' } })
    expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('too many calls from one place are refused for a while', async () => {
    const rare = (headers = {}) => world.call('/api/things/rare', { method: 'POST', headers })
    expect([(await rare()).status, (await rare()).status]).toEqual([200, 200])
    const third = await rare()
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '60'])
    expect(await failure(third)).toEqual({
      status: 429,
      code: 'too_many',
      message: 'Too many attempts. Please wait 60 seconds and try again.',
    })
    expect((await rare({ 'x-rendering-for': '198.51.100.7' })).status).toBe(200)
    world.turn(60_000)
    expect((await rare()).status).toBe(200)
  })
})

describe('a call made again with the same key', () => {
  const key = 'f1c0a5a0-7f53-4a0c-9d0e-2d2b7a1f5b11'
  const write = (body: unknown = { name: 'x' }, headers: Record<string, string> = {}) =>
    world.call('/api/things/write', post(body, { 'idempotency-key': key, ...headers }))

  it('gives the first answer again, with its cookies, and runs once', async () => {
    const first = await write()
    const again = await write()
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    expect(again.headers.getSetCookie()).toEqual(first.headers.getSetCookie())
    expect(await again.text()).toBe(await first.text())
    expect(await world.runs()).toBe(1)
  })

  it('is refused when it says something else', async () => {
    await write()
    expect(await failure(await write({ name: 'y' }))).toMatchObject({
      status: 422,
      code: 'idempotency_key_reused',
    })
  })

  it('is told to wait while the first still runs, and takes over from one that has died', async () => {
    const slow = () => world.call('/api/things/slow', { method: 'POST', headers: { 'idempotency-key': key } })
    const first = slow()
    await expect
      .poll(async () => (await world.db.selectFrom('idempotentAnswer').select('caller').execute()).length)
      .toBe(1)
    const running = await slow()
    expect([running.headers.get('retry-after'), await failure(running)]).toEqual([
      '1',
      { status: 409, code: 'in_progress', message: 'The same call is still running.' },
    ])
    world.release()
    expect((await first).status).toBe(200)
    expect((await slow()).headers.get('idempotency-replayed')).toBe('true')

    // As a node leaves it that went down in between.
    await sql`update idempotent_answer set status = null, answer = null`.execute(world.db)
    await sql`delete from tag`.execute(world.db)
    expect((await slow()).status).toBe(409)
    world.turn(60_001)
    expect((await slow()).status).toBe(200)
    expect(await world.runs()).toBe(1)
  })

  it('is forgotten after a day', async () => {
    await write()
    world.turn(24 * 3_600_000 + 1)
    expect((await write({ name: 'y' })).headers.get('idempotency-replayed')).toBeNull()
    expect(await world.runs()).toBe(2)
  })

  it("is the caller's own: others with the same key and words are others", async () => {
    const one = await aLogIn()
    const other = await aLogIn()
    const answers = [
      await write({ name: 'x' }, one.bearer),
      await write({ name: 'x' }, other.bearer),
      await write({ name: 'x' }, { 'cart-uuid': basketUuid }),
      await write({ name: 'x' }, { 'cart-uuid': '7c9e6679-7425-40de-944b-e07fc1f90ae7' }),
      await write(),
    ]
    expect(answers.map((answer) => answer.headers.get('idempotency-replayed'))).toEqual(
      answers.map(() => null),
    )
    expect(await world.runs()).toBe(5)
    expect(await data(await write({ name: 'x' }, other.bearer))).toMatchObject({ personId: other.id })
  })

  it('whoever has been given a basket by the first answer is still the same visitor', async () => {
    const first = await write({ name: 'x' }, { origin: bookings })
    const cookie = `basket=${basketUuid}`
    // The answer was lost, but its cookie had arrived.
    const again = await write({ name: 'x' }, { origin: bookings, cookie })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await again.text()).toBe(await first.text())
    expect(await world.runs()).toBe(1)
    // Another basket's owner who happens on the same key is not.
    const other = 'basket=7c9e6679-7425-40de-944b-e07fc1f90ae7'
    const stranger = await write({ name: 'x' }, { origin: bookings, cookie: other })
    expect(stranger.headers.get('idempotency-replayed')).toBeNull()
    expect(await world.runs()).toBe(2)
  })

  it('keeps refusals, and tries again what a retry may mend', async () => {
    const fail = (how: string) =>
      world.call('/api/things/fail', post({ how }, { 'idempotency-key': `${key}-${how}` }))
    for (const how of ['sold_out', 'not_open', 'fields']) {
      const first = await fail(how)
      const again = await fail(how)
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([first.status, 'true'])
      expect(await again.text()).toBe(await first.text())
    }
    for (const how of ['busy', 'undeclared', 'database']) {
      await fail(how)
      expect((await fail(how)).headers.get('idempotency-replayed')).toBeNull()
    }
  })

  it('takes 1 to 255 visible characters for a key', async () => {
    for (const bad of ['a b', 'x'.repeat(256), 'é']) {
      const response = await world.call('/api/things/write', post({ name: 'x' }, { 'idempotency-key': bad }))
      expect((await failure(response)).errors).toEqual({
        idempotency_key: ['Use 1 to 255 visible characters.'],
      })
    }
  })

  it('leaves nothing readable in the database', async () => {
    const { token, bearer } = await aLogIn()
    await write({ name: 'a secret password' }, bearer)
    await write({ name: 'a secret password' })
    const { rows } = await sql<{ row: string }>`
      select concat_ws(' ', caller, call, encode(answer, 'escape'), encode(key_digest, 'escape'),
        encode(body_digest, 'escape')) as row
      from idempotent_answer`.execute(world.db)
    expect(rows).toHaveLength(2)
    for (const { row } of rows) {
      for (const secret of [key, token, 'secret', 'basket=', basketUuid, 'person_id'])
        expect(row).not.toContain(secret)
    }
  })
})
