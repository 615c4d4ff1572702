import { performance } from 'node:perf_hooks'

/** On other nodes, a place that is taken here is seen within this time (issue of the foundation). */
const keptMs = 1000

/** Old days are dropped when so many are kept. */
const mostKept = 2000

/** What is kept: something read for a venue, good by the clock until an instant. */
export type Cacheable = { venueId: number; goodFrom: Date; goodUntil: Date }

export type InvalidatingCache<V extends Cacheable> = {
  /** What is kept under a key if it may still answer a read at `now`. Waits for nothing. */
  fresh: (key: string, now: Date) => V | undefined
  /**
   * The same, read anew where need be. However many ask at once, it is read once; who asks after an invalidation is
   * never answered with what was begun before it.
   */
  get: (key: string, venueId: number, now: Date, read: () => Promise<V>) => Promise<V>
  /** Places of the venue were taken or freed: what is known of it is old. */
  invalidate: (venueId: number) => void
}

type Entry<V> = { value: V; begun: number; at: number }
type Flight<V> = { begun: number; running: Promise<V>; next: Promise<V> | null }

/**
 * Keeps what was read for a moment.
 * @param freshForMs how long at the most; 0 keeps nothing but still reads once for all who ask at once
 */
export const createInvalidatingCache = <V extends Cacheable>(freshForMs = keptMs): InvalidatingCache<V> => {
  const entries = new Map<string, Entry<V>>()
  const flights = new Map<string, Flight<V>>()
  /** Counts invalidations; each venue remembers the count of its last. */
  let invalidations = 0
  const invalidatedAt = new Map<number, number>()
  const isSince = (begun: number, venueId: number) => begun >= (invalidatedAt.get(venueId) ?? 0)

  const fresh = (key: string, now: Date): V | undefined => {
    const entry = entries.get(key)
    if (entry === undefined) return undefined
    const { value, begun, at } = entry
    const holds =
      performance.now() - at < freshForMs &&
      isSince(begun, value.venueId) &&
      value.goodFrom <= now &&
      now < value.goodUntil
    return holds ? value : undefined
  }

  const begin = (key: string, read: () => Promise<V>): Promise<V> => {
    const begun = invalidations
    const at = performance.now()
    const running = read()
      .then((value) => {
        if (entries.size >= mostKept) dropOld()
        entries.set(key, { value, begun, at })
        return value
      })
      .finally(() => {
        const flight = flights.get(key)
        if (flight?.running === running && flight.next === null) flights.delete(key)
      })
    flights.set(key, { begun, running, next: null })
    return running
  }

  const dropOld = () => {
    const oldest = performance.now() - freshForMs
    for (const [key, { at }] of entries) if (at < oldest) entries.delete(key)
    if (entries.size >= mostKept) entries.clear()
  }

  const get = (key: string, venueId: number, now: Date, read: () => Promise<V>): Promise<V> => {
    const known = fresh(key, now)
    if (known !== undefined) return Promise.resolve(known)
    const flight = flights.get(key)
    if (flight === undefined) return begin(key, read)
    if (isSince(flight.begun, venueId)) return flight.running
    // What is under way began too early. One more follows it, for everybody who has come since.
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
      invalidations += 1
      invalidatedAt.set(venueId, invalidations)
    },
  }
}
