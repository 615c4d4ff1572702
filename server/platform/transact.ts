import type { Database, Tx } from './database.ts'

const waiting = new WeakMap<object, (() => void)[]>()

/**
 * Runs work in a transaction: all of it or, when it throws, none. What was left with `afterCommit` is done once
 * the work is there for everybody to see. Every transaction is opened here.
 */
export const transact = async <T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const after: (() => void)[] = []
  const result = await db.transaction().execute((tx) => {
    waiting.set(tx, after)
    return work(tx)
  })
  for (const run of after) run()
  return result
}

/** Something to do once the transaction has been committed, and never if it is not; at once outside of one. */
export const afterCommit = (tx: Tx, run: () => void): void => {
  const after = waiting.get(tx)
  if (after === undefined) run()
  else after.push(run)
}
