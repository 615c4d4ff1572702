import { failInvariant, isLockConflict, DatabaseUnavailable } from '#server/platform/errors.ts'
import type { Database } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import type { MountedCall } from '#server/platform/mounted.ts'
import { textOf } from '#server/platform/raw.ts'
import { couldBeUnstorable, unstorablePaths } from '#server/platform/storable.ts'
import * as messages from '#server/messages/en/open-booking.ts'
import { presentError } from '#server/open-booking/errors/present.ts'
import { BookingError, bookingErrors } from '#server/open-booking/errors/rules.ts'
import type { BookingErrorType } from '#server/open-booking/errors/rules.ts'
import { publishedSite } from '#server/open-booking/partners/queries.ts'
import { bookingScope, ordersFeedScope } from '#server/open-booking/openid/rules.ts'
import { requirePartner } from '#server/open-booking/partners/service.ts'
import { findRoute, mediaType } from './rules.ts'
import type { BookingAnswer, BookingRoute, KeylessRoute } from './rules.ts'

/** In bytes: an order of a hundred items with its forms. */
const largestBody = 512 * 1024

/**
 * Answers a call of the Open Booking API in the standard's own form, failures included. An address or a verb that is
 * not there is answered before the key is looked at.
 */
export const answerCall =
  ({
    db,
    log,
    routes,
    acceptsKeys,
  }: {
    db: Database
    log: Log
    routes: readonly (BookingRoute | KeylessRoute)[]
    /** See `requirePartner`. */
    acceptsKeys: boolean
  }) =>
  async (call: MountedCall): Promise<Response> => {
    const { request, path, requestId } = call
    try {
      const found = findRoute(routes, request.method, path)
      if (found === null) throw new BookingError('UnknownOrIncorrectEndpointError')
      return present(await answerFound({ db, acceptsKeys }, found.route, found.params, call))
    } catch (error) {
      const failure = failureOf(error, request.method)
      if (failure.type === 'InternalApplicationError')
        log.error(
          { err: error, requestId, method: request.method, path: patternOf(routes, call) },
          'call failed',
        )
      else if (failure.type === 'InvalidAPITokenError')
        log.warn({ requestId }, 'wrong key of a booking partner')
      return presentFailure(failure)
    }
  }

const answerFound = async (
  { db, acceptsKeys }: { db: Database; acceptsKeys: boolean },
  route: BookingRoute | KeylessRoute,
  params: Record<string, string>,
  { request, operator, address, site, now }: MountedCall,
): Promise<BookingAnswer> => {
  const rest = async () => ({
    db,
    params,
    query: new URL(request.url).searchParams,
    body: await bodyOf(request),
    site: (await publishedSite(db, operator.id)) ?? site,
    now,
  })
  if ('keyless' in route) return route.handle(await rest())
  const partner = await requirePartner(db, request.headers.get('authorization'), {
    address,
    now,
    acceptsKeys,
    needed: { scope: scopeOf(route.path), uuid: params['uuid'] },
  })
  return route.handle({ ...(await rest()), partner })
}

/** What a token has to be for: the feeds of orders are read apart from the sellers. */
const scopeOf = (path: string) => (path.endsWith('-rpde') ? ordersFeedScope : bookingScope)

const bodyOf = async (request: Request): Promise<unknown> => {
  if (request.method === 'GET' || request.method === 'DELETE') return {}
  const text = await textOf(request, largestBody)
  if (text === null) throw new BookingError('OpenBookingError', messages.bodyTooLarge)
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new SyntaxError()
    if (couldBeUnstorable(text) && unstorablePaths(body).length > 0)
      throw new BookingError('OpenBookingError', messages.unusableCharacters)
    return body
  } catch (error) {
    if (error instanceof SyntaxError) throw new BookingError('OpenBookingError', messages.notJson)
    throw error
  }
}

/** What cannot be done at the moment, by verb. */
const unable: Readonly<Record<string, BookingErrorType>> = {
  PUT: 'TemporarilyUnableToCreateOrderError',
  PATCH: 'TemporarilyUnableToUpdateOrderError',
  DELETE: 'TemporarilyUnableToDeleteOrderError',
}

type Failure = {
  type: BookingErrorType
  description?: string | undefined
  retryAfterSeconds?: number | undefined
}

const failureOf = (error: unknown, method: string): Failure => {
  if (error instanceof BookingError) return error
  const isPassing = error instanceof DatabaseUnavailable || isLockConflict(error)
  if (isPassing)
    return { type: unable[method] ?? 'TemporarilyUnableToProduceOrderQuoteError', retryAfterSeconds: 1 }
  return { type: 'InternalApplicationError' }
}

const present = ({ status, body }: BookingAnswer): Response => {
  if (status === 204) return new Response(null, { status })
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? failInvariant('an answer has a body'))
  return new Response(text, { status, headers: { 'content-type': mediaType, 'cache-control': 'no-store' } })
}

const presentFailure = ({ type, description, retryAfterSeconds }: Failure): Response =>
  new Response(JSON.stringify(presentError(type, description)), {
    status: bookingErrors[type],
    headers: {
      'content-type': mediaType,
      'cache-control': 'no-store',
      ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    },
  })

/** The path as it is declared, so that no order's id is in the log. */
const patternOf = (routes: readonly (BookingRoute | KeylessRoute)[], { request, path }: MountedCall) =>
  findRoute(routes, request.method, path)?.route.path ?? null
