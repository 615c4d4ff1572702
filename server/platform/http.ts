import { createHash, randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { Context } from 'hono'
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import type { Answer, Body, Endpoint, Params, Query } from '#contract/endpoint.ts'
import type { Failure } from '#contract/failure.ts'
import { fromWire, snakeName, toWire } from '#contract/wire.ts'
import type { Actor, Operator, Person } from './actor.ts'
import { addressOf, basketOf, isOurOrigin, requireOurOrigin, siteOf, tokenOf } from './caller.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { basketCookies, loginCookies, logoutCookies, noBasketCookies, sharedDomain } from './cookies.ts'
import type { Database, Tx } from './database.ts'
import { forbidden, generalErrors, loggedOut, notFound, Refusal } from './errors.ts'
import { beginIdempotent, digestOf, forgetCall, keepAnswer } from './idempotency.ts'
import type { IdempotentCall } from './idempotency.ts'
import type { Log } from './log.ts'
import type { RawRoute } from './raw.ts'

/** What a handler may say besides its answer. */
export type Reply = {
  logIn: (token: string, expiresAt: Date) => void
  logOut: () => void
  holdBasket: (uuid: string) => void
  dropBasket: () => void
}

/** What a handler receives. Everything is checked; who may call has been settled. */
export type Call<E extends Endpoint> = {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  actor: Actor
  now: Date
  reply: Reply
} & (E extends { inTransaction: false } ? { db: Database } : { tx: Tx })

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E> | Ready> | Answer<E> | Ready

/** A handler for every endpoint of a noun: one left out does not compile. */
export type Routes<Noun extends Record<string, Endpoint>> = { readonly [K in keyof Noun]: Handler<Noun[K]> }

/** An answer already checked and written, served again as it is while it holds. */
export class Ready {
  readonly body: string
  readonly etag: string
  constructor(body: string) {
    this.body = body
    this.etag = etagOf(body)
  }
}

/** What the binder needs of the nouns beneath which it stands. */
export type Recognition = {
  /** Whom a token belongs to, or null. */
  identify: (token: string, now: Date) => Promise<Person | null>
  /** The operator named by `Origin`, `Referer` or `Client-Domain-Identifier`, else the default one. */
  operatorFor: (hints: { origins: string[]; slug: string | null }) => Promise<Operator>
  /** Whether this customer is one of the operator's, for staff who act for them. */
  isCustomerOf: (customerId: number, operatorId: number) => Promise<boolean>
}

export type HttpDeps = { db: Database; clock: Clock; config: Config; log: Log; recognition: Recognition }

const maximumBody = 128 * 1024
const jsonType = 'application/json'

/** The strong checksum of an answer, without the clock in it (wire §1.7). */
export const etagOf = (body: string): string =>
  `"${createHash('sha1')
    .update(body.replace(/"now":"[^"]*"/g, ''))
    .digest('base64url')}"`

/** Checks an answer against the contract and writes it as JSON. Further columns never leave. */
export const writeAnswer = (endpoint: Endpoint, answer: unknown): string => {
  const checked = endpoint.returns.safeParse(answer)
  if (!checked.success) {
    const fields = checked.error.issues
      .slice(0, 5)
      .map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(
      `The answer of ${endpoint.method} ${endpoint.path} breaks its contract: ${fields.join('; ')}`,
    )
  }
  return JSON.stringify(toWire(endpoint.bare ? checked.data : { data: checked.data }))
}

/** Binds endpoints to handlers on one Hono app, so that HTTP is dealt with here and nowhere else. */
export const createHttp = (deps: HttpDeps) => {
  const app = new Hono({
    getPath: (request) => pathWithin(deps.config.basePath, new URL(request.url).pathname),
  })
  const bound: { endpoint: Endpoint; handler: Handler<Endpoint> }[] = []
  const rawRoutes: RawRoute[] = []

  return {
    app,
    /** Addresses that answer pages, files or other companies instead of our JSON. */
    raw: (routes: readonly RawRoute[]): void => {
      rawRoutes.push(...routes)
    },
    bind: <Noun extends Record<string, Endpoint>>(noun: Noun, routes: Routes<Noun>): void => {
      for (const name of Object.keys(noun)) {
        bound.push({
          endpoint: noun[name] as Endpoint,
          handler: routes[name] as unknown as Handler<Endpoint>,
        })
      }
    },
    /** Call once, after all nouns: registers the routes, fixed paths before those with parameters. */
    finish: (): void => {
      const ordered = bound.toSorted((a, b) => specificity(b.endpoint.path) - specificity(a.endpoint.path))
      app.options('/api/*', (c) => preflight(c))
      for (const route of rawRoutes) {
        app.on(route.method, bracesToColons(route.path), (c) => answerRaw(c, route, deps))
      }
      for (const { endpoint, handler } of ordered) {
        app.on(endpoint.method, honoPath(endpoint.path), (c) => answerCall(c, endpoint, handler, deps))
      }
      const paths = [
        ...ordered.map(({ endpoint }) => honoPath(endpoint.path)),
        ...rawRoutes.map((route) => bracesToColons(route.path)),
      ]
      for (const path of new Set(paths)) {
        app.all(path, (c) =>
          failWith(
            c,
            new Refusal('method_not_allowed', 'This address does not answer that verb.'),
            undefined,
            deps,
          ),
        )
      }
      app.all('/api/*', (c) => failWith(c, notFound(), undefined, deps))
    },
  }
}

/** The path below the base path, without a trailing slash: one is accepted everywhere. */
const pathWithin = (basePath: string, pathname: string): string => {
  const inside = basePath !== '/' && (pathname === basePath || pathname.startsWith(`${basePath}/`))
  const path = inside ? pathname.slice(basePath.length) : pathname
  return path.replace(/\/+$/, '') || '/'
}

const honoPath = (path: string): string => `/api${bracesToColons(path).replace(/\/$/, '')}`

const bracesToColons = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

/** Fixed segments weigh more, the earlier the more, so that `/cart/add` is tried before `/cart/{id}`. */
const specificity = (path: string): number =>
  path
    .split('/')
    .filter(Boolean)
    .reduce((sum, segment, index) => sum + (segment.startsWith('{') ? 0 : 2 ** (20 - index)), 0)

const allowedHeaders =
  'Authorization, Content-Type, Accept, Idempotency-Key, Cart-Uuid, Client-Domain-Identifier, If-None-Match'

const preflight = (c: Context): Response => {
  c.header('Access-Control-Allow-Origin', c.req.header('origin') ?? '*')
  c.header('Access-Control-Allow-Credentials', 'true')
  c.header('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE')
  c.header('Access-Control-Allow-Headers', allowedHeaders)
  c.header('Access-Control-Max-Age', '600')
  c.header('Vary', 'Origin')
  return c.body(null, 204)
}

const answerCall = (c: Context, endpoint: Endpoint, handler: Handler<Endpoint>, deps: HttpDeps) =>
  logged(c, endpoint, deps, async (requestId) => {
    try {
      return await carryOut(c, endpoint, handler, deps, deps.clock.now())
    } catch (error) {
      return failWith(c, error, endpoint, deps, requestId)
    }
  })

/** A handler that reads the request itself. Who asks is told for reading: no write may rest on it. */
const answerRaw = (c: Context, route: RawRoute, deps: HttpDeps) =>
  logged(c, route, deps, async (requestId) => {
    try {
      const now = deps.clock.now()
      const operator = await operatorOf(c, deps)
      crossOrigin(c, deps.config, operator)
      const token = tokenOf(c)
      const person = token === null ? null : await deps.recognition.identify(token.token, now)
      const mine = person !== null && person.operatorId === operator.id ? person : null
      const actor: Actor = {
        operator,
        person: mine,
        customerId: mine?.id ?? null,
        isStaff: mine?.role === 'staff',
        basketUuid: basketOf(c)?.uuid ?? null,
        address: addressOf(c, deps.config),
        site: siteOf(c, deps.config),
      }
      const answer = await route.handle({ request: c.req.raw, params: c.req.param(), actor, now })
      for (const [name, value] of answer.headers) c.header(name, value)
      return c.newResponse(answer.body, answer.status as StatusCode)
    } catch (error) {
      return failWith(c, error, undefined, deps, requestId)
    }
  })

const logged = async (
  c: Context,
  { method, path }: { method: string; path: string },
  { log }: Pick<HttpDeps, 'log'>,
  answer: (requestId: string) => Promise<Response>,
): Promise<Response> => {
  const started = performance.now()
  const requestId = c.req.header('x-request-id')?.slice(0, 64) ?? randomUUID()
  c.header('X-Request-Id', requestId)
  const response = await answer(requestId)
  const ms = Math.round((performance.now() - started) * 10) / 10
  log.info({ requestId, method, route: path, status: response.status, ms }, 'call')
  return response
}

const operatorOf = (c: Context, { recognition }: Pick<HttpDeps, 'recognition'>): Promise<Operator> =>
  recognition.operatorFor({
    origins: [c.req.header('origin'), c.req.header('referer')].filter((hint) => hint !== undefined),
    slug: c.req.header('client-domain-identifier') ?? null,
  })

const carryOut = async (
  c: Context,
  endpoint: Endpoint,
  handler: Handler<Endpoint>,
  deps: HttpDeps,
  now: Date,
) => {
  const { config, db, recognition } = deps
  const operator = await operatorOf(c, deps)
  crossOrigin(c, config, operator)

  const writes = endpoint.method !== 'GET'
  const token = tokenOf(c)
  const basket = basketOf(c)
  const person = token === null ? null : await recognition.identify(token.token, now)
  const mine = person !== null && person.operatorId === operator.id ? person : null
  if (token !== null && mine === null && endpoint.allow !== 'anyone') throw loggedOut()
  const restsOnCookie = (mine !== null && token?.byCookie) || (endpoint.allow === 'owner' && basket?.byCookie)
  if (writes && restsOnCookie) requireOurOrigin(c, config, operator)

  const bodyText = writes ? await readBody(c) : ''
  const input = parseInput(c, endpoint, bodyText)
  const actor = await actorFor(
    c,
    endpoint,
    input,
    { operator, person: mine, basketUuid: basket?.uuid ?? null },
    deps,
  )

  const cookies: string[] = []
  const reply = replyInto(cookies, c, config, operator)
  const call = { ...input, actor, now, reply }

  if (!writes) {
    const answer = await handler({ ...call, db, tx: db } as unknown as Call<Endpoint>)
    const ready = answer instanceof Ready ? answer : new Ready(writeAnswer(endpoint, answer))
    return conditional(c, endpoint, ready, cookies)
  }

  const kept = idempotentCall(c, endpoint, actor, bodyText)
  if (kept !== null) {
    const before = await beginIdempotent(db, kept, now)
    if (before !== null) {
      c.header('Idempotency-Replayed', 'true')
      return send(c, before.status, before.body, before.cookies)
    }
  }
  try {
    const run = async (handle: object, record: Tx) => {
      const answer = await handler({ ...call, ...handle } as unknown as Call<Endpoint>)
      const body = answer instanceof Ready ? answer.body : writeAnswer(endpoint, answer)
      if (kept !== null) await keepAnswer(record, kept, { status: 200, body, cookies })
      return body
    }
    const body =
      endpoint.inTransaction === false
        ? await run({ db }, db)
        : await db.transaction().execute((tx) => run({ tx }, tx))
    return send(c, 200, body, cookies)
  } catch (error) {
    if (kept !== null) await settleFailure(db, kept, error, endpoint)
    throw error
  }
}

/** A refusal is kept as the answer; what a retry may mend is not (wire §1.6). */
const settleFailure = async (db: Database, kept: IdempotentCall, error: unknown, endpoint: Endpoint) => {
  const failure = failureOf(error, endpoint)
  const mayMend =
    failure.status === 401 || failure.status >= 500 || failure.status === 429 || failure.code === 'busy'
  if (mayMend) await forgetCall(db, kept)
  else
    await keepAnswer(db, kept, { status: failure.status, body: JSON.stringify(toWire(failure)), cookies: [] })
}

const readBody = async (c: Context): Promise<string> => {
  const length = Number(c.req.header('content-length') ?? 0)
  if (length > maximumBody) throw new Refusal('too_large', 'The request is too large.')
  const text = await c.req.text()
  if (text.length > maximumBody) throw new Refusal('too_large', 'The request is too large.')
  return text
}

const parseInput = (c: Context, endpoint: Endpoint, bodyText: string) => {
  const query = fromWire(Object.fromEntries(new URL(c.req.url).searchParams)) as Record<string, unknown>
  let body: unknown = {}
  if (bodyText.trim() !== '') {
    try {
      body = fromWire(JSON.parse(bodyText))
    } catch {
      throw new Refusal('bad_request', 'The request is not JSON.')
    }
  }
  return {
    params: checkedPath(endpoint.params, c.req.param()),
    query: checked(endpoint.query, query),
    body: checked(endpoint.body, body),
    raw: { query, body },
  }
}

/** A path that cannot name anything names nothing. */
const checkedPath = (schema: z.ZodType | undefined, value: unknown): object => {
  const parsed = schema?.safeParse(value)
  if (parsed === undefined) return {}
  if (!parsed.success) throw notFound()
  return parsed.data as object
}

const checked = (schema: z.ZodType | undefined, value: unknown): object => {
  if (schema === undefined) return {}
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return parsed.data as object
  const errors: Record<string, string[]> = {}
  for (const issue of parsed.error.issues) {
    const path =
      issue.path.map((part) => (typeof part === 'string' ? snakeName(part) : String(part))).join('.')
    const missing = issue.code === 'invalid_type' && issue.input === undefined
    const message = missing ? 'This is required.' : issue.message
    errors[path] = [...(errors[path] ?? []), message]
  }
  throw new Refusal('invalid', Object.values(errors).flat()[0] ?? 'The request is not valid.', { errors })
}

type Recognised = { operator: Operator; person: Person | null; basketUuid: string | null }

const actorFor = async (
  c: Context,
  endpoint: Endpoint,
  input: { raw: { query: unknown; body: unknown } },
  { operator, person, basketUuid }: Recognised,
  deps: HttpDeps,
): Promise<Actor> => {
  if (endpoint.allow === 'customer' && person === null) throw loggedOut()
  if (endpoint.allow === 'staff') {
    if (person === null) throw loggedOut()
    if (person.role !== 'staff') throw forbidden()
  }
  const selected = selectedUser(input.raw.body) ?? selectedUser(input.raw.query)
  let customerId = person?.id ?? null
  if (selected !== null && selected !== customerId) {
    if (person?.role !== 'staff') throw forbidden()
    if (!(await deps.recognition.isCustomerOf(selected, operator.id))) throw notFound()
    customerId = selected
  }
  return {
    operator,
    person,
    customerId,
    isStaff: person?.role === 'staff',
    basketUuid,
    address: addressOf(c, deps.config),
    site: siteOf(c, deps.config),
  }
}

const selectedUser = (input: unknown): number | null => {
  const value = (input as { selectedUserId?: unknown } | null)?.selectedUserId
  const id = Number(value)
  return value === null || value === '' || !Number.isInteger(id) || id === 0 ? null : id
}

const idempotentCall = (
  c: Context,
  endpoint: Endpoint,
  actor: Actor,
  bodyText: string,
): IdempotentCall | null => {
  const key = c.req.header('idempotency-key')
  if (!endpoint.idempotent || key === undefined) return null
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new Refusal('invalid', 'The idempotency key is not valid.', {
      errors: { idempotency_key: ['Use 1 to 255 visible characters.'] },
    })
  }
  const person = actor.person === null ? null : `customer:${actor.person.id}:${actor.customerId}`
  const { pathname, search } = new URL(c.req.url)
  return {
    caller: person ?? (actor.basketUuid === null ? 'visitor' : `basket:${actor.basketUuid}`),
    call: `${endpoint.method} ${pathname}${search}`,
    key,
    bodyDigest: digestOf(bodyText),
  }
}

const replyInto = (cookies: string[], c: Context, config: Config, operator: Operator): Reply => {
  const domain = sharedDomain(config, c.req.header('host') ?? '')
  const readable = config.bearerTokenEnabled || operator.bearerTokenEnabled
  return {
    logIn: (token, expires) => cookies.push(...loginCookies(token, expires, { domain, readable })),
    logOut: () => cookies.push(...logoutCookies({ domain })),
    holdBasket: (uuid) => cookies.push(...basketCookies(uuid, { domain })),
    dropBasket: () => cookies.push(...noBasketCookies({ domain })),
  }
}

const crossOrigin = (c: Context, config: Config, operator: Operator): void => {
  const origin = c.req.header('origin')
  if (origin === undefined) return
  c.header('Access-Control-Allow-Origin', origin)
  c.header('Access-Control-Expose-Headers', 'ETag, Date, Retry-After, Idempotency-Replayed')
  if (isOurOrigin(origin, c.req.header('host') ?? '', config, operator)) {
    c.header('Access-Control-Allow-Credentials', 'true')
  }
}

const conditional = (c: Context, endpoint: Endpoint, ready: Ready, cookies: string[]): Response => {
  c.header('ETag', ready.etag)
  c.header('Cache-Control', endpoint.cache === 'public' ? 'public, max-age=60' : 'private, no-cache')
  c.header('Vary', endpoint.cache === 'public' ? 'Origin' : 'Origin, Authorization, Cookie, Cart-Uuid')
  if (c.req.header('if-none-match') === ready.etag) return c.body(null, 304)
  return send(c, 200, ready.body, cookies)
}

const send = (c: Context, status: number, body: string, cookies: readonly string[]): Response => {
  c.header('Content-Type', jsonType)
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true })
  return c.body(body, status as ContentfulStatusCode)
}

const failureOf = (error: unknown, endpoint: Endpoint | undefined): Failure & Record<string, unknown> => {
  if (error instanceof Refusal) {
    const status = endpoint?.errors?.[error.code] ?? generalErrors[error.code]
    if (status !== undefined) {
      return {
        status,
        code: error.code,
        message: error.message,
        ...(error.errors === undefined && status !== 422 ? {} : { errors: error.errors ?? {} }),
        ...(error.availableAt === undefined ? {} : { availableAt: error.availableAt.toISOString() }),
        ...error.fields,
      }
    }
  }
  return { status: 500, code: 'failed', message: 'Something has gone wrong, please try again.' }
}

const failWith = (
  c: Context,
  error: unknown,
  endpoint: Endpoint | undefined,
  deps: Pick<HttpDeps, 'config' | 'log'>,
  requestId?: string,
): Response => {
  const failure = failureOf(error, endpoint)
  if (failure.status >= 500 && failure.code === 'failed') {
    deps.log.error({ err: error, requestId, route: endpoint?.path }, 'call failed')
  }
  const retryAfter = error instanceof Refusal ? error.retryAfterSeconds : undefined
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
  else if (failure.code === 'busy') c.header('Retry-After', '1')
  const cookies =
    failure.code === 'logged_out'
      ? logoutCookies({ domain: sharedDomain(deps.config, c.req.header('host') ?? '') })
      : []
  c.header('Cache-Control', 'no-store')
  return send(c, failure.status, JSON.stringify(toWire(failure)), cookies)
}
