import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { routePath } from 'hono/route'
import { operatorOf } from './authentication.ts'
import { failWith } from './failures.ts'
import { measureCall } from './metrics.ts'
import { isOurOrigin, reflectOrigin } from './origins.ts'
import type { HttpDeps, IncomingRequest, RequestContext, Route } from './requestContext.ts'
import { recordRefusal } from './securityNotes.ts'

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
