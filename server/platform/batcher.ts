import type { Database, Tx } from './database.ts'
import { DatabaseUnavailable } from './errors.ts'
import { batchSizes, batchWaiting } from './metrics.ts'

/** Combines concurrent calls into one statement (DataLoader pattern). */
export type Batcher<Key, Value> = {
  load: (key: Key) => Promise<Value>
  /** Resolves when every call has been answered; for a graceful stop. */
  idle: () => Promise<void>
}

export type BatcherSettings = {
  /** Its name in the metrics. */
  name: string
  /** Most keys in one statement. */
  batchSize: number
  /** Most statements running at once. */
  inFlight: number
}

type Waiting<Key, Value> = {
  key: Key
  resolve: (value: Value) => void
  reject: (error: unknown) => void
}

/**
 * Collects calls while earlier statements run and answers them together: one round trip, and for writes one commit.
 * dataloader has neither the limit on running statements nor the retry of each key by itself (decision 0022).
 * @param loadMany answers in the order of the keys
 */
export const createBatcher = <Key, Value>(
  loadMany: (keys: Key[]) => Promise<readonly Value[]>,
  { name, batchSize, inFlight }: BatcherSettings,
): Batcher<Key, Value> => {
  const waiting: Waiting<Key, Value>[] = []
  const running = new Set<Promise<void>>()

  const startBatches = () => {
    while (running.size < inFlight && waiting.length > 0) {
      const batch = waiting.splice(0, batchSize)
      batchSizes.observe({ batch: name }, batch.length)
      batchWaiting.dec({ batch: name }, batch.length)
      const run = runBatch(batch).finally(() => {
        running.delete(run)
        startBatches()
      })
      running.add(run)
    }
  }

  const runBatch = async (batch: Waiting<Key, Value>[]): Promise<void> => {
    try {
      const values = await loadMany(batch.map(({ key }) => key))
      if (values.length !== batch.length)
        throw new Error('A batch was answered with another number of values.')
      batch.forEach(({ resolve }, index) => resolve(values[index] as Value))
    } catch (error) {
      // Each key is tried by itself, so that one failure does not fail the others. A lost database fails them all, and
      // trying each would keep those who come after waiting.
      if (batch.length === 1 || error instanceof DatabaseUnavailable)
        return batch.forEach(({ reject }) => reject(error))
      for (const one of batch) await runBatch([one])
    }
  }

  return {
    load: (key) =>
      new Promise((resolve, reject) => {
        waiting.push({ key, resolve, reject })
        batchWaiting.inc({ batch: name })
        // Calls of the same turn of the event loop share a batch.
        setImmediate(startBatches)
      }),
    idle: async () => {
      while (waiting.length > 0 || running.size > 0) {
        startBatches()
        await Promise.all(running)
      }
    },
  }
}

/** A batcher for each database: calls for one database share statements. */
export const createBatchers = <Key, Value>(
  loadMany: (db: Database, keys: Key[]) => Promise<readonly Value[]>,
  settings: BatcherSettings,
): ((db: Database, key: Key) => Promise<Value>) => {
  const batchers = new WeakMap<Database, Batcher<Key, Value>>()
  return (db, key) => {
    let batcher = batchers.get(db)
    if (batcher === undefined) {
      batcher = createBatcher((keys) => loadMany(db, keys), settings)
      batchers.set(db, batcher)
    }
    return batcher.load(key)
  }
}

/**
 * A statement by key that is run once for all concurrent callers. In a transaction it goes alone, since only its own
 * connection sees what it has locked and written.
 */
export const createBatchedStatement = <Key, Value>(
  loadMany: (tx: Tx, keys: Key[]) => Promise<readonly Value[]>,
  settings: BatcherSettings,
): ((tx: Tx, key: Key) => Promise<Value>) => {
  const load = createBatchers(loadMany, settings)
  return async (tx, key) => ('onInvalidate' in tx ? load(tx, key) : ((await loadMany(tx, [key]))[0] as Value))
}
