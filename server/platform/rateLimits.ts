import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import * as messages from '#server/messages/en/platform.ts'
import type { Tx } from './database.ts'
import { Refusal } from './errors.ts'

export type RateLimit = { readonly attempts: number; readonly seconds: number }

/** Keys are hashed so that the table holds no personal data. */
const hashKey = (bucket: string): string => createHash('sha256').update(bucket).digest('base64url')

/**
 * Counts one attempt. Counted in the database, so that several nodes count together.
 * @param bucket what is counted: `login:1:ann@example.test`, `lookup:198.51.100.7`
 * @returns the seconds to wait when this was one too many, else 0
 */
export const countAttempt = async (
  db: Tx,
  bucket: string,
  allowed: RateLimit,
  now: Date,
): Promise<number> => {
  const ends = new Date(now.getTime() + allowed.seconds * 1000)
  const { rows } = await sql<{ attempts: number; windowEndsAt: Date }>`
    insert into rate_count as r (bucket, window_ends_at, attempts) values (${hashKey(bucket)}, ${ends}, 1)
    on conflict (bucket) do update set
      attempts = case when r.window_ends_at <= ${now} then 1 else r.attempts + 1 end,
      window_ends_at = case when r.window_ends_at <= ${now} then excluded.window_ends_at else r.window_ends_at end
    returning attempts, window_ends_at`.execute(db)
  const counted = rows[0]
  if (counted === undefined || counted.attempts <= allowed.attempts) return 0
  return Math.max(1, Math.ceil((counted.windowEndsAt.getTime() - now.getTime()) / 1000))
}

/**
 * Counts one attempt and refuses the one too many. The call must not run in a transaction, which a refusal
 * rolls back.
 * @throws Refusal `too_many` with the seconds until the window ends
 */
export const limitRate = async (db: Tx, bucket: string, allowed: RateLimit, now: Date): Promise<void> => {
  const seconds = await countAttempt(db, bucket, allowed, now)
  if (seconds === 0) return
  throw new Refusal('too_many', messages.tooManyAttempts({ seconds }), {
    retryAfterSeconds: seconds,
  })
}

/** Takes an attempt back that turned out to be no cause for suspicion. */
export const forgiveAttempt = async (db: Tx, bucket: string): Promise<void> => {
  await sql`update rate_count set attempts = greatest(attempts - 1, 0) where bucket = ${hashKey(bucket)}`.execute(
    db,
  )
}

/** Forgets windows that have ended. */
export const sweepRates = async (db: Tx, now: Date): Promise<void> => {
  await db.deleteFrom('rateCount').where('windowEndsAt', '<=', now).execute()
}
