import { generalFailures } from '#contract/failure.ts'
import type { Failure } from '#contract/failure.ts'
import { instant } from '#contract/time.ts'
import { toWire } from '#contract/wire.ts'
import * as messages from '#server/messages/en/platform.ts'
import { send } from './responses.ts'
import { loginCookieNames, logoutCookies, sharedDomain } from './cookies.ts'
import { DatabaseUnavailable, isLockConflict, isAccountClosed, Refusal } from './errors.ts'
import type { Route, IncomingRequest } from './requestContext.ts'

/** The body of a failure (wire §1.5). An error that the endpoint does not declare becomes a 500. */
export const failureOf = (
  error: unknown,
  { errors }: Pick<Route, 'errors'>,
): Failure & Record<string, unknown> => {
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
  if (isAccountClosed(error)) return { status: 404, code: 'not_found', message: messages.notFound }
  if (isLockConflict(error)) return { status: 409, code: 'busy', message: messages.busy }
  if (error instanceof DatabaseUnavailable)
    return { status: 503, code: 'unavailable', message: messages.failed }
  return { status: 500, code: 'failed', message: messages.failed }
}

export const failWith = (context: IncomingRequest, error: unknown, route: Route): Response => {
  const { c, deps, requestId } = context
  const failure = failureOf(error, route)
  if (failure.code === 'failed') {
    deps.log.error({ err: error, requestId, route: route.path ?? null }, 'call failed')
  } else if (error instanceof DatabaseUnavailable) {
    deps.log.warn({ err: error, requestId, route: route.path ?? null }, 'database not answering')
  }
  const retryAfter = error instanceof Refusal ? error.retryAfterSeconds : undefined
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
  else if (failure.code === 'busy' || failure.code === 'unavailable') c.header('Retry-After', '1')
  const domain = sharedDomain(deps.config, c.req.header('host') ?? '')
  c.header('Cache-Control', 'no-store')
  return send(
    context,
    failure.status,
    JSON.stringify(toWire(failure)),
    failure.code === 'logged_out' ? logoutCookies(loginCookieNames(deps.config), { domain }) : [],
  )
}
