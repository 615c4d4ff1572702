/** A run of a job through one list or several: an item that fails does not keep the others from their turn. */
export type Run = {
  /** Works through items in their order, one after the other or some at once. */
  process: <T>(items: readonly T[], process: (item: T) => Promise<unknown>, atOnce?: number) => Promise<void>
  /** @throws AggregateError of those that failed, which says how many; it is logged once, where the job ends */
  finish: () => void
}

export const createRun = (): Run => {
  const errors: Error[] = []
  let total = 0
  return {
    process: async (items, process, atOnce = 1) => {
      total += items.length
      const waiting = items.values()
      const work = async (): Promise<void> => {
        for (const item of waiting) {
          try {
            await process(item)
          } catch (error) {
            errors.push(new Error(`${nameOf(item)} failed`, { cause: error }))
          }
        }
      }
      await Promise.all(Array.from({ length: atOnce }, work))
    },
    finish: () => {
      if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${total} failed`)
    },
  }
}

/**
 * A run through one list.
 * @returns how many items there were
 * @throws AggregateError of those that failed, after the last
 */
export const processAll = async <T>(
  items: readonly T[],
  process: (item: T) => Promise<unknown>,
): Promise<number> => {
  const run = createRun()
  await run.process(items, process)
  run.finish()
  return items.length
}

/** Only ids are logged: what else an item has may name people. */
const nameOf = (item: unknown): string => {
  if (typeof item === 'number') return `item ${item}`
  if (typeof item !== 'object' || item === null) return 'an item'
  const ids = Object.entries(item).filter(([key, id]) => /(?:^id|Id)$/.test(key) && typeof id === 'number')
  return ids.length === 0 ? 'an item' : ids.map(([key, id]) => `${key} ${id}`).join(', ')
}
