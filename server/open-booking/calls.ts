import { operatorMessages } from '#server/messages/languages.ts'
import type { Database } from '#server/platform/database.ts'
import { DatabaseUnavailable, failInvariant, isLockConflict } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import type { MountedCall } from '#server/platform/paths.ts'
import { countAttempt } from '#server/platform/rateLimits.ts'
import { textOf } from '#server/platform/raw.ts'
import { couldBeUnstorable, unstorablePaths } from '#server/platform/requests.ts'
import { digestOf } from '#server/sessions/tokens.ts'
import { bookingScope, ordersFeedScope } from './openid/rules.ts'
import { keyPrefix } from './partners.ts'
import { presentError } from './present.ts'
import { BookingError, bookingErrors, uuidOf } from './rules.ts'
import type { BookingErrorType } from './rules.ts'
import { partnerByKey, partnerByToken, publishedSite, recordCall, sellerOfOrder } from './sql/partners.ts'
import type { Caller } from './sql/partners.ts'

/** A booking partner whose key came with a call. */
export type BookingPartner = {
  id: number
  name: string
  /** The operators, which are the sellers, that it may sell for. */
  operatorIds: number[]
  /** How many calls a minute it may make. */
  callsPerMinute: number
}

/** A call of the Open Booking API: authenticated, within its rate, its body read. */
export type BookingCall = {
  db: Database
  partner: BookingPartner
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  /** The parsed JSON; `{}` where there is no body. It has not been checked. */
  body: unknown
  /** What the operator's items and orders are called by begins with it: `https://bookings.example`. */
  site: string
  now: Date
}

/** An answer; a string is sent as it is, so that a repeated call gets the same bytes. */
export type BookingAnswer = { status: 200 | 201 | 204 | 409; body?: object | string }

/** One verb at one path below the base: `/order-quotes/{uuid}`. */
export type BookingRoute = {
  method: 'GET' | 'PUT' | 'PATCH' | 'DELETE' | 'POST'
  path: string
  handle: (call: BookingCall) => Promise<BookingAnswer>
}

/** The uuid of a path. @throws BookingError */
export const requireUuid = ({ params }: Pick<BookingCall, 'params'>): string => {
  const uuid = uuidOf(params)
  if (uuid === null) throw new BookingError('OpenBookingError', operatorMessages().openBooking.uuidExpected)
  return uuid
}

const mediaType = 'application/vnd.openactive.booking+json; version=1'

/** The route of a call and what its path names; null where there is none. */
export const findRoute = <R extends { method: string; path: string }>(
  routes: readonly R[],
  method: string,
  path: string,
): { route: R; params: Record<string, string> } | null => {
  const given = path.split('/')
  for (const route of routes) {
    if (route.method !== method) continue
    const wanted = route.path.split('/')
    if (wanted.length !== given.length) continue
    const params: Record<string, string> = {}
    const fits = wanted.every((segment, index) => {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1]
      const value = given[index] ?? ''
      if (name === undefined) return segment === value
      params[name] = value
      return value !== ''
    })
    if (fits) return { route, params }
  }
  return null
}

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
    routes: readonly BookingRoute[]
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
  route: BookingRoute,
  params: Record<string, string>,
  { request, operator, address, site, now }: MountedCall,
): Promise<BookingAnswer> => {
  const partner = await requirePartner(db, request.headers.get('authorization'), {
    address,
    now,
    acceptsKeys,
    needed: { scope: scopeOf(route.path), uuid: params['uuid'] },
  })
  return route.handle({
    db,
    partner,
    params,
    query: new URL(request.url).searchParams,
    body: await bodyOf(request),
    site: (await publishedSite(db, operator.id)) ?? site,
    now,
  })
}

/** What a token has to be for: the feeds of orders are read apart from the sellers. */
const scopeOf = (path: string) => (path.endsWith('-rpde') ? ordersFeedScope : bookingScope)

const bodyOf = async (request: Request): Promise<unknown> => {
  if (request.method === 'GET' || request.method === 'DELETE') return {}
  const text = await textOf(request, largestBody)
  if (text === null) throw new BookingError('OpenBookingError', operatorMessages().openBooking.bodyTooLarge)
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new SyntaxError()
    if (couldBeUnstorable(text) && unstorablePaths(body).length > 0)
      throw new BookingError('OpenBookingError', operatorMessages().openBooking.unusableCharacters)
    return body
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new BookingError('OpenBookingError', operatorMessages().openBooking.notJson)
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
const patternOf = (routes: readonly BookingRoute[], { request, path }: MountedCall) =>
  findRoute(routes, request.method, path)?.route.path ?? null

/** How many wrong keys one network may send in a minute before its calls are refused. */
const wrongKeys = { attempts: 30, seconds: 60 }

/** What a call needs its token to be for. A key, which only tests send as a token, is for everything. */
type Needed = {
  scope: typeof bookingScope | typeof ordersFeedScope
  /** The order it names, which has to be of a seller that the token is for. */
  uuid: string | undefined
}

/**
 * The partner whose token a call carries, its call counted.
 * @param address where the call comes from, which wrong tokens are counted by
 * @param acceptsKeys whether a key is taken for a token, which it never is in production
 * @throws BookingError
 */
export const requirePartner = async (
  db: Database,
  authorization: string | null,
  {
    address,
    now,
    acceptsKeys,
    needed,
  }: { address: string; now: Date; acceptsKeys: boolean; needed?: Needed },
): Promise<BookingPartner> => {
  if (authorization === null || authorization.trim() === '') throw new BookingError('NoAPITokenError')
  const key = /^Bearer\s+(\S+)$/i.exec(authorization)?.[1]
  if (key?.startsWith(keyPrefix) === true && !acceptsKeys)
    throw new BookingError('InvalidAPITokenError', operatorMessages().openBooking.tokenExpected)
  const found = key === undefined ? undefined : await callerOf(db, key, now)
  if (found === undefined) {
    const wait = await countAttempt(db, `open-booking-key:${address}`, wrongKeys, now)
    if (wait > 0) throw tooMany(wait)
    throw new BookingError('InvalidAPITokenError')
  }
  const { id, name, callsPerMinute, operatorIds, isCallNoteDue } = found
  const wait = await countAttempt(db, `open-booking:${id}`, { attempts: callsPerMinute, seconds: 60 }, now)
  if (wait > 0) throw tooMany(wait)
  if (!(await isAllowed(db, found, needed))) throw new BookingError('InvalidAuthorizationDetailsError')
  if (isCallNoteDue) await recordCall(db, id, now)
  return { id, name, callsPerMinute, operatorIds }
}

const callerOf = (db: Database, token: string, now: Date): Promise<Caller | undefined> =>
  token.startsWith(keyPrefix)
    ? partnerByKey(db, digestOf(token), now)
    : partnerByToken(db, digestOf(token), now)

const isAllowed = async (
  db: Database,
  { id, scope, operatorIds }: Caller,
  needed: Needed | undefined,
): Promise<boolean> => {
  if (scope === null || needed === undefined) return operatorIds.length > 0
  if (!scope.split(' ').includes(needed.scope) || operatorIds.length === 0) return false
  if (needed.uuid === undefined || !uuidForm.test(needed.uuid)) return true
  const seller = await sellerOfOrder(db, id, needed.uuid)
  return seller === undefined || operatorIds.includes(seller)
}

const uuidForm = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

const tooMany = (retryAfterSeconds: number) =>
  new BookingError('TooManyRequestsError', undefined, { retryAfterSeconds })
