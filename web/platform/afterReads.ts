import type { ReadCache } from './readCache.ts'

/** Resolves once the reads that a call has changed are loaded again, after 3 seconds at the latest. */
export const afterReads = async (queries: ReadCache, changes: readonly string[]): Promise<void> => {
  const limit = new Promise<void>((resolve) => {
    setTimeout(resolve, 3000)
  })
  const loaded = queries.whenLoaded(([, , resources]) =>
    resources.some((resource) => changes.includes(resource)),
  )
  await Promise.race([loaded, limit])
}
