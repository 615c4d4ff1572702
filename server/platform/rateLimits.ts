import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { createBatchers } from './batcher.ts'
import type { Database, Tx } from './database.ts'
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
  if (seconds > 0) throw tooMany(seconds)
}

const tooMany = (seconds: number): Refusal =>
  new Refusal('too_many', (messages) => messages.platform.tooManyAttempts({ seconds }), {
    retryAfterSeconds: seconds,
  })

type Counted = { attempts: number; windowEndsAt: Date }

/** Concurrent callers share one statement. */
const readCount = createBatchers(
  async (db, keys: string[]) => {
    const rows = await db
      .selectFrom('rateCount')
      .select(['bucket', 'attempts', 'windowEndsAt'])
      .where(sql<boolean>`bucket = any(${keys}::text[])`)
      .execute()
    const counts = new Map<string, Counted>(rows.map((row) => [row.bucket, row]))
    return keys.map((key) => counts.get(key))
  },
  { name: 'rate_counts', batchSize: 128, inFlight: 1 },
)

/** Calls under way on this node: each may fail yet, so many at once must not exceed a limit together. */
const underWay = new Map<string, number>()

const countUnderWay = (key: string, change: 1 | -1): void => {
  const count = (underWay.get(key) ?? 0) + change
  if (count === 0) underWay.delete(key)
  else underWay.set(key, count)
}

/**
 * Runs a call whose failures are limited, and counts it when it fails: success, the usual case, writes nothing.
 * @throws Refusal `too_many`; and whatever the call throws
 */
export const limitFailures = async <T>(
  db: Database,
  limits: readonly { bucket: string; allowed: RateLimit }[],
  isFailure: (error: unknown) => boolean,
  run: () => Promise<T>,
  now: Date,
): Promise<T> => {
  const keys = limits.map(({ bucket }) => hashKey(bucket))
  for (const key of keys) countUnderWay(key, 1)
  try {
    const counts = await Promise.all(keys.map((key) => readCount(db, key)))
    for (const [index, { allowed }] of limits.entries()) {
      const counted = counts[index]
      const isCurrent = counted !== undefined && counted.windowEndsAt > now
      const others = (underWay.get(keys[index] ?? '') ?? 1) - 1
      if ((isCurrent ? counted.attempts : 0) + others < allowed.attempts) continue
      throw tooMany(
        isCurrent ? Math.max(1, Math.ceil((counted.windowEndsAt.getTime() - now.getTime()) / 1000)) : 1,
      )
    }
    return await run()
  } catch (error) {
    if (isFailure(error))
      for (const { bucket, allowed } of limits) await countAttempt(db, bucket, allowed, now)
    throw error
  } finally {
    for (const key of keys) countUnderWay(key, -1)
  }
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
