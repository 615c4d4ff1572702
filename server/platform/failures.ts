import { setTimeout as wait } from 'node:timers/promises'
import type { Endpoint } from '#contract/endpoint.ts'
import { generalFailures } from '#contract/failure.ts'
import type { Failure } from '#contract/failure.ts'
import { instant } from '#contract/time.ts'
import { toWire } from '#contract/wire.ts'
import type { Messages } from '#server/messages/languages.ts'
import { loginCookieNames, logoutCookies, sharedDomain } from './cookies.ts'
import type { Database } from './database.ts'
import { DatabaseUnavailable, isAccountClosed, isLockConflict, Refusal } from './errors.ts'
import type { FieldErrors } from './errors.ts'
import { abandonedAfterMs, releaseKey, storeResponse } from './idempotency.ts'
import type { IdempotentCall } from './idempotency.ts'
import type { Log } from './log.ts'
import { messagesFor, sayLanguage } from './requestContext.ts'
import type { IncomingRequest, Route } from './requestContext.ts'
import { send } from './responses.ts'

/** The body of a failure (wire §1.5), worded for who asked. An error that the endpoint does not declare becomes a 500. */
export const failureOf = (
  error: unknown,
  { errors }: Pick<Route, 'errors'>,
  messages: Messages,
): Failure & Record<string, unknown> => {
  if (error instanceof Refusal) {
    const status = errors?.[error.code] ?? (generalFailures as Readonly<Record<string, number>>)[error.code]
    if (status !== undefined) {
      return {
        status,
        code: error.code,
        message: error.text(messages),
        ...(error.errors === undefined && status !== 422
          ? {}
          : { errors: inWords(error.errors ?? {}, messages) }),
        ...(error.availableAt === undefined ? {} : { availableAt: instant(error.availableAt) }),
        ...error.fields?.(messages),
      }
    }
  }
  if (isAccountClosed(error)) return { status: 404, code: 'not_found', message: messages.platform.notFound }
  if (isLockConflict(error)) return { status: 409, code: 'busy', message: messages.platform.busy }
  if (error instanceof DatabaseUnavailable)
    return { status: 503, code: 'unavailable', message: messages.platform.failed }
  return { status: 500, code: 'failed', message: messages.platform.failed }
}

const inWords = (errors: FieldErrors, messages: Messages): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(errors).map(([field, texts]) => [field, texts.map((text) => text(messages))]),
  )

export const failWith = (context: IncomingRequest, error: unknown, route: Route): Response => {
  const { c, deps, requestId } = context
  const failure = failureOf(error, route, messagesFor(context))
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
  sayLanguage(context)
  return send(
    context,
    failure.status,
    JSON.stringify(toWire(failure)),
    failure.code === 'logged_out' ? logoutCookies(loginCookieNames(deps.config), { domain }) : [],
  )
}

/**
 * Stores a refusal as the response; a failure that a retry may cure is not stored (wire §1.6). While the database is away
 * this waits for it in the background: until then the retry would be told to wait for a call that has ended.
 */
export const settleFailure = async (
  { db, log }: { db: Database; log: Log },
  idempotent: IdempotentCall,
  error: unknown,
  { endpoint, messages }: { endpoint: Endpoint; messages: Messages },
  now: Date,
): Promise<void> => {
  const failure = failureOf(error, endpoint, messages)
  const mayMend =
    failure.status === 401 ||
    failure.status >= 500 ||
    failure.status === 429 ||
    ['busy', 'in_progress'].includes(failure.code)
  const settle = async (): Promise<void> => {
    if (mayMend) await releaseKey(db, idempotent, now)
    else
      await storeResponse(
        db,
        idempotent,
        { status: failure.status, body: JSON.stringify(toWire(failure)), cookies: [] },
        now,
      )
  }
  try {
    await settle()
  } catch (lost) {
    if (!(lost instanceof DatabaseUnavailable)) throw lost
    void settleLater(settle, log)
  }
}

const retryEveryMs = 250

/** Tries until the database is back, or the key counts as abandoned. */
const settleLater = async (settle: () => Promise<void>, log: Log): Promise<void> => {
  for (let waited = 0; waited < abandonedAfterMs; waited += retryEveryMs) {
    await wait(retryEveryMs, undefined, { ref: false })
    try {
      return await settle()
    } catch (error) {
      if (error instanceof DatabaseUnavailable) continue
      return log.error({ err: error }, 'the end of a call was not stored')
    }
  }
}
