import { shareEqual } from './shareEqual.ts'

/**
 * The cache of API reads: one entry a key, loaded once for all who need it at the same time.
 *
 * An entry is stale when its time has passed or a call has invalidated it. Observed entries are loaded again when they
 * become stale through a call, when the page becomes visible, and as often as an observer asks. Components use it through
 * the hooks of queries.ts.
 */
export type ReadCache = {
  state: <T>(hash: string) => CachedRead<T>
  /** The state that the page was rendered with, which its parts are hydrated with; on the server the present one. */
  initialState: <T>(hash: string) => CachedRead<T>
  /** The present states are those that the page was rendered with. */
  keepInitialStates: () => void
  data: (key: ReadKey) => unknown
  /** Calls the listener after each change of state. */
  subscribe: (hash: string, listener: () => void) => () => void
  /** Cached data if there is any (loaded again in the background when stale) and it is not hidden, otherwise from the server. */
  ensure: <T>(read: ReadRequest<T>) => Promise<T>
  /** Loads in any case; joins a load that is running. */
  load: <T>(read: ReadRequest<T>) => Promise<T>
  /** Loads what is missing or stale, and keeps it fresh until stopped. */
  observe: (read: ReadRequest<unknown>, everyMs?: number) => () => void
  set: (key: ReadKey, data: unknown) => void
  /** Forgets the data, without a word to those who observe it. */
  remove: (key: ReadKey) => void
  /** Makes data stale and loads what is observed; running loads start anew. Resolves when all have ended. */
  invalidate: (isAffected?: (key: ReadKey) => boolean) => Promise<void>
  /**
   * Hides data that no one observes until it is loaded again: it may be about another person. What is displayed stays,
   * so that no page goes blank.
   */
  hideUnobserved: (isAffected: (key: ReadKey) => boolean) => void
  /** Resolves when the loads that are running have ended. */
  whenLoaded: (isAffected: (key: ReadKey) => boolean) => Promise<void>
  /** Loads observed data that is stale. */
  refreshStale: () => void
  entries: () => { key: ReadKey; data: unknown }[]
}

/** The third part lists the resources read, so that a change can invalidate them. */
export type ReadKey = readonly [kind: 'read', path: string, resources: readonly string[], args: object]

export type ReadRequest<T> = {
  key: ReadKey
  send: (signal: AbortSignal) => Promise<T>
  /** How long data stays fresh, in ms. */
  freshForMs: number
}

export type CachedRead<T> = {
  data: T | undefined
  error: unknown
  requesting: boolean
  /** When the data arrived, by the device's clock, in ms. */
  readAt: number | undefined
  /** The data may be about another person; see `hideUnobserved`. */
  isHidden: boolean
}

type Entry = {
  key: ReadKey
  state: CachedRead<unknown>
  read: ReadRequest<unknown> | undefined
  isInvalidated: boolean
  /** Counts what makes a running load outdated. */
  version: number
  loading: Promise<unknown> | undefined
  abort: AbortController | undefined
  listeners: Set<() => void>
  observerCount: number
  lastUsedAt: number
}

const missing = { data: undefined, error: null, requesting: false, readAt: undefined, isHidden: false }

/** How long data that nobody observes is kept. */
const keepForMs = 300_000

/** The same for equal keys, whatever the order of the arguments; undefined ones do not count. */
export const hashOf = (key: ReadKey): string =>
  JSON.stringify(key, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )

/** @param shouldRetry for the number of failures so far and the latest */
export const createReadCache = (shouldRetry: (failures: number, error: unknown) => boolean): ReadCache => {
  const entries = new Map<string, Entry>()
  let initialStates: ReadonlyMap<string, CachedRead<unknown>> | undefined

  const entryOf = (hash: string, key: () => ReadKey): Entry => {
    const existing = entries.get(hash)
    if (existing !== undefined) return existing
    removeUnused(entries)
    const entry: Entry = {
      key: key(),
      state: missing,
      read: undefined,
      isInvalidated: false,
      version: 0,
      loading: undefined,
      abort: undefined,
      listeners: new Set(),
      observerCount: 0,
      lastUsedAt: Date.now(),
    }
    entries.set(hash, entry)
    return entry
  }
  const entryOfKey = (key: ReadKey): Entry => entryOf(hashOf(key), () => key)

  const update = (entry: Entry, change: Partial<CachedRead<unknown>>): void => {
    entry.state = { ...entry.state, ...change }
    entry.lastUsedAt = Date.now()
    for (const listener of entry.listeners) listener()
  }
  const store = (entry: Entry, data: unknown, change: Partial<CachedRead<unknown>>): void => {
    entry.isInvalidated = false
    const shared = shareEqual(entry.state.data, data)
    update(entry, { ...change, data: shared, error: null, readAt: Date.now(), isHidden: false })
  }

  const load = (entry: Entry, read: ReadRequest<unknown>): Promise<unknown> => {
    entry.read = read
    if (entry.loading !== undefined) return entry.loading
    const loading = loadAndStore(entry)
    entry.loading = loading
    update(entry, { requesting: true, ...(entry.state.data === undefined && { error: null }) })
    return loading
  }
  const loadAndStore = async (entry: Entry): Promise<unknown> => {
    try {
      return await loadCurrent(entry, shouldRetry, (data) => {
        // First: a listener may invalidate the entry, which then needs a load of its own.
        entry.loading = undefined
        store(entry, data, { requesting: false })
        return entry.state.data
      })
    } catch (error) {
      entry.loading = undefined
      update(entry, { requesting: false, error })
      throw error
    }
  }
  const loadInBackground = (entry: Entry, read: ReadRequest<unknown>): void => {
    // Ignored: the error is in the entry's state.
    load(entry, read).catch(() => undefined)
  }

  const stateOf = (hash: string): CachedRead<unknown> => entries.get(hash)?.state ?? missing

  return {
    state: <T>(hash: string) => stateOf(hash) as CachedRead<T>,
    initialState: <T>(hash: string) =>
      (initialStates === undefined ? stateOf(hash) : (initialStates.get(hash) ?? missing)) as CachedRead<T>,
    keepInitialStates: () => {
      initialStates = new Map([...entries].map(([hash, { state }]) => [hash, state]))
    },
    data: (key) => entries.get(hashOf(key))?.state.data,
    subscribe: (hash, listener) => {
      const { listeners } = entryOf(hash, () => JSON.parse(hash) as ReadKey)
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ensure: async <T>(read: ReadRequest<T>) => {
      const entry = entryOfKey(read.key)
      if (entry.state.data === undefined || entry.state.isHidden) return (await load(entry, read)) as T
      if (isStale(entry, read)) loadInBackground(entry, read)
      return entry.state.data as T
    },
    load: async <T>(read: ReadRequest<T>) => (await load(entryOfKey(read.key), read)) as T,
    observe: (read, everyMs) => {
      const entry = entryOfKey(read.key)
      entry.observerCount += 1
      entry.read = read
      if (isStale(entry, read)) loadInBackground(entry, read)
      const timer =
        everyMs === undefined
          ? undefined
          : setInterval(() => {
              if (!document.hidden && navigator.onLine) loadInBackground(entry, read)
            }, everyMs)
      return () => {
        clearInterval(timer)
        entry.observerCount -= 1
        entry.lastUsedAt = Date.now()
      }
    },
    set: (key, data) => {
      store(entryOfKey(key), data, {})
    },
    remove: (key) => {
      const entry = entryOfKey(key)
      entry.state = missing
      outdate(entry)
    },
    invalidate: async (isAffected = () => true) => {
      const affected = [...entries.values()].filter(({ key }) => isAffected(key))
      await Promise.allSettled(
        affected.map(async (entry) => {
          entry.isInvalidated = true
          outdate(entry)
          if (entry.observerCount > 0 && entry.read !== undefined) await load(entry, entry.read)
        }),
      )
    },
    hideUnobserved: (isAffected) => {
      for (const entry of entries.values()) {
        if (entry.observerCount > 0 || entry.listeners.size > 0 || !isAffected(entry.key)) continue
        entry.state = { ...entry.state, isHidden: true }
        entry.isInvalidated = true
        outdate(entry)
      }
    },
    whenLoaded: async (isAffected) => {
      const affected = [...entries.values()].filter(({ key }) => isAffected(key))
      await Promise.allSettled(affected.flatMap(({ loading }) => loading ?? []))
    },
    refreshStale: () => {
      for (const entry of entries.values())
        if (entry.observerCount > 0 && entry.read !== undefined && isStale(entry, entry.read))
          loadInBackground(entry, entry.read)
    },
    entries: () =>
      [...entries.values()]
        .filter(({ state }) => state.data !== undefined)
        .map(({ key, state: { data } }) => ({ key, data })),
  }
}

const isStale = ({ state, isInvalidated }: Entry, { freshForMs }: ReadRequest<unknown>): boolean =>
  isInvalidated || state.readAt === undefined || Date.now() - state.readAt >= freshForMs

/** A running load starts anew, since it may have read what has changed since. */
const outdate = (entry: Entry): void => {
  entry.version += 1
  entry.abort?.abort()
}

/**
 * Loads until the answer is not outdated when it arrives. `accept` stores it in the same step in which that is known:
 * an invalidation in between would be lost.
 */
const loadCurrent = async (
  entry: Entry,
  shouldRetry: (failures: number, error: unknown) => boolean,
  accept: (data: unknown) => unknown,
): Promise<unknown> => {
  let failures = 0
  for (;;) {
    const { version, read } = entry
    if (read === undefined) throw new Error('Nothing to read')
    entry.abort = new AbortController()
    let data: unknown
    try {
      data = await read.send(entry.abort.signal)
    } catch (error) {
      if (entry.version !== version) continue
      if (!shouldRetry(failures, error)) throw error
      await wait(2 ** failures * 1000)
      failures += 1
      continue
    }
    if (entry.version === version) return accept(data)
  }
}

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

const removeUnused = (entries: Map<string, Entry>): void => {
  for (const [hash, { observerCount, listeners, loading, lastUsedAt }] of entries) {
    const isUsed = observerCount > 0 || listeners.size > 0 || loading !== undefined
    if (!isUsed && Date.now() - lastUsedAt > keepForMs) entries.delete(hash)
  }
}
