import { createHash, randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { Context } from 'hono'
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status'
import type { Answer, Body, Endpoint, Params, Query } from '#contract/endpoint.ts'
import { generalFailures } from '#contract/failure.ts'
import type { Failure } from '#contract/failure.ts'
import { instant } from '#contract/time.ts'
import { toWire } from '#contract/wire.ts'
import type { Actor, Operator, Person } from './actor.ts'
import { createAgain } from './again.ts'
import type { Again } from './again.ts'
import { addressOf, basketOf, isFramed, siteOf, tokenOf } from './caller.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import {
  authCookie,
  basketCookie,
  basketCookies,
  loginCookies,
  logoutCookies,
  noBasketCookies,
  sharedDomain,
} from './cookies.ts'
import type { Database, Tx } from './database.ts'
import { forbidden, invalid, isCrowd, loggedOut, notFound, Refusal } from './errors.ts'
import { beginIdempotent, forgetCall, idempotentCall, keepAnswer } from './idempotency.ts'
import type { IdempotentCall } from './idempotency.ts'
import type { Log } from './log.ts'
import { isOurOrigin, preflight, reflectOrigin, requireOurOrigin } from './origins.ts'
import { limitRate } from './rates.ts'
import { accepts, isWorthPacking, packed, packedTag, unpackedTag } from './packing.ts'
import type { RawRoute } from './raw.ts'
import { parseInput, readBody } from './requests.ts'
import { transact } from './transact.ts'

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
  /** Whether a visitor at this instant should still see it. Without it nobody gets it but by its handler. */
  readonly holds: ((now: Date) => boolean) | undefined
  /** For how long anybody's cache may keep a public answer. */
  readonly maxAgeSeconds: number
  constructor(body: string, holds?: (now: Date) => boolean, maxAgeSeconds = 60) {
    this.body = body
    this.etag = etagOf(body)
    this.holds = holds
    this.maxAgeSeconds = maxAgeSeconds
  }
}

/** What the binder needs of the nouns beneath which it stands. */
export type Recognition = {
  /** Whom a token belongs to, or null. `prolongedUntil` when the browser's cookie should last longer, too. */
  identify: (token: string, now: Date) => Promise<{ person: Person; prolongedUntil: Date | null } | null>
  /** The operator named by `Origin`, `Referer` or `Client-Domain-Identifier`, else the default one. */
  operatorFor: (hints: { origins: string[]; slug: string | null }) => Promise<Operator>
  /** Whether this customer is one of the operator's, for staff who act for them. */
  isCustomerOf: (customerId: number, operatorId: number) => Promise<boolean>
}

export type HttpDeps = { db: Database; clock: Clock; config: Config; log: Log; recognition: Recognition }

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
  const whole = endpoint.bare ? checked.data : { data: checked.data }
  return JSON.stringify(endpoint.ownNames ? whole : toWire(whole))
}

/** Binds endpoints to handlers on one Hono app, so that HTTP is dealt with here and nowhere else. */
export const createHttp = (deps: HttpDeps) => {
  const app = new Hono({
    getPath: (request) => pathWithin(deps.config.basePath, new URL(request.url).pathname),
  })
  const again = createAgain(deps)
  const theLongWay = app.fetch
  app.fetch = (request, env, context) => again.answer(request) ?? theLongWay(request, env, context)
  const bound: { endpoint: Endpoint; handler: Handler<Endpoint> }[] = []
  const rawRoutes: RawRoute[] = []

  return {
    app,
    /** What has been answered before and may be answered again as it is. */
    again,
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
      app.options('/api/*', (c) => exchange(c, { method: 'OPTIONS' }, deps, () => preflight(c)))
      for (const route of rawRoutes) {
        app.on(route.method, bracesToColons(route.path), (c) =>
          exchange(c, route, deps, (visit) => answerRaw(visit, route)),
        )
      }
      for (const { endpoint, handler } of ordered) {
        app.on(endpoint.method, honoPath(endpoint.path), (c) =>
          exchange(c, endpoint, deps, (visit) => answerCall(visit, endpoint, handler, again)),
        )
      }
      for (const [path, verbs] of verbsByPath(ordered, rawRoutes)) {
        app.all(path, (c) =>
          exchange(c, { method: c.req.method }, deps, () => {
            c.header('Allow', verbs.join(', '))
            throw new Refusal('method_not_allowed', 'This address does not answer that verb.')
          }),
        )
      }
      app.all('/api/*', (c) =>
        exchange(c, { method: c.req.method }, deps, () => {
          throw notFound()
        }),
      )
    },
  }
}

const verbsByPath = (
  ordered: readonly { endpoint: Endpoint }[],
  rawRoutes: readonly RawRoute[],
): Map<string, string[]> => {
  const verbs = new Map<string, string[]>()
  const all = [
    ...ordered.map(({ endpoint }) => ({ path: honoPath(endpoint.path), method: endpoint.method })),
    ...rawRoutes.map(({ path, method }) => ({ path: bracesToColons(path), method })),
  ]
  for (const { path, method } of all) verbs.set(path, [...(verbs.get(path) ?? []), method])
  return verbs
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

/** One request on its way through. */
type Visit = {
  c: Context
  deps: HttpDeps
  now: Date
  requestId: string
  /** null until it is known for whom the call is. */
  operator: Operator | null
  /** Whether `Origin` names one of our pages. */
  isOurs: boolean
}

/** What is asked for: an endpoint, another address, or nothing we know. */
type Route = { method: string; path?: string; errors?: Endpoint['errors'] | undefined }

/** What all calls have in common: an id and a line in the log, who may read the answer, one form of failure. */
const exchange = async (
  c: Context,
  route: Route,
  deps: HttpDeps,
  answer: (visit: Visit & { operator: Operator }) => Promise<Response> | Response,
): Promise<Response> => {
  const started = performance.now()
  const given = c.req.header('x-request-id') ?? ''
  const requestId = /^[\w.-]{1,64}$/.test(given) ? given : randomUUID()
  c.header('X-Request-Id', requestId)
  c.header('X-Content-Type-Options', 'nosniff')
  reflectOrigin(c)
  const visit: Visit = { c, deps, now: deps.clock.now(), requestId, operator: null, isOurs: false }
  let response: Response
  try {
    const operator = await operatorOf(c, deps)
    const origin = c.req.header('origin')
    visit.operator = operator
    visit.isOurs =
      origin !== undefined && isOurOrigin(origin, c.req.header('host') ?? '', deps.config, operator)
    if (visit.isOurs) c.header('Access-Control-Allow-Credentials', 'true')
    response = await answer({ ...visit, operator })
  } catch (error) {
    response = failWith(visit, error, route)
  }
  const ms = Math.round((performance.now() - started) * 10) / 10
  const { method, path = null } = route
  deps.log.info({ requestId, method, route: path, status: response.status, ms }, 'call')
  return response
}

const operatorOf = (c: Context, { recognition }: Pick<HttpDeps, 'recognition'>): Promise<Operator> =>
  recognition.operatorFor({
    origins: [c.req.header('origin'), c.req.header('referer')].filter((hint) => hint !== undefined),
    slug: c.req.header('client-domain-identifier') ?? null,
  })

type Door = Visit & { operator: Operator }

/** Who calls, as far as the token tells: a token of another operator is nobody's here. */
const recognised = async ({ c, deps, now, operator }: Door) => {
  const token = tokenOf(c)
  const found = token === null ? null : await deps.recognition.identify(token.token, now)
  const mine = found !== null && found.person.operatorId === operator.id ? found : null
  return {
    token,
    person: mine?.person ?? null,
    basket: basketOf(c),
    prolongedUntil: mine !== null && token?.byCookie ? mine.prolongedUntil : null,
  }
}

/** A handler that reads the request itself. Who asks is told for reading: no write may rest on it. */
const answerRaw = async (visit: Door, route: RawRoute): Promise<Response> => {
  const { c, deps, now, operator } = visit
  const { person, basket } = await recognised(visit)
  const actor: Actor = {
    operator,
    person,
    customerId: person?.id ?? null,
    isStaff: person?.role === 'staff',
    basketUuid: basket?.uuid ?? null,
    address: addressOf(c, deps.config),
    site: siteOf(c, deps.config),
  }
  const answer = await route.handle({ request: c.req.raw, params: c.req.param(), actor, now })
  for (const [name, value] of answer.headers) c.header(name, value)
  return c.newResponse(answer.body, answer.status as StatusCode)
}

const answerCall = async (
  visit: Door,
  endpoint: Endpoint,
  handler: Handler<Endpoint>,
  again: Again,
): Promise<Response> => {
  const { c, deps, now } = visit
  const { db } = deps
  const writes = endpoint.method !== 'GET'
  const { token, person, basket, prolongedUntil } = await recognised(visit)
  if (token !== null && person === null && endpoint.allow !== 'anyone') throw loggedOut()
  const restsOnCookie = person === null ? basket?.byCookie : token?.byCookie
  if (writes && restsOnCookie) requireOurOrigin(c, visit.isOurs)
  requireAllowed(endpoint, person)

  const bodyText = writes ? await readBody(c, endpoint.largestBody) : ''
  const { raw, ...input } = parseInput(c, endpoint, bodyText)
  const actor = await actorFor(visit, endpoint, raw, { person, basketUuid: basket?.uuid ?? null })

  const cookies: string[] = []
  const reply = replyInto(cookies, visit)
  const call = { ...input, actor, now, reply }
  // Not among what is kept for a repetition.
  const prolonging: string[] = []
  if (prolongedUntil !== null && token !== null) {
    replyInto(prolonging, visit).logIn(token.token, prolongedUntil)
  }

  if (!writes) {
    if (endpoint.limit) await limitRate(db, `${endpoint.path} ${actor.address}`, endpoint.limit, now)
    const answer = await handler({ ...call, db, tx: db } as unknown as Call<Endpoint>)
    const ready = answer instanceof Ready ? answer : new Ready(writeAnswer(endpoint, answer))
    const response = await conditional(visit, endpoint, ready, [...prolonging, ...cookies])
    const { body, etag, holds } = ready
    if (holds !== undefined) again.remember(c.req.raw, endpoint.path, { body, etag, holds }, response)
    return response
  }

  c.header('Cache-Control', 'no-store')
  const kept = callToKeep(c, endpoint, actor, token, bodyText)
  if (kept !== null) {
    const before = await beginIdempotent(db, kept, now)
    if (before !== null) {
      c.header('Idempotency-Replayed', 'true')
      return send(visit, before.status, before.body, before.cookies)
    }
  }
  try {
    if (endpoint.limit) await limitRate(db, `${endpoint.path} ${actor.address}`, endpoint.limit, now)
    const run = async (handle: object, record: Tx) => {
      const answer = await handler({ ...call, ...handle } as unknown as Call<Endpoint>)
      const body = answer instanceof Ready ? answer.body : writeAnswer(endpoint, answer)
      if (kept !== null) await keepAnswer(record, kept, { status: 200, body, cookies })
      return body
    }
    const body =
      endpoint.inTransaction === false ? await run({ db }, db) : await transact(db, (tx) => run({ tx }, tx))
    return send(visit, 200, body, [...prolonging, ...cookies])
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

const requireAllowed = ({ allow }: Endpoint, person: Person | null): void => {
  if (allow === 'anyone' || allow === 'owner') return
  if (person === null) throw loggedOut()
  if (allow === 'customer') return
  if (person.role !== 'staff') throw forbidden()
  if (allow === 'supervisor' && person.staffLevel !== 'supervisor') throw forbidden()
}

/**
 * Who calls and for whom (wire §1.3): staff may name any customer of the operator, others themselves. Nobody named
 * is oneself; at the desk it is a walk-in.
 */
const actorFor = async (
  { c, deps, operator }: Door,
  endpoint: Endpoint,
  raw: { query: unknown; body: unknown },
  { person, basketUuid }: Pick<Actor, 'person' | 'basketUuid'>,
): Promise<Actor> => {
  const selected = selectedUser(raw.body) ?? selectedUser(raw.query)
  const isStaff = person?.role === 'staff'
  let customerId =
    isStaff && selected === null && isForWalkIns(c, deps, endpoint) ? null : (person?.id ?? null)
  // A visitor who names somebody is still a visitor to calls for anyone, and nobody to the others.
  if (person === null && selected !== null && endpoint.allow !== 'anyone') throw loggedOut()
  if (person !== null && selected !== null && selected !== person.id) {
    if (!isStaff) throw forbidden()
    if (Number.isNaN(selected)) throw invalid({ selected_user_id: ['This is not an id.'] })
    if (!(await deps.recognition.isCustomerOf(selected, operator.id))) throw notFound()
    customerId = selected
  }
  return {
    operator,
    person,
    customerId,
    isStaff,
    basketUuid,
    address: addressOf(c, deps.config),
    site: siteOf(c, deps.config),
  }
}

/** Calls that only staff make, and those for anybody or for a basket that come from the desk's own site. */
const isForWalkIns = (c: Context, { config }: HttpDeps, { allow }: Endpoint): boolean =>
  allow === 'staff' ||
  allow === 'supervisor' ||
  (allow !== 'customer' && c.req.header('host') === new URL(config.sites.desk).host)

/** null for oneself, NaN for what cannot be an id. */
const selectedUser = (input: unknown): number | null => {
  const value = (input as { selectedUserId?: unknown } | null)?.selectedUserId
  if (value === undefined || value === null || value === '') return null
  const isId = typeof value === 'number' || (typeof value === 'string' && /^\d{1,9}$/.test(value))
  const id = isId && Number.isSafeInteger(Number(value)) ? Number(value) : Number.NaN
  return id === 0 ? null : id
}

const callToKeep = (
  c: Context,
  endpoint: Endpoint,
  { person, customerId, basketUuid }: Actor,
  token: { token: string } | null,
  body: string,
): IdempotentCall | null => {
  const key = c.req.header('idempotency-key')
  if (!endpoint.idempotent || key === undefined) return null
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalid({ idempotency_key: ['Use 1 to 255 visible characters.'] })
  }
  const { pathname, search } = new URL(c.req.url)
  const [caller, ...earlierCallers] = [
    ...(person === null ? [] : [`customer:${person.id}:${customerId}`]),
    ...(basketUuid === null ? [] : [`basket:${basketUuid}`]),
    'visitor',
  ]
  return idempotentCall({
    caller,
    earlierCallers,
    cookies: [
      ...(token === null ? [] : [`${authCookie}=${token.token}`]),
      ...(basketUuid === null ? [] : [`${basketCookie}=${basketUuid}`]),
    ],
    call: `${endpoint.method} ${pathname}${search}`,
    key,
    body,
  })
}

const replyInto = (cookies: string[], { c, deps: { config }, operator }: Door): Reply => {
  const where = { domain: sharedDomain(config, c.req.header('host') ?? ''), framed: isFramed(c) }
  const readable = config.bearerTokenEnabled || operator.bearerTokenEnabled
  return {
    logIn: (token, expires) => cookies.push(...loginCookies(token, expires, { ...where, readable })),
    logOut: () => cookies.push(...logoutCookies(where)),
    holdBasket: (uuid) => cookies.push(...basketCookies(uuid, where)),
    dropBasket: () => cookies.push(...noBasketCookies(where)),
  }
}

const conditional = async (
  visit: Visit,
  endpoint: Endpoint,
  { body, etag, maxAgeSeconds }: Ready,
  cookies: string[],
): Promise<Response> => {
  const { c } = visit
  // What sets a cookie is one person's, and no shared cache may give it to another.
  const isPublic = endpoint.cache === 'public' && cookies.length === 0
  c.header('ETag', etag)
  c.header('Cache-Control', isPublic ? `public, max-age=${maxAgeSeconds}` : 'private, no-cache')
  const whose = isPublic ? 'Client-Domain-Identifier' : 'Authorization, Cookie, Cart-Uuid'
  c.header('Vary', `Accept-Encoding, Origin, ${whose}`)
  if (isKnown(c.req.header('if-none-match'), etag)) {
    setCookies(visit, cookies)
    return c.body(null, 304)
  }
  if (!isWorthPacking(body) || !accepts(c.req.header('accept-encoding')))
    return send(visit, 200, body, cookies)
  c.header('ETag', packedTag(etag))
  c.header('Content-Encoding', 'gzip')
  return send(visit, 200, await packed(body), cookies)
}

const isKnown = (header: string | undefined, etag: string): boolean =>
  header !== undefined && header.split(',').some((known) => unpackedTag(known) === etag)

const send = (visit: Visit, status: number, body: string | Buffer, cookies: readonly string[]): Response => {
  visit.c.header('Content-Type', jsonType)
  setCookies(visit, cookies)
  return visit.c.body(body as string | Uint8Array<ArrayBuffer>, status as ContentfulStatusCode)
}

/** A foreign page gets no cookie set: it could log its visitor in as somebody else, or out. */
const setCookies = ({ c, isOurs }: Visit, cookies: readonly string[]): void => {
  if (c.req.header('origin') !== undefined && !isOurs) return
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true })
}

const failureOf = (error: unknown, { errors }: Pick<Route, 'errors'>): Failure & Record<string, unknown> => {
  if (error instanceof Refusal) {
    const status = errors?.[error.code] ?? (generalFailures as Readonly<Record<string, number>>)[error.code]
    if (status !== undefined) {
      return {
        status,
        code: error.code,
        message: error.message,
        ...(error.errors === undefined && status !== 422 ? {} : { errors: error.errors ?? {} }),
        ...(error.availableAt === undefined ? {} : { availableAt: instant(error.availableAt) }),
        ...error.fields,
      }
    }
  }
  if (isCrowd(error))
    return { status: 409, code: 'busy', message: 'Many people are booking. Please try again.' }
  return { status: 500, code: 'failed', message: 'Something has gone wrong, please try again.' }
}

const failWith = (visit: Visit, error: unknown, route: Route): Response => {
  const { c, deps, requestId } = visit
  const failure = failureOf(error, route)
  if (failure.code === 'failed') {
    deps.log.error({ err: error, requestId, route: route.path ?? null }, 'call failed')
  }
  const retryAfter = error instanceof Refusal ? error.retryAfterSeconds : undefined
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
  else if (failure.code === 'busy') c.header('Retry-After', '1')
  const domain = sharedDomain(deps.config, c.req.header('host') ?? '')
  c.header('Cache-Control', 'no-store')
  return send(
    visit,
    failure.status,
    JSON.stringify(toWire(failure)),
    failure.code === 'logged_out' ? logoutCookies({ domain }) : [],
  )
}
