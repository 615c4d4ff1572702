import { Hono } from 'hono'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { StatusCode } from 'hono/utils/http-status'
import type { Answer, Body, Endpoint, Params, Query } from '#contract/endpoint.ts'
import { camelName } from '#contract/wire.ts'
import type { Actor } from './actor.ts'
import { createAdmission } from './admission.ts'
import { actByKey } from './audit.ts'
import { actorFor, authenticate, authenticateKey, requireAllowed, requireSubjects } from './authentication.ts'
import { addressOf, deviceOf, orderSecretsOf, siteOf } from './caller.ts'
import { jsonEncodings } from './compression.ts'
import type { Database, Tx } from './database.ts'
import { loggedOut, notFound, Refusal } from './errors.ts'
import { exchange, recordDone, recordStatus, requireUnbreached } from './exchange.ts'
import { settleFailure } from './failures.ts'
import {
  beginIdempotent,
  callDigestOf,
  callInProgress,
  idempotentCallOf,
  storeResponse,
} from './idempotency.ts'
import { preflight, requireOurOrigin } from './origins.ts'
import {
  bracesToColons,
  honoPath,
  pathWithin,
  specificity,
  verbsByPath,
  withoutTrailingSlashes,
} from './paths.ts'
import type { MountedApi } from './paths.ts'
import { limitRate } from './rateLimits.ts'
import type { RawRoute } from './raw.ts'
import { messagesFor, sayLanguage } from './requestContext.ts'
import type { HttpDeps, RequestContext } from './requestContext.ts'
import { parseFully, readBody } from './requests.ts'
import type { FurtherErrors } from './requests.ts'
import { maySomewhere } from './rights.ts'
import { createResponseCache } from './responseCache.ts'
import type { ResponseCache } from './responseCache.ts'
import {
  CachedResponse,
  cookiesOfChange,
  replyInto,
  send,
  sendIfChanged,
  serialiseAnswer,
} from './responses.ts'
import type { Reply } from './responses.ts'
import { traceRequests } from './tracing.ts'
import { transact } from './transact.ts'

/** What a handler receives: validated input from an authorised caller. */
export type Call<E extends Endpoint> = {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  actor: Actor
  now: Date
  reply: Reply
  /** What the browser was given at an earlier log-in. */
  device: string | null
  /** Whether the call rests on a cookie, so that it comes from a browser. */
  byCookie: boolean
  /** The same for the repetitions of an idempotent call; null without a key. */
  callDigest: string | null
} & (E extends { inTransaction: false } ? { db: Database } : { tx: Tx })

export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<Answer<E> | CachedResponse> | Answer<E> | CachedResponse

type BoundCall = {
  endpoint: Endpoint
  handler: Handler<Endpoint>
  furtherErrors: FurtherErrors | undefined
}

/** A handler for every endpoint of a noun: one left out does not compile. */
export type Routes<Noun extends Record<string, Endpoint>> = { readonly [K in keyof Noun]: Handler<Noun[K]> }

/** Binds endpoints to handlers on one Hono app. No other module handles HTTP. */
export const createHttp = (deps: HttpDeps) => {
  const app = new Hono({
    getPath: (request) => pathWithin(deps.config.basePath, new URL(request.url).pathname),
  })
  app.use(traceRequests)
  app.use(async (c, next) => {
    c.header('X-Content-Type-Options', 'nosniff')
    await next()
  })
  const responseCache = createResponseCache(deps)
  const next = app.fetch
  app.fetch = (request, env, context) => responseCache.answer(request) ?? next(request, env, context)
  const admission = createAdmission()
  const bound: BoundCall[] = []
  const rawRoutes: RawRoute[] = []
  const mounted: MountedApi[] = []

  return {
    app,
    responseCache,
    isBusy: admission.isBusy,
    /** Routes that answer pages, files or webhooks instead of our JSON. */
    raw: (routes: readonly RawRoute[]): void => {
      rawRoutes.push(...routes)
    },
    /** APIs of other standards, each with a path of its own and below it its own forms. */
    mount: (api: MountedApi): void => {
      mounted.push(api)
    },
    bind: <Noun extends Record<string, Endpoint>>(
      noun: Noun,
      routes: Routes<Noun>,
      furtherErrors: { readonly [K in keyof Noun]?: FurtherErrors } = {},
    ): void => {
      for (const name of Object.keys(noun)) {
        bound.push({
          endpoint: noun[name] as Endpoint,
          handler: routes[name] as unknown as Handler<Endpoint>,
          furtherErrors: furtherErrors[name],
        })
      }
    },
    /** Call once, after all nouns: registers the routes, fixed paths before those with parameters. */
    finish: (): void => {
      const ordered = bound.toSorted((a, b) => specificity(b.endpoint.path) - specificity(a.endpoint.path))
      app.options('/api/*', (c) => exchange(c, { method: 'OPTIONS' }, deps, () => preflight(c)))
      for (const api of mounted) {
        for (const path of [api.base, `${api.base}/*`])
          app.all(path, (c) =>
            exchange(c, { method: c.req.method, path: api.base }, deps, (context) =>
              answerMounted(context, api),
            ),
          )
      }
      for (const route of rawRoutes) {
        app.on(route.method, bracesToColons(route.path), (c) =>
          exchange(c, { anyOrigin: false, ...route }, deps, (context) => answerRaw(context, route)),
        )
      }
      for (const call of ordered) {
        const { endpoint } = call
        app.on(endpoint.method, honoPath(endpoint.path), (c) =>
          exchange(c, endpoint, deps, async (context) => {
            admission.requireRoom(endpoint)
            // Before it is counted: a client that sends its body slowly takes no place in the queue. Large bodies are
            // read from those who may send them.
            const bodyText =
              endpoint.method === 'GET' || endpoint.largestBody !== undefined ? undefined : await readBody(c)
            return admission.admit(endpoint, () => answerCall(context, call, bodyText, responseCache))
          }),
        )
      }
      for (const [path, verbs] of verbsByPath(ordered, rawRoutes)) {
        app.all(path, (c) =>
          exchange(c, { method: c.req.method }, deps, () => {
            c.header('Allow', verbs.join(', '))
            throw new Refusal('method_not_allowed', (messages) => messages.platform.methodNotAllowed)
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

const answerMounted = async (context: RequestContext, api: MountedApi): Promise<Response> => {
  const { c, deps, now, operator, requestId } = context
  const answer = await api.answer({
    request: c.req.raw,
    path: withoutTrailingSlashes(c.req.path.slice(api.base.length)),
    operator,
    address: addressOf(c, deps.config),
    site: siteOf(c, deps.config),
    requestId,
    messages: messagesFor(context),
    identify: async () => (await authenticate(context)).person,
    now,
  })
  if ([401, 403].includes(answer.status)) recordStatus(context, api.base, 'partner_refused')
  if (answer.status === 429) recordStatus(context, api.base, 'rate_limited')
  for (const [name, value] of answer.headers) c.header(name, value, { append: name === 'set-cookie' })
  return c.newResponse(answer.body, answer.status as StatusCode)
}

/** Runs a raw route. Its actor is for reading only: the origin of the request has not been checked. */
const answerRaw = async (context: RequestContext, route: RawRoute): Promise<Response> => {
  const { c, deps, now, operator } = context
  const { person, basket } =
    route.hasOwnTokens === true ? { person: null, basket: null } : await authenticate(context)
  const actor: Actor = {
    operator,
    person,
    customerId: person?.id ?? null,
    isStaff: person?.role === 'staff' && maySomewhere({ person }, 'customers.view'),
    basketUuid: basket?.uuid ?? null,
    orderSecrets: orderSecretsOf(c),
    address: addressOf(c, deps.config),
    site: siteOf(c, deps.config),
    messages: messagesFor(context),
  }
  const answer = await route.handle({
    request: c.req.raw,
    params: c.req.param(),
    actor,
    cookies: getCookie(c),
    device: deviceOf(c),
    now,
  })
  if (answer.status === 403) recordStatus(context, route.path, 'origin_refused')
  for (const [name, value] of answer.headers) c.header(name, value, { append: name === 'set-cookie' })
  return c.newResponse(answer.body, answer.status as StatusCode)
}

const answerCall = async (
  context: RequestContext,
  { endpoint, handler, furtherErrors }: BoundCall,
  earlyBody: string | undefined,
  responseCache: ResponseCache,
): Promise<Response> => {
  const { c, deps, now } = context
  const { db } = deps
  const writes = endpoint.method !== 'GET'
  const { token, person: loggedIn, basket, prolongedUntil } = await authenticate(context)
  const person = loggedIn ?? (await authenticateKey(context, endpoint, token))
  if (token !== null && person === null && endpoint.allow !== 'anyone') throw loggedOut()
  const restsOnCookie =
    person === null ? basket?.byCookie === true || orderSecretsOf(c).length > 0 : token?.byCookie
  if (writes && restsOnCookie) requireOurOrigin(c, context.isOurs)
  requireAllowed(endpoint, person)

  const bodyText = earlyBody ?? (writes ? await readBody(c, endpoint.largestBody) : '')
  const { raw, ...input } = await parseFully(context, { endpoint, furtherErrors }, bodyText)
  context.seen.body = input.body
  await requireSubjects(context, endpoint, input, person)
  const actor = await actorFor(context, endpoint, raw, { person, basketUuid: basket?.uuid ?? null })

  const cookies: string[] = []
  const reply = replyInto(cookies, context)
  const call = { ...input, actor, now, reply, device: deviceOf(c), byCookie: restsOnCookie === true }
  // Not stored with the response of an idempotent call.
  const prolonging: string[] = []
  if (prolongedUntil !== null && token !== null) {
    const language = person?.language ?? null
    replyInto(prolonging, context).logIn({ token: token.token, expiresAt: prolongedUntil, language })
  }

  if (!writes) {
    if (endpoint.limit) await limitRate(db, `${endpoint.path} ${actor.address}`, endpoint.limit, now)
    const answer = await actByKey(person?.apiKeyId, () =>
      handler({ ...call, db, tx: db, callDigest: null } as unknown as Call<Endpoint>),
    )
    const ready =
      answer instanceof CachedResponse ? answer : new CachedResponse(serialiseAnswer(endpoint, answer))
    const isPersonal =
      endpoint.cache === 'never' ||
      endpoint.allow !== 'anyone' ||
      person !== null ||
      basket !== null ||
      orderSecretsOf(c).length > 0
    const more = { isPersonal, cookies: [...prolonging, ...cookies] }
    const { response, compressed } = await sendIfChanged(context, endpoint, ready, more)
    const { body, etag, holds } = ready
    if (holds !== undefined && hasOnlyDeclaredQuery(c, endpoint)) {
      const cacheable = { body, encodings: jsonEncodings, compressed, etag, holds }
      responseCache.remember(c.req.raw, endpoint.path, cacheable, response)
    }
    return response
  }

  c.header('Cache-Control', 'no-store')
  sayLanguage(context)
  const idempotent = idempotentCallOf(c, endpoint, actor, token, bodyText)
  const callDigest = idempotent === null ? null : callDigestOf(idempotent)
  if (idempotent !== null) {
    const before = await beginIdempotent(db, idempotent, now, deps.nodeId)
    if (before !== null) {
      c.header('Idempotency-Replayed', 'true')
      return send(context, before.status, before.body, [
        ...before.cookies,
        ...cookiesOfChange(context, endpoint),
      ])
    }
  }
  let answered: unknown
  try {
    if (endpoint.limit) await limitRate(db, `${endpoint.path} ${actor.address}`, endpoint.limit, now)
    await requireUnbreached(endpoint, input.body, deps)
    const run = async (handle: object, record: Tx) => {
      const answer = await actByKey(person?.apiKeyId, () =>
        handler({ ...call, ...handle, callDigest } as unknown as Call<Endpoint>),
      )
      answered = answer
      const body = answer instanceof CachedResponse ? answer.body : serialiseAnswer(endpoint, answer)
      if (idempotent !== null) {
        const isOurs = await storeResponse(record, idempotent, { status: 200, body, cookies }, now)
        // Another node took this call for dead and runs it now: what was done here is rolled back.
        if (!isOurs && record !== db) throw callInProgress()
      }
      return body
    }
    const body =
      endpoint.inTransaction === false ? await run({ db }, db) : await transact(db, (tx) => run({ tx }, tx))
    recordDone(context, endpoint, { actor, ...input, answer: answered })
    return send(context, 200, body, [...prolonging, ...cookies, ...cookiesOfChange(context, endpoint)])
  } catch (error) {
    if (idempotent !== null)
      await settleFailure(deps, idempotent, error, { endpoint, messages: messagesFor(context) }, now)
    throw error
  }
}

/** Names that a client makes up would make entries of the cache without end, all of the same answer. */
const hasOnlyDeclaredQuery = (c: Context, { query }: Endpoint): boolean =>
  [...new URL(c.req.url).searchParams.keys()].every((name) =>
    Object.hasOwn(query?.shape ?? {}, camelName(name)),
  )
