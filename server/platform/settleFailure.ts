import type { Endpoint } from '#contract/endpoint.ts'
import { toWire } from '#contract/wire.ts'
import type { Database } from './database.ts'
import { failureOf } from './failures.ts'
import { releaseKey, storeResponse, type IdempotentCall } from './idempotency.ts'

/** Stores a refusal as the response; a failure that a retry may cure is not stored (wire §1.6). */
export const settleFailure = async (
  db: Database,
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
  if (mayMend) await releaseKey(db, idempotent, now)
  else
    await storeResponse(
      db,
      idempotent,
      { status: failure.status, body: JSON.stringify(toWire(failure)), cookies: [] },
      now,
    )
}
