import type { Endpoint, Received, Resource, Sent } from '#contract/endpoint.ts'
import type { Failure } from '#contract/failure.ts'
import type { api as contract } from '#contract/index.ts'
import { fromWire, requestToWire } from '#contract/wire.ts'
import { calls } from './calls.generated.ts'
import { somethingWentWrong } from '#messages/shared/ui.ts'
import { messageByStatus } from './messages.ts'

/**
 * The typed client: the one door to the API, in the browser and while the server renders.
 *
 *   const venue = await client.send(api.venues.one, { venue: 'sobell' })
 *
 * Pages do not call it; they `read` in their loader, `useRead` in their component and `useCall` to change something
 * (queries.ts). Names change case here and nowhere else, `data` is unwrapped here, and failures become `ApiError`.
 */

declare const endpoint: unique symbol

/** What the browser knows of an endpoint: enough to call it, and its types. No schema travels. */
export type Call<E extends Endpoint = Endpoint> = {
  readonly method: string
  /** Under `/api`; names in braces are arguments. */
  readonly path: string
  readonly bare?: true
  readonly idempotent?: true
  /** The arguments of a write that go into the query; the rest belong to the body. A read has no body. */
  readonly query?: readonly string[]
  /** Staff make it for the customer they have selected. */
  readonly personalCalls?: true
  readonly reads?: readonly Resource[]
  readonly changes?: readonly Resource[]
  readonly [endpoint]?: E
}

type Api = typeof contract

/** Every call there is, by noun: `api.venues.list`. */
export const api = calls as unknown as {
  readonly [Noun in keyof Api]: {
    readonly [Name in keyof Api[Noun]]: Api[Noun][Name] extends Endpoint ? Call<Api[Noun][Name]> : never
  }
}

/** The arguments of a call: none need be given when none is required. */
export type Args<E extends Endpoint> =
  Record<never, never> extends Sent<E> ? [args?: Sent<E>] : [args: Sent<E>]

/** A call that did not succeed, as the server told it (wire §1.5); status 0 when no answer came at all. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  /** The server's own sentence, to be shown wherever there is one; undefined when it gave none. */
  readonly serverMessage: string | undefined
  /** For code: `full`, `held`, `logged_out`, `invalid`, `unreachable` … */
  readonly code: string
  /** Sentences by field, for 422. */
  readonly validationMessages: Readonly<Record<string, readonly string[]>>
  /** An instant (ISO): when a refused thing may be tried again. */
  readonly availableAt: string | undefined
  /** Seconds, from `Retry-After`. */
  readonly retryAfter: number | undefined

  /** @param isTold false where the message is ours, since the server had none */
  constructor(failure: Failure, retryAfter?: number, isFromServer = true) {
    super(failure.message)
    this.serverMessage = isFromServer && failure.message !== '' ? failure.message : undefined
    this.status = failure.status
    this.code = failure.code
    this.validationMessages = failure.errors ?? {}
    this.availableAt = failure.availableAt
    this.retryAfter = retryAfter
  }
}

export type SendOptions = {
  /** One a person's intention, the same through every retry; made here when a call takes one and none is given. */
  idempotencyKey?: string
  signal?: AbortSignal
}

export type Client = {
  send: <E extends Endpoint>(call: Call<E>, args: Sent<E>, options?: SendOptions) => Promise<Received<E>>
}

export type ClientSettings = {
  /** Where the API stands, without a slash at its end: `/api`, `/base/api`, `https://host/api`. */
  base: string
  fetch: (request: Request) => Promise<Response>
  /** At the desk: the customer staff have selected, named in every call that is for somebody. */
  selectedUserId?: () => number | null
  /** Headers of the moment: `Cart-Uuid` where cookies are blocked, `Authorization` where a bearer is in use. */
  headers?: () => Readonly<Record<string, string>>
  /** The server's clock, with each answer. */
  onTime?: (serverMs: number, sentAtMs: number) => void
  /** Somebody's session has ended (401 `logged_out`); a failed login is not that. */
  onLoggedOut?: () => void
}

export const createClient = (settings: ClientSettings): Client => ({
  send: async <E extends Endpoint>(
    call: Call<E>,
    args: Sent<E>,
    options: SendOptions = {},
  ): Promise<Received<E>> => {
    const sentAt = Date.now()
    const answer = await sendRequest(settings, call, withSelectedUser(settings, call, args), options)
    const body: unknown = await parseBody(answer)
    settings.onTime?.(serverTime(body, answer), sentAt)
    if (!answer.ok) {
      const { failure, isFromServer } = readFailure(body, answer.status)
      const error = new ApiError(failure, retryAfter(answer), isFromServer)
      if (error.status === 401 && error.code === 'logged_out') settings.onLoggedOut?.()
      throw error
    }
    const value = call.bare === true ? body : (body as { data: unknown }).data
    // The contract's test walks every schema over the wire and back, so the server's answer is of this type.
    return normaliseLists(fromWire(value)) as Received<E>
  },
})

const withSelectedUser = (settings: ClientSettings, call: Call, args: object): object => {
  const selectedUserId = call.personalCalls === true ? (settings.selectedUserId?.() ?? null) : null
  return selectedUserId === null ? args : { selectedUserId, ...args }
}

const sendRequest = async (
  settings: ClientSettings,
  call: Call,
  args: object,
  { idempotencyKey, signal }: SendOptions,
): Promise<Response> => {
  const { address, body } = buildRequest(call, args)
  const headers: Record<string, string> = { accept: 'application/json', ...settings.headers?.() }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (call.idempotent === true) headers['idempotency-key'] = idempotencyKey ?? newKey()
  const text = body === undefined ? undefined : JSON.stringify(body)
  const request = new Request(settings.base + address, {
    method: call.method,
    headers,
    credentials: 'include',
    // What somebody has pressed is done even if the page goes meanwhile; browsers allow that for little.
    keepalive: call.idempotent === true && (text?.length ?? 0) < 16_000,
    ...(text === undefined ? {} : { body: text }),
    ...(signal === undefined ? {} : { signal }),
  })
  try {
    return await settings.fetch(request)
  } catch (cause) {
    if (signal?.aborted === true) throw cause
    throw new ApiError({ status: 0, code: 'unreachable', message: somethingWentWrong }, undefined, false)
  }
}

/** Arguments put where they travel: in the path, in the query, in the body. */
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

const parseBody = async (answer: Response): Promise<unknown> => {
  try {
    return await answer.json()
  } catch {
    if (answer.ok)
      throw new ApiError(
        { status: answer.status, code: 'unreadable', message: somethingWentWrong },
        undefined,
        false,
      )
    return undefined
  }
}

const readFailure = (body: unknown, status: number): { failure: Failure; isFromServer: boolean } => {
  const failure = (typeof body === 'object' && body !== null ? fromWire(body) : {}) as Partial<Failure>
  return {
    isFromServer: failure.message !== undefined,
    failure: {
      status,
      code: failure.code ?? 'failed',
      message: failure.message ?? messageByStatus[status] ?? somethingWentWrong,
      ...(failure.errors === undefined ? {} : { errors: failure.errors }),
      ...(failure.availableAt === undefined ? {} : { availableAt: failure.availableAt }),
    },
  }
}

/** `now` of a basket is exact; the `Date` of any answer is good to a second. */
const serverTime = (body: unknown, answer: Response): number => {
  const data = (body as { data?: { now?: unknown } } | undefined)?.data
  const now = typeof data === 'object' && data !== null ? data.now : undefined
  return Date.parse(typeof now === 'string' ? now : (answer.headers.get('date') ?? ''))
}

const retryAfter = (answer: Response): number | undefined => {
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : undefined
}

/** Lists arrive as lists; some servers of this kind send objects keyed 0, 1, 2 … instead, which are taken as lists. */
const normaliseLists = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(normaliseLists)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value)
  if (entries.length > 0 && entries.every(([name], index) => name === String(index)))
    return entries.map(([, inner]) => normaliseLists(inner))
  return Object.fromEntries(entries.map(([name, inner]) => [name, normaliseLists(inner)]))
}

/** A UUID, also where the page is not served securely and `crypto.randomUUID` is therefore missing. */
export const newKey = (): string => {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
