import { setTimeout as wait } from 'node:timers/promises'
import type { Endpoint } from '#contract/endpoint.ts'
import { toWire } from '#contract/wire.ts'
import type { Database } from './database.ts'
import { DatabaseUnavailable } from './errors.ts'
import { failureOf } from './failures.ts'
import { abandonedAfterMs, releaseKey, storeResponse, type IdempotentCall } from './idempotency.ts'
import type { Log } from './log.ts'

/**
 * Stores a refusal as the response; a failure that a retry may cure is not stored (wire §1.6). While the database is away
 * this waits for it in the background: until then the retry would be told to wait for a call that has ended.
 */
export const settleFailure = async (
  { db, log }: { db: Database; log: Log },
  idempotent: IdempotentCall,
  error: unknown,
  endpoint: Endpoint,
  now: Date,
): Promise<void> => {
  const failure = failureOf(error, endpoint)
  const mayMend =
    failure.status === 401 ||
    failure.status >= 500 ||
    failure.status === 429 ||
    ['busy', 'in_progress'].includes(failure.code)
  const settle = async (): Promise<void> => {
    if (mayMend) await releaseKey(db, idempotent, now)
    else
      await storeResponse(
        db,
        idempotent,
        { status: failure.status, body: JSON.stringify(toWire(failure)), cookies: [] },
        now,
      )
  }
  try {
    await settle()
  } catch (lost) {
    if (!(lost instanceof DatabaseUnavailable)) throw lost
    void settleLater(settle, log)
  }
}

const retryEveryMs = 250

/** Tries until the database is back, or the key counts as abandoned. */
const settleLater = async (settle: () => Promise<void>, log: Log): Promise<void> => {
  for (let waited = 0; waited < abandonedAfterMs; waited += retryEveryMs) {
    await wait(retryEveryMs, undefined, { ref: false })
    try {
      return await settle()
    } catch (error) {
      if (error instanceof DatabaseUnavailable) continue
      return log.error({ err: error }, 'the end of a call was not stored')
    }
  }
}
