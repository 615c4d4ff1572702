import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Endpoint, Received, Sent } from '#contract/endpoint.ts'
import { ApiError, newKey, type Args, type Client, type SendOptions } from './api.ts'
import type { Call } from './call.ts'
import {
  createReadCache,
  hashOf,
  type CachedRead,
  type ReadCache,
  type ReadKey,
  type ReadRequest,
} from './readCache.ts'
import { announceChange, invalidateReads } from './changes.ts'
import { validationCause } from './toasts.ts'
import { usePageContext, type PageContext } from './pageContext.tsx'

/**
 * Reads and calls of the API, cached by readCache.ts.
 *
 *   load: async ({ read }) => { await read(api.venues.list) }              // in a page's loader
 *   const { data: venues } = useRead(api.venues.list)                      // in a component: always has data
 *   const late = useDeferredRead(api.timetable.occurrence, { id })             // not loaded by the page: data may be missing
 *   const login = useCall(api.sessions.login, { onSuccess: close })        // login.send({ username, password })
 *
 * The contract lists the resources that a call changes (`changes`); after it, every active read of them is fetched again.
 */

/** The state of a read (I02). */
export type ReadState<T> = {
  data: T
  /** A request is running, also while older data is displayed. */
  requesting: boolean
  error: ApiError | null
  statusCode: number | undefined
  validationMessages: ApiError['validationMessages']
  /** When the data arrived, by the device's clock, in ms; undefined without data. */
  readAt: number | undefined
  refetch: () => void
}

export type CallState<E extends Endpoint> = {
  /** Never throws: success goes to `onSuccess`, failure to `onFailure` and `error`. */
  send: (...args: Args<E>) => void
  /** Resolves with the response; throws ApiError. */
  sendAsync: (...args: Args<E>) => Promise<Received<E>>
  requesting: boolean
  succeeded: boolean
  error: ApiError | null
  statusCode: number | undefined
  validationMessages: ApiError['validationMessages']
  data: Received<E> | undefined
  reset: () => void
}

export type CallSettings<E extends Endpoint> = {
  onSuccess?: (data: Received<E>, args: Sent<E>) => void
  onFailure?: (error: ApiError, args: Sent<E>) => void
}

export const readKey = <E extends Endpoint>(call: Call<E>, args: Sent<E>): ReadKey => [
  'read',
  call.path,
  call.reads ?? [],
  args,
]

/** Operator and catalogue change rarely, and are the same for everyone. */
const isCatalogue = (resources: readonly string[] = []): boolean =>
  resources.length > 0 && resources.every((resource) => resource === 'operator' || resource === 'catalogue')

/** How long data stays fresh, in ms: places change every second. */
const freshForMsOf = ({ reads }: Call): number => (isCatalogue(reads) ? 60_000 : 4000)

const readRequest = <E extends Endpoint>(
  client: Client,
  call: Call<E>,
  args: Sent<E>,
): ReadRequest<Received<E>> => ({
  key: readKey(call, args),
  send: (signal) => client.send(call, args, { signal }),
  freshForMs: freshForMsOf(call),
})

export type Read = <E extends Endpoint>(call: Call<E>, ...args: Args<E>) => Promise<Received<E>>

/** For loaders: cached data if there is any (refetched in the background when stale), otherwise from the server. */
export const reader =
  ({ queries, client }: Pick<PageContext, 'queries' | 'client'>): Read =>
  (call, ...[args]) =>
    queries.ensure(readRequest(client, call, withoutUndefined(args)))

/** Data that the page's loader has read. Throws when it has not: both must pass the same arguments. */
export const useRead = <E extends Endpoint>(call: Call<E>, ...[args]: Args<E>): ReadState<Received<E>> => {
  const { queries } = usePageContext()
  const sent = withoutUndefined(args)
  const state = useDeferredRead(call, sent)
  // The loader has read it, even if another customer has logged in since.
  const data = state.data ?? getReadData(queries, call, sent)
  if (data === undefined) throw state.error ?? new Error(`No loader has read ${call.path}`)
  return { ...state, data }
}

/** Data that no loader has read: undefined until it arrives. With `when: false` nothing is requested. */
export const useDeferredRead = <E extends Endpoint>(
  call: Call<E>,
  args: Sent<E>,
  { when = true, everyMs }: { when?: boolean; everyMs?: number } = {},
): ReadState<Received<E> | undefined> => {
  const { client } = usePageContext()
  const read = useCachedRead(readRequest(client, call, args), { when, everyMs })
  const { error, requesting, readAt, reload } = read
  const data = read.isHidden ? undefined : read.data
  return {
    data,
    // Also before the first effect has started the request.
    requesting: requesting || (when && data === undefined && error === null),
    // Other errors are faults of the program; they show as an error without a status.
    ...errorState(error as ApiError | null),
    readAt,
    refetch: reload,
  }
}

/** Subscribes a component to an entry of the cache, and keeps it fresh while `when` holds. */
export const useCachedRead = <T>(
  request: ReadRequest<T>,
  { when, everyMs }: { when: boolean; everyMs?: number | undefined },
): CachedRead<T> & { reload: () => void } => {
  const { queries } = usePageContext()
  const hash = hashOf(request.key)
  // oxlint-disable-next-line react/exhaustive-deps -- requests with one hash are the same
  const read = useMemo(() => request, [hash])
  const subscribe = useCallback((listener: () => void) => queries.subscribe(hash, listener), [queries, hash])
  const state = useSyncExternalStore(
    subscribe,
    () => queries.state<T>(hash),
    () => queries.initialState<T>(hash),
  )
  useEffect(() => (when ? queries.observe(read, everyMs) : undefined), [queries, read, when, everyMs])
  return { ...state, reload: () => void queries.load(read).catch(() => undefined) }
}

/** Sends a call that changes data: once, or with retries that reuse its key where it is idempotent. */
export const callOnce = async <E extends Endpoint>(
  { queries, client }: Pick<PageContext, 'queries' | 'client'>,
  call: Call<E>,
  args: Sent<E>,
  key: string,
): Promise<Received<E>> => {
  for (let failures = 0; ; failures += 1) {
    try {
      return await sendChange({ queries, client }, call, args, { idempotencyKey: key })
    } catch (error) {
      if (!(error instanceof ApiError) || call.idempotent !== true) throw error
      const isTimedOut = error.code === 'timed_out' && failures < 1
      if (!isTimedOut && (failures >= 3 || !isRetryable(error))) throw error
      const seconds = error.retryAfter ?? 2 ** failures * 0.4
      await new Promise((resolve) => {
        setTimeout(resolve, seconds * 1000)
      })
    }
  }
}

/** Sends a call once, without retries, and invalidates the reads that it changes. */
export const sendChange = async <E extends Endpoint>(
  { queries, client }: Pick<PageContext, 'queries' | 'client'>,
  call: Call<E>,
  args: Sent<E>,
  options: SendOptions,
): Promise<Received<E>> => {
  const data = await client.send(call, args, options)
  const { changes } = call
  if (changes !== undefined && changes.length > 0) {
    // Another person may have logged in.
    if (call.path.startsWith('/auth/')) hidePersonalReads(queries)
    invalidateReads(queries, changes)
    announceChange(queries, changes)
  }
  return data
}

/** A call that changes data. Each `send` has one idempotency key, reused by its retries. */
export const useCall = <E extends Endpoint>(call: Call<E>, settings: CallSettings<E> = {}): CallState<E> => {
  const context = usePageContext()
  const [state, setState] = useState<CallProgress<E>>(
    context.submitted?.path === call.path ? { ...idleCall, error: context.submitted.error } : idleCall,
  )
  const latestSend = useRef(0)
  // Callbacks of the latest render, which knows what has happened while the call was running.
  const latestSettings = useRef(settings)
  useEffect(() => {
    latestSettings.current = settings
  })
  const run = async (args: Sent<E>): Promise<Received<E>> => {
    latestSend.current += 1
    const current = latestSend.current
    const progress = (next: CallProgress<E>): void => {
      if (current === latestSend.current) setState(next)
    }
    progress({ ...idleCall, requesting: true })
    try {
      const data = await callOnce(context, call, args, newKey())
      latestSettings.current.onSuccess?.(data, args)
      progress({ ...idleCall, succeeded: true, data })
      return data
    } catch (error) {
      if (!(error instanceof ApiError)) context.report(error)
      else latestSettings.current.onFailure?.(error, args)
      progress({ ...idleCall, error: error instanceof ApiError ? error : null })
      throw error
    }
  }
  return {
    ...state,
    ...errorState(state.error),
    send: (...[args]) => {
      context.toasts.closeCause(validationCause)
      // Ignored: the failure is in the state, and `onFailure` has it.
      run(withoutUndefined(args)).catch(() => undefined)
    },
    sendAsync: (...[args]) => run(withoutUndefined(args)),
    reset: () => {
      latestSend.current += 1
      setState(idleCall)
    },
  }
}

type CallProgress<E extends Endpoint> = Pick<CallState<E>, 'requesting' | 'succeeded' | 'error' | 'data'>

const idleCall = { requesting: false, succeeded: false, error: null, data: undefined }

/** The data of a read from the cache; makes no request. */
export const getReadData = <E extends Endpoint>(
  queries: ReadCache,
  call: Call<E>,
  args: Sent<E>,
): Received<E> | undefined => queries.data(readKey(call, args)) as Received<E> | undefined

/** Writes the data of a read to the cache: every basket call returns the whole basket, for example. */
export const setReadData = <E extends Endpoint>(
  queries: ReadCache,
  call: Call<E>,
  args: Sent<E>,
  data: Received<E>,
): void => {
  queries.set(readKey(call, args), data)
  announceChange(queries, call.reads ?? [])
}

/** On the server a read is tried once, so that the visitor does not wait for retries. */
export const createQueries = (): ReadCache =>
  createReadCache(
    (failures, error) =>
      typeof window !== 'undefined' && failures < 2 && error instanceof ApiError && isRetryable(error),
  )

/** Loads stale data again when the visitor returns to the page or the connection does. */
export const refreshOnReturn = (queries: ReadCache): void => {
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) queries.refreshStale()
  })
  addEventListener('online', queries.refreshStale)
}

/** Before another person uses the page: nothing of the former one may be read from the cache. */
export const hidePersonalReads = (queries: ReadCache): void => {
  queries.hideUnobserved(([, , resources]) => !isCatalogue(resources))
}

/** No response, an overloaded server or a first attempt still running: the idempotency key makes a retry safe. */
const isRetryable = ({ status, code }: ApiError): boolean =>
  code === 'unreachable' || status === 502 || status === 504 || code === 'busy' || code === 'in_progress'

const errorState = (error: ApiError | null) => ({
  error,
  statusCode: error?.status,
  validationMessages: error?.validationMessages ?? {},
})

const withoutUndefined = <S extends object>(args: S | undefined): S => args ?? ({} as S)
