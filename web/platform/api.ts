import type { Endpoint, Received, Sent } from '#contract/endpoint.ts'
import type { Failure } from '#contract/failure.ts'
import { fromWire, requestToWire } from '#contract/wire.ts'
import { offline, timedOut } from '#messages/shared/connection.ts'
import { signedOut } from '#messages/shared/errors.ts'
import { somethingWentWrong } from '#messages/shared/ui.ts'
import type { Call } from './call.ts'
import { messageByStatus } from './messages.ts'

/**
 * The typed API client, used in the browser and while the server renders.
 *
 *   const venue = await client.send(api.venues.one, { venue: 'sobell' })
 *
 * Pages do not use it directly: they `read` in their loader, and use `useRead` and `useCall` in components (queries.ts).
 * Only here names change case, `data` is unwrapped, and failures become `ApiError`.
 */

/** All calls by noun: `api.venues.list`. A namespace, so that the build leaves out the nouns that a page does not use. */
export * as api from './calls/index.generated.ts'

/** The arguments of a call; optional when none is required. */
export type Args<E extends Endpoint> =
  Record<never, never> extends Sent<E> ? [args?: Sent<E>] : [args: Sent<E>]

/** A failed call with the server's failure (wire §1.5); status 0 when there was no response. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  /** Displayed whenever there is one: the server's message, or why it could not be reached. */
  readonly serverMessage: string | undefined
  /** For code: `full`, `held`, `logged_out`, `invalid`; without a response `offline`, `timed_out`, `unreachable`. */
  readonly code: string
  /** Messages by field, for 422. */
  readonly validationMessages: Readonly<Record<string, readonly string[]>>
  /** An instant (ISO) from which a refused call may be tried again. */
  readonly availableAt: string | undefined
  /** Seconds, from `Retry-After`. */
  readonly retryAfter: number | undefined
  /** How a log-in goes on. */
  readonly secondStep: Failure['secondStep']

  /** @param isFromServer false when the message is the client's, because the server sent none */
  constructor(failure: Failure, retryAfter?: number, isFromServer = true) {
    super(failure.message)
    this.serverMessage = isFromServer && failure.message !== '' ? failure.message : undefined
    this.status = failure.status
    this.code = failure.code
    this.validationMessages = failure.errors ?? {}
    this.availableAt = failure.availableAt
    this.retryAfter = retryAfter
    this.secondStep = failure.secondStep
  }
}

export type SendOptions = {
  /** The same through all retries of one user action; generated when an idempotent call has none. */
  idempotencyKey?: string
  signal?: AbortSignal
}

export type Client = {
  send: <E extends Endpoint>(call: Call<E>, args: Sent<E>, options?: SendOptions) => Promise<Received<E>>
}

/** A call that the server refused because the session had ended; at the desk its arguments say whom staff served. */
export type RefusedCall = { call: Call; args: object; key: string }

export type ClientSettings = {
  /** The API's base URL without a trailing slash: `/api`, `/base/api`, `https://host/api`. */
  base: string
  fetch: (request: Request) => Promise<Response>
  /** How long a response may take; without it, as long as `fetch` waits. */
  timeOut?: { readMs: number; writeMs: number }
  /** At the desk: the customer that staff have selected, sent with every personal call. */
  selectedUserId?: () => number | null
  /** Headers for each request: `Cart-Uuid` where cookies are blocked, `Authorization` where a bearer token is used. */
  headers?: () => Readonly<Record<string, string>>
  /** Called with the server's time of each response. */
  onTime?: (serverMs: number, sentAtMs: number) => void
  /** Called when the session has ended (401 `logged_out`), but not after a failed login. */
  onLoggedOut?: (refused: RefusedCall) => void
}

export const createClient = (settings: ClientSettings): Client => ({
  send: async <E extends Endpoint>(
    call: Call<E>,
    args: Sent<E>,
    options: SendOptions = {},
  ): Promise<Received<E>> => {
    const sentAt = Date.now()
    const selectedUserId = call.personalCalls === true ? settings.selectedUserId?.() : undefined
    const served = selectedUserId === undefined ? args : { selectedUserId, ...args }
    const { answer, body } = await sendRequest(
      settings,
      call,
      selectedUserId === null ? args : served,
      options,
    )
    settings.onTime?.(serverTime(body, answer), sentAt)
    if (!answer.ok) {
      const { failure, isFromServer } = readFailure(body, answer.status)
      const error = new ApiError(failure, retryAfter(answer), isFromServer)
      if (hasSessionEnded(error))
        settings.onLoggedOut?.({ call, args: served, key: options.idempotencyKey ?? newKey() })
      throw error
    }
    const value = call.bare === true ? body : (body as { data: unknown }).data
    // The contract's test converts every schema to the wire and back, so the response has this type.
    return normaliseLists(fromWire(value)) as Received<E>
  },
})

const sendRequest = async (
  settings: ClientSettings,
  call: Call,
  args: object,
  { idempotencyKey, signal }: SendOptions,
): Promise<{ answer: Response; body: unknown }> => {
  const { address, body } = buildRequest(call, args)
  const headers: Record<string, string> = { accept: 'application/json', ...settings.headers?.() }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (call.idempotent === true) headers['idempotency-key'] = idempotencyKey ?? newKey()
  const text = body === undefined ? undefined : JSON.stringify(body)
  const limit = settings.timeOut?.[call.method === 'GET' ? 'readMs' : 'writeMs']
  const timer = startTimer(limit === undefined ? undefined : limit + sendingMs(text), signal)
  const request = new Request(settings.base + address, {
    method: call.method,
    headers,
    credentials: 'include',
    // The request survives leaving the page; browsers allow that for small bodies only.
    keepalive: call.idempotent === true && (text?.length ?? 0) < 16_000,
    ...(text === undefined ? {} : { body: text }),
    ...(timer.signal === undefined ? {} : { signal: timer.signal }),
  })
  try {
    const answer = await settings.fetch(request)
    return { answer, body: parseBody(await answer.text(), answer.ok) }
  } catch (cause) {
    if (signal?.aborted === true) throw cause
    throw noResponse(timer.hasEnded())
  } finally {
    timer.stop()
  }
}

/** How long a slow connection takes to send a body, such as a file: 128 kbit/s are 16 bytes in a millisecond. */
const sendingMs = (text = ''): number => Math.round(text.length / 16)

/** A signal that aborts after `ms` as well as with `signal`. */
const startTimer = (ms: number | undefined, signal: AbortSignal | undefined) => {
  if (ms === undefined) return { signal, hasEnded: () => false, stop: () => undefined }
  const controller = new AbortController()
  const abort = (): void => {
    controller.abort()
  }
  let ended = false
  const timer = setTimeout(() => {
    ended = true
    abort()
  }, ms)
  if (signal?.aborted === true) abort()
  signal?.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    hasEnded: () => ended,
    stop: () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    },
  }
}

/** Why nothing has come from the server, or not all of it. */
export const noResponse = (isTimeOut: boolean): ApiError => {
  if (isTimeOut) return new ApiError({ status: 0, code: 'timed_out', message: timedOut })
  return isOffline()
    ? new ApiError({ status: 0, code: 'offline', message: offline })
    : new ApiError({ status: 0, code: 'unreachable', message: somethingWentWrong }, undefined, false)
}

/** Whether a call was refused because the session has ended (F06). */
export const hasSessionEnded = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.code === 'logged_out'

/** The device itself says that it has no connection; a true connection may still not reach the server. */
export const isOffline = (): boolean => typeof window !== 'undefined' && !navigator.onLine

/** Distributes the arguments to path, query and body. */
const buildRequest = (call: Call, args: object): { address: string; body: object | undefined } => {
  const left = new Map<string, unknown>(Object.entries(args).filter(([, value]) => value !== undefined))
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = left.get(name)
    left.delete(name)
    return encodeURIComponent(String(value))
  })
  const inQuery = new Map<string, unknown>()
  const hasBody = call.method !== 'GET' && call.method !== 'DELETE'
  for (const [name, value] of left) {
    if (hasBody && call.query?.includes(name) !== true) continue
    left.delete(name)
    if (value !== null && value !== '') inQuery.set(name, value)
  }
  const query = new URLSearchParams(
    Object.entries(requestToWire(Object.fromEntries(inQuery)) as object).map(([name, value]) => [
      name,
      String(value),
    ]),
  ).toString()
  return {
    address: path + (query === '' ? '' : `?${query}`),
    body: hasBody ? (requestToWire(Object.fromEntries(left)) as object) : undefined,
  }
}

/** Throws where a success cannot be read: what was done is unknown, as without a response. */
const parseBody = (text: string, isSuccess: boolean): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    if (isSuccess) throw cause
    return undefined
  }
}

const readFailure = (body: unknown, status: number): { failure: Failure; isFromServer: boolean } => {
  const failure = (typeof body === 'object' && body !== null ? fromWire(body) : {}) as Partial<Failure>
  return {
    isFromServer: failure.message !== undefined,
    failure: {
      ...failure,
      status,
      code: failure.code ?? 'failed',
      // The server's is for programs.
      message:
        failure.code === 'logged_out'
          ? signedOut
          : (failure.message ?? messageByStatus[status] ?? somethingWentWrong),
    },
  }
}

/** A basket's `now` is exact; the `Date` header of other responses has whole seconds. */
const serverTime = (body: unknown, answer: Response): number => {
  const data = (body as { data?: { now?: unknown } } | undefined)?.data
  const now = typeof data === 'object' && data !== null ? data.now : undefined
  return Date.parse(typeof now === 'string' ? now : (answer.headers.get('date') ?? ''))
}

const retryAfter = (answer: Response): number | undefined => {
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : undefined
}

/** Converts objects with the keys 0, 1, 2 … to arrays: some servers with this API send lists that way. */
const normaliseLists = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(normaliseLists)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value)
  if (entries.length > 0 && entries.every(([name], index) => name === String(index)))
    return entries.map(([, inner]) => normaliseLists(inner))
  return Object.fromEntries(entries.map(([name, inner]) => [name, normaliseLists(inner)]))
}

/** A UUID. `crypto.randomUUID` is missing on pages served without HTTPS. */
export const newKey = (): string => {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
