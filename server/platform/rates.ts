import { sql } from 'kysely'
import type { Tx } from './database.ts'
import { Refusal } from './errors.ts'

/**
 * Counts one attempt and refuses the one too many. Counted in the database, so that several nodes count
 * together; the call must not run in a transaction that a refusal would roll back.
 * @param bucket what is counted: `login:501`, `lookup:198.51.100.7`
 * @throws Refusal `too_many` with the seconds until the window ends
 */
export const limitRate = async (
  db: Tx,
  bucket: string,
  allowed: { attempts: number; seconds: number },
  now: Date,
): Promise<void> => {
  const ends = new Date(now.getTime() + allowed.seconds * 1000)
  const { rows } = await sql<{ attempts: number; windowEndsAt: Date }>`
    insert into rate_count as r (bucket, window_ends_at, attempts) values (${bucket}, ${ends}, 1)
    on conflict (bucket) do update set
      attempts = case when r.window_ends_at <= ${now} then 1 else r.attempts + 1 end,
      window_ends_at = case when r.window_ends_at <= ${now} then excluded.window_ends_at else r.window_ends_at end
    returning attempts, window_ends_at`.execute(db)
  const counted = rows[0]
  if (counted !== undefined && counted.attempts > allowed.attempts) {
    const seconds = Math.max(1, Math.ceil((counted.windowEndsAt.getTime() - now.getTime()) / 1000))
    throw new Refusal('too_many', `Too many attempts. Please wait ${seconds} seconds and try again.`, {
      retryAfterSeconds: seconds,
    })
  }
}

/** Forgets windows that have ended. */
export const sweepRates = async (db: Tx, now: Date): Promise<void> => {
  await db.deleteFrom('rateCount').where('windowEndsAt', '<=', now).execute()
}
