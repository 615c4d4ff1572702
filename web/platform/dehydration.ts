import type { ReadCache, ReadKey } from './readCache.ts'
import { decodeRows, encodeRows, type SharedRows } from './sharedRows.ts'

/** All successful reads in the cache, to send with the page. */
export const dehydrateReads = (queries: ReadCache): DehydratedRead[] =>
  queries.entries().map(({ key, data }) => ({ key, ...dehydrate(data) }))

/** A cached read; lists are stored without the values that their rows share. */
export type DehydratedRead = { key: ReadKey } & DehydratedData

/** `lists` are those of an object, by name. */
type DehydratedData = { list: SharedRows } | { data: unknown; lists?: Readonly<Record<string, SharedRows>> }

const dehydrate = (data: unknown): DehydratedData => {
  const list = encodeRows(data)
  if (list !== undefined) return { list }
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return { data }
  const rest: Record<string, unknown> = {}
  const lists: Record<string, SharedRows> = {}
  for (const [name, value] of Object.entries(data)) {
    const rows = encodeRows(value)
    if (rows === undefined) rest[name] = value
    else lists[name] = rows
  }
  return Object.keys(lists).length === 0 ? { data } : { data: rest, lists }
}

/** Data from the server counts as read now, because the server's clock and the device's may differ. */
export const hydrateReads = (queries: ReadCache, reads: readonly DehydratedRead[]): void => {
  for (const read of reads) queries.set(read.key, rehydrate(read))
  queries.keepInitialStates()
}

const rehydrate = (read: DehydratedData): unknown => {
  if ('list' in read) return decodeRows(read.list)
  const { data, lists } = read
  if (lists === undefined) return data
  const decoded = Object.entries(lists).map(([name, rows]) => [name, decodeRows(rows)])
  return { ...(data as object), ...Object.fromEntries(decoded) }
}
