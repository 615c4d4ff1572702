import { sql } from 'kysely'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { id, optional, text } from '#contract/fields.ts'
import { fromWire } from '#contract/wire.ts'
import { isCustomerOf } from '#server/customers/service.ts'
import type { Operator } from '#server/platform/actor.ts'
import { CachedResponse } from '#server/platform/responses.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import { invalid, Refusal } from '#server/platform/errors.ts'
import { createHttp } from '#server/platform/http.ts'
import type { Routes } from '#server/platform/http.ts'
import { createLog } from '#server/platform/log.ts'
import type { HttpDeps } from '#server/platform/requestContext.ts'
import { createIdentify, createSession } from '#server/sessions/service.ts'
import { emptyTables, testDatabase } from './database.ts'
import { aCustomer } from './factories/customers.ts'
import { anOperator } from './factories/operators.ts'

/*
 * The binder with the real authenticator, database and log beneath it, and above it a noun made for the purpose: it
 * tells what a handler was given and leaves a mark for each time it ran.
 */

const seen = z.object({
  customerId: z.int().nullable(),
  personId: z.int().nullable(),
  basketUuid: z.string().nullable(),
  address: z.string(),
})

const items = {
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
    path: '/things/{itemId}',
    summary: 'A path that names something.',
    allow: 'anyone',
    params: z.object({ itemId: id }),
    returns: z.object({ itemId: z.int() }),
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

/** What the clock says until a test turns it. */
export const now = new Date('2027-02-28T10:00:00Z')

/** Two of our sites, and a page that may show them in a frame. */
export const bookings = 'https://bookings.town.example'
export const account = 'https://account.town.example'
export const frame = 'https://council.example'

/** The basket that is given to anyone who writes without one. */
export const basketUuid = '0f8fad5b-d9cb-469f-a165-70867728950e'

/** The noun bound, its operator and its callers. */
export type World = {
  db: Database
  operator: Operator
  /** What was logged. */
  lines: string[]
  /** How many marks there are. */
  runs: () => Promise<number>
  /** Lets what is slow go on. */
  release: () => void
  now: () => Date
  /** Turns the clock on. */
  turn: (ms: number) => void
  call: (path: string, init?: RequestInit & { method?: string }) => Promise<Response>
  fetch: (request: Request, env?: object) => Response | Promise<Response>
}

/** Empties the database and binds the noun, under these settings. */
export const aWorld = async (settings: Record<string, string> = {}, nodeId?: string): Promise<World> => {
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
    billingAddress: 'postcode',
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
    nodeId,
    authenticator: {
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
  http.bind(items, handlers(gate))
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

const handlers = (gate: Promise<void>): Routes<typeof items> => {
  const tell = (actor: Parameters<Routes<typeof items>['read']>[0]['actor']) => ({
    customerId: actor.customerId,
    personId: actor.person?.id ?? null,
    basketUuid: actor.basketUuid,
    address: actor.address,
    secret: 'a column that the contract does not name',
  })
  return {
    read: ({ actor }) => tell(actor),
    shared: ({ now: at }) =>
      new CachedResponse(JSON.stringify({ data: { now: at.toISOString(), name: 'Demo Leisure' } })),
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

/** What a call was refused with. */
export const failure = async (response: Response) =>
  (await response.json()) as {
    status: number
    code: string
    message: string
    errors?: Record<string, string[]>
  }

/** What a call was answered, in our names. */
export const data = async (response: Response) =>
  (fromWire(await response.json()) as { data: Record<string, unknown> }).data

/** A call that sends this, as JSON or as the text it is. */
export const post = (body: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

/** A person who has logged in, and how a call says so. */
export const aLogIn = async (world: World, more: Parameters<typeof aCustomer>[2] = {}) => {
  const customer = await aCustomer(world.db, world.operator.id, more)
  const { token } = await createSession(world.db, customer.id, now)
  return {
    ...customer,
    token,
    bearer: { authorization: `Bearer ${token}` },
    cookie: { cookie: `authToken=${token}` },
  }
}
