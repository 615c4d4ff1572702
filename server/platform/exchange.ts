import type { Context } from 'hono'
import { routePath } from 'hono/route'
import { randomUUID } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'
import type { SecurityEventKind } from '#contract/security-events.ts'
import type { Actor } from './actor.ts'
import { operatorOf } from './authentication.ts'
import { addressOf } from './caller.ts'
import { invalid, Refusal } from './errors.ts'
import { failWith } from './failures.ts'
import { measureCall } from './metrics.ts'
import { isOurOrigin, reflectOrigin } from './origins.ts'
import type { HttpDeps, IncomingRequest, RequestContext, Route } from './requestContext.ts'
import type { SecurityNote } from './securityLog.ts'

/** Runs a request: request id, log line, metrics, CORS headers, one form of failure. */
export const exchange = async (
  c: Context,
  route: Route,
  deps: HttpDeps,
  answer: (context: RequestContext) => Promise<Response> | Response,
): Promise<Response> => {
  const started = performance.now()
  const given = c.req.header('x-request-id') ?? ''
  const requestId = /^[\w.-]{1,64}$/.test(given) ? given : randomUUID()
  c.header('X-Request-Id', requestId)
  if (route.anyOrigin !== false) reflectOrigin(c)
  const context: IncomingRequest = {
    c,
    deps,
    now: deps.clock.now(),
    requestId,
    operator: null,
    isOurs: false,
    seen: { person: null, body: {} },
  }
  let response: Response
  try {
    const operator = await operatorOf(c, deps)
    const origin = c.req.header('origin')
    context.operator = operator
    context.isOurs = origin !== undefined && isOurOrigin(origin, c.req.header('host') ?? '', deps.config)
    if (context.isOurs) c.header('Access-Control-Allow-Credentials', 'true')
    response = await answer({ ...context, operator })
  } catch (error) {
    recordRefusal(context, route, error)
    response = failWith(context, error, route)
  }
  const ms = performance.now() - started
  const { status } = response
  measureCall({ method: c.req.method, route: routePath(c), status, ms })
  const { method, path = null } = route
  deps.log.info({ requestId, method, route: path, status, ms: Math.round(ms * 10) / 10 }, 'call')
  return response
}

/** Records what a call has done. Call it after its transaction is committed. */
export const recordDone = (
  context: IncomingRequest,
  endpoint: Endpoint,
  call: { actor: Actor; params: unknown; body: unknown; answer: unknown },
): void => {
  for (const note of context.deps.security?.rules.done({ endpoint, ...call }) ?? [])
    record(context, endpoint, note)
}

/** Records what was refused, where that concerns security. */
const recordRefusal = (context: IncomingRequest, route: Route, error: unknown): void => {
  if (!(error instanceof Refusal)) return
  const endpoint = 'allow' in route ? (route as Endpoint) : null
  const note = context.deps.security?.rules.refused({ endpoint, refusal: error, body: context.seen.body })
  if (note != null) record(context, route, note)
}

/** Records an answer of a route that has a form of its own for refusals. */
export const recordStatus = (context: IncomingRequest, path: string, event: SecurityEventKind): void =>
  record(context, { method: context.c.req.method, path }, { event })

const record = (
  { c, deps, now, operator, seen }: IncomingRequest,
  { method, path = '' }: Pick<Route, 'method' | 'path'>,
  note: SecurityNote,
): void =>
  deps.security?.log.record(
    {
      ...note,
      operatorId: operator?.id ?? null,
      personId: seen.person?.id ?? null,
      address: addressOf(c, deps.config),
      route: `${method} ${path}`.trim(),
    },
    now,
  )

/**
 * Refuses a new password that has been published in a leak. It is looked up at another company, so before the call's
 * transaction begins.
 * @throws Refusal `invalid`
 */
export const requireUnbreached = async (
  { setsPassword }: Endpoint,
  body: object,
  { whyBreached }: Pick<HttpDeps, 'whyBreached'>,
): Promise<void> => {
  if (setsPassword === undefined || whyBreached === undefined) return
  const { password } = body as { password?: unknown }
  if (typeof password !== 'string') return
  const why = await whyBreached(password)
  if (why !== null) throw invalid({ password: [why] })
}
