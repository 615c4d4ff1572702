import type { ReadCache } from './readCache.ts'

/* Which resources of the API this page has changed, and who wants to know. */

/** Invalidates every read of the changed resources; observed ones are loaded again. */
export const invalidateReads = (queries: ReadCache, changes: readonly string[]): void => {
  void queries.invalidate(([, , resources]) => resources.some((resource) => changes.includes(resource)))
}

/** Calls the listener with the resources that each successful call has changed, and of data written from its answer. */
export const onChange = (queries: ReadCache, listener: ChangeListener): (() => void) => {
  const listeners = changeListeners.get(queries) ?? new Set()
  changeListeners.set(queries, listeners.add(listener))
  return () => listeners.delete(listener)
}

type ChangeListener = (resources: readonly string[]) => void

const changeListeners = new WeakMap<ReadCache, Set<ChangeListener>>()

/** The resources that this page has changed since a time (ms of `Date.now()`), for who listens only later. */
export const changesSince = (queries: ReadCache, since: number): string[] =>
  [...(changeTimes.get(queries) ?? [])].filter(([, at]) => at >= since).map(([resource]) => resource)

/** When this page has last changed each resource. */
const changeTimes = new WeakMap<ReadCache, Map<string, number>>()

/** Tells the listeners what has changed. */
export const announceChange = (queries: ReadCache, resources: readonly string[]): void => {
  const times = changeTimes.get(queries) ?? new Map<string, number>()
  for (const resource of resources) times.set(resource, Date.now())
  changeTimes.set(queries, times)
  for (const listener of changeListeners.get(queries) ?? []) listener(resources)
}
