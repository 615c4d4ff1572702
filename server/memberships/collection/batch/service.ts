import type { Database } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import type { CardProvider } from '#server/providers/cards/port.ts'
import type { DebitProvider } from '#server/providers/direct-debit/port.ts'

export type CollectingServices = { db: Database; debits: DebitProvider; cards: CardProvider; log: Log }

/** One failing item must not stop the others. */
export const processEach = async <T>(
  { log }: Pick<CollectingServices, 'log'>,
  items: readonly T[],
  process: (item: T) => Promise<unknown>,
): Promise<number> => {
  let count = 0
  for (const item of items) {
    try {
      if ((await process(item)) === true) count += 1
    } catch (error) {
      log.error({ err: error, item }, 'a collection is stuck')
    }
  }
  return count
}
