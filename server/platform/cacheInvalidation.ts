import { performance } from 'node:perf_hooks'
import { LRUCache } from 'lru-cache'
import type { Database } from './database.ts'
import { atMost } from './ttlCache.ts'

/** A place taken on another node shows here within this time. */
const defaultTtlMs = 1000

const maxEntries = 2000

/** A value read for a venue, valid by the clock from one instant until another. */
export type Cacheable = { venueId: number; goodFrom: Date; goodUntil: Date }

export type InvalidatingCache<V extends Cacheable> = {
  /** The cached value if it is still valid at `now`. Never reads. */
  fresh: (key: string, now: Date) => V | undefined
  /**
   * The cached value, read again when it is not valid. Concurrent calls share one read. A call that follows an
   * invalidation is never answered by a read that began before it.
   */
  get: (key: string, venueId: number, now: Date, read: () => Promise<V>) => Promise<V>
  /** Discards the values of a venue whose places were taken or freed. */
  invalidate: (venueId: number) => void
}

/** `generation` is the number of invalidations when the read began. */
type Entry<V> = { value: V; generation: number }
type Flight<V> = { generation: number; running: Promise<V>; next: Promise<V> | null }

/**
 * A cache whose entries end by invalidation, by the clock of the business and by age. lru-cache stores them and limits
 * their number and age; its own `fetch` would begin a read for each invalidation, here at most one runs and one waits.
 * Values that are too old are let go of, so that thousands of timetables do not stay in memory unread.
 * @param ttlMs maximum age; 0 caches nothing, and concurrent calls still share a read
 */
export const createInvalidatingCache = <V extends Cacheable>(ttlMs = defaultTtlMs): InvalidatingCache<V> => {
  const entries = new LRUCache<string, Entry<V>>({
    ...atMost(maxEntries),
    ttl: ttlMs,
    ttlAutopurge: true,
  })
  const flights = new Map<string, Flight<V>>()
  let generations = 0
  const invalidatedAt = new Map<number, number>()
  const isCurrent = (generation: number, venueId: number) => generation >= (invalidatedAt.get(venueId) ?? 0)

  const fresh = (key: string, now: Date): V | undefined => {
    const entry = entries.get(key)
    if (entry === undefined) return undefined
    const { value, generation } = entry
    const isValid = isCurrent(generation, value.venueId) && value.goodFrom <= now && now < value.goodUntil
    return isValid ? value : undefined
  }

  const begin = (key: string, read: () => Promise<V>): Promise<V> => {
    const generation = generations
    // The age counts from the beginning of the read.
    const start = performance.now()
    const running = read()
      .then((value) => {
        if (ttlMs > 0) entries.set(key, { value, generation }, { start })
        return value
      })
      .finally(() => {
        const flight = flights.get(key)
        if (flight?.running === running && flight.next === null) flights.delete(key)
      })
    flights.set(key, { generation, running, next: null })
    return running
  }

  const get = (key: string, venueId: number, now: Date, read: () => Promise<V>): Promise<V> => {
    const cached = fresh(key, now)
    if (cached !== undefined) return Promise.resolve(cached)
    const flight = flights.get(key)
    if (flight === undefined) return begin(key, read)
    if (isCurrent(flight.generation, venueId)) return flight.running
    // The running read began before the invalidation. One more follows it, for all later calls.
    flight.next ??= flight.running.then(
      () => begin(key, read),
      () => begin(key, read),
    )
    return flight.next
  }

  return {
    fresh,
    get,
    invalidate: (venueId) => {
      generations += 1
      invalidatedAt.set(venueId, generations)
    },
  }
}

/** Counts how often a change of what is offered has been heard of: for the keys of caches that go by age alone. */
export const createOfferRevision = (db: Database): (() => number) => {
  let revision = 0
  db.onInvalidate((_, changed) => {
    if (changed === 'offer') revision += 1
  })
  return () => revision
}
