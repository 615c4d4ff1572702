import { MutationCache, QueryClient, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { Endpoint, Received, Sent } from '#contract/endpoint.ts'
import { ApiError, newKey, type Args, type Client } from './api.ts'
import type { Call } from './call.ts'
import { decodeRows, encodeRows, type SharedRows } from './sharedRows.ts'
import { usePageContext, type PageContext } from './pageContext.tsx'

/**
 * Reads and calls of the API, cached by TanStack Query.
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

/** The cache key of a read. Its third part lists the resources read, so that a change can invalidate them. */
export const readKey = <E extends Endpoint>(call: Call<E>, args: Sent<E>) =>
  ['read', call.path, call.reads ?? [], args] as const

/** How long data stays fresh, in ms: operator and catalogue change rarely, places every second. */
const staleTimeOf = (call: Call): number =>
  call.reads?.every((resource) => resource === 'operator' || resource === 'catalogue') === true
    ? 60_000
    : 4000

const readOptions = <E extends Endpoint>(client: Client, call: Call<E>, args: Sent<E>) =>
  queryOptions<Received<E>, ApiError>({
    queryKey: readKey(call, args),
    queryFn: ({ signal }) => client.send(call, args, { signal }),
    staleTime: staleTimeOf(call),
  })

export type Read = <E extends Endpoint>(call: Call<E>, ...args: Args<E>) => Promise<Received<E>>

/** For loaders: cached data if there is any (refetched in the background when stale), otherwise from the server. */
export const reader =
  ({ queries, client }: Pick<PageContext, 'queries' | 'client'>): Read =>
  (call, ...[args]) =>
    queries.ensureQueryData({ ...readOptions(client, call, withoutUndefined(args)), revalidateIfStale: true })

/** Data that the page's loader has read. Throws when it has not: both must pass the same arguments. */
export const useRead = <E extends Endpoint>(call: Call<E>, ...[args]: Args<E>): ReadState<Received<E>> => {
  const state = useDeferredRead(call, withoutUndefined(args))
  if (state.data === undefined) throw state.error ?? new Error(`No loader has read ${call.path}`)
  return { ...state, data: state.data }
}

/** Data that no loader has read: undefined until it arrives. With `when: false` nothing is requested. */
export const useDeferredRead = <E extends Endpoint>(
  call: Call<E>,
  args: Sent<E>,
  { when = true, everyMs }: { when?: boolean; everyMs?: number } = {},
): ReadState<Received<E> | undefined> => {
  const { client } = usePageContext()
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({
    ...readOptions(client, call, args),
    enabled: when,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  })
  return {
    data,
    requesting: isFetching,
    ...errorState(error),
    readAt: dataUpdatedAt === 0 ? undefined : dataUpdatedAt,
    refetch: () => void refetch(),
  }
}

/** Retries reuse one idempotency key. `meta.changes` lists what to invalidate. */
const callOptions = <E extends Endpoint>(client: Client, call: Call<E>) => ({
  mutationFn: ({ args, key }: { args: Sent<E>; key: string }): Promise<Received<E>> =>
    client.send(call, args, { idempotencyKey: key }),
  meta: { changes: call.changes ?? [] },
  retry: (failures: number, error: ApiError) =>
    call.idempotent === true && failures < 3 && isRetryable(error),
  retryDelay: (failures: number, error: ApiError) => (error.retryAfter ?? 2 ** failures * 0.4) * 1000,
})

/** useCall's `sendAsync` for code outside components, with the caller's idempotency key. */
export const callOnce = <E extends Endpoint>(
  { queries, client }: Pick<PageContext, 'queries' | 'client'>,
  call: Call<E>,
  args: Sent<E>,
  key: string,
): Promise<Received<E>> =>
  queries
    .getMutationCache()
    .build<Received<E>, ApiError, { args: Sent<E>; key: string }, unknown>(queries, callOptions(client, call))
    .execute({ args, key })

/** A call that changes data. Each `send` has one idempotency key, reused by its retries. */
export const useCall = <E extends Endpoint>(call: Call<E>, settings: CallSettings<E> = {}): CallState<E> => {
  const { client } = usePageContext()
  const mutation = useMutation<Received<E>, ApiError, { args: Sent<E>; key: string }>({
    ...callOptions(client, call),
    onSuccess: (data, { args }) => settings.onSuccess?.(data, args),
    onError: (error, { args }) => settings.onFailure?.(error, args),
  })
  return {
    send: (...[args]) => {
      mutation.mutate({ args: withoutUndefined(args), key: newKey() })
    },
    sendAsync: (...[args]) => mutation.mutateAsync({ args: withoutUndefined(args), key: newKey() }),
    requesting: mutation.isPending,
    succeeded: mutation.isSuccess,
    ...errorState(mutation.error),
    data: mutation.data,
    reset: mutation.reset,
  }
}

/** Writes the data of a read to the cache: every basket call returns the whole basket, for example. */
export const setReadData = <E extends Endpoint>(
  queries: QueryClient,
  call: Call<E>,
  args: Sent<E>,
  data: Received<E>,
): void => {
  queries.setQueryData<unknown>(readKey(call, args), data)
}

export const createQueries = (): QueryClient => {
  const queries: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      onSuccess: (_data, _variables, _result, mutation) => {
        const changes = mutation.meta?.['changes'] as readonly string[] | undefined
        if (changes !== undefined && changes.length > 0) invalidateReads(queries, changes)
      },
    }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 2 && error instanceof ApiError && isRetryable(error),
      },
    },
  })
  // On the server a read is tried once, so that the visitor does not wait for retries.
  if (typeof window === 'undefined')
    queries.setDefaultOptions({ queries: { retry: false, gcTime: Infinity } })
  return queries
}

/** Invalidates every read of the changed resources; active ones are fetched again. */
export const invalidateReads = (queries: QueryClient, changes: readonly string[]): void => {
  void queries.invalidateQueries({ predicate: ({ queryKey }) => isAffected(queryKey, changes) })
}

/** All successful reads in the cache, to send with the page. */
export const dehydrateReads = (queries: QueryClient): DehydratedRead[] =>
  queries
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey: key, state: { data } }) => {
      const list = encodeRows(data)
      return list === undefined ? { key, data } : { key, list }
    })

/** A cached read; lists are stored without the values that their rows share. */
export type DehydratedRead = { key: readonly unknown[] } & ({ data: unknown } | { list: SharedRows })

/** Data from the server counts as read now, because the server's clock and the device's may differ. */
export const hydrateReads = (queries: QueryClient, reads: readonly DehydratedRead[]): void => {
  for (const read of reads)
    queries.setQueryData<unknown>(read.key, 'list' in read ? decodeRows(read.list) : read.data)
}

const isAffected = (key: readonly unknown[], changes: readonly string[]): boolean => {
  const reads = key[2]
  return Array.isArray(reads) && reads.some((resource: string) => changes.includes(resource))
}

/** No response, an overloaded server or a first attempt still running: the idempotency key makes a retry safe. */
const isRetryable = ({ status, code }: ApiError): boolean =>
  status === 0 || status === 502 || status === 504 || code === 'busy' || code === 'in_progress'

const errorState = (error: ApiError | null) => ({
  error,
  statusCode: error?.status,
  validationMessages: error?.validationMessages ?? {},
})

const withoutUndefined = <S extends object>(args: S | undefined): S => args ?? ({} as S)
