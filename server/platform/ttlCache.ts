import { LRUCache } from 'lru-cache'

/** Keys come from addresses, which anybody may write, so their number is limited. */
const maxKeys = 1000

/** Limits the entries of a cache. `max` would do so too, and reserve the memory of all of them before the first comes. */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 })

/**
 * Caches the result of `read` for `ttlMs` under each key; concurrent calls share one read, and a failure is not
 * cached. Measured in real time, because it limits load. 0 caches nothing.
 * @param read receives what the call was given, which is not part of the key
 */
export const createTtlCache = <Value extends object, Input>(
  ttlMs: number,
  read: (input: Input) => Promise<Value>,
) => {
  const cache = new LRUCache<string, Value, { input: Input }>({
    ...atMost(maxKeys),
    ttl: ttlMs,
    // An old value is of no use, and keys that are not read again would hold theirs for ever.
    ttlAutopurge: true,
    // A read whose key is evicted still answers those who wait for it.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => read(context.input),
  })
  return (key: string, input: Input): Promise<Value> =>
    ttlMs <= 0 ? read(input) : cache.forceFetch(key, { context: { input } })
}
