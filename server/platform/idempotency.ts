import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Tx } from './database.ts'
import { Refusal } from './errors.ts'

/** An answer as it went out: enough to give it again. */
export type KeptAnswer = { status: number; body: string; cookies: string[] }

export type IdempotentCall = { caller: string; call: string; key: string; bodyDigest: Buffer }

/** A first call that has said nothing for this long has died; the next one may run. */
const abandonedAfterMs = 60_000
const keptForMs = 24 * 3_600_000

export const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Claims a key for this call.
 * @returns the kept answer when the call was made before, else null: go on and run it
 * @throws Refusal `idempotency_key_reused` for another body, `in_progress` while the first still runs
 */
export const beginIdempotent = async (
  db: Database,
  call: IdempotentCall,
  now: Date,
): Promise<KeptAnswer | null> => {
  const { rows } = await sql<{ fresh: boolean }>`
    insert into idempotent_answer as i (caller, call, key, body_digest, started_at)
    values (${call.caller}, ${call.call}, ${call.key}, ${call.bodyDigest}, ${now})
    on conflict (caller, call, key) do update set
      started_at = excluded.started_at, body_digest = excluded.body_digest, status = null, answer = null
      where i.started_at < ${new Date(now.getTime() - keptForMs)}
        or (i.status is null and i.started_at < ${new Date(now.getTime() - abandonedAfterMs)}
            and i.body_digest = excluded.body_digest)
    returning true as fresh`.execute(db)
  if (rows.length > 0) return null
  const kept = await db
    .selectFrom('idempotentAnswer')
    .select(['bodyDigest', 'status', 'answer'])
    .where('caller', '=', call.caller)
    .where('call', '=', call.call)
    .where('key', '=', call.key)
    .executeTakeFirst()
  if (kept !== undefined && !kept.bodyDigest.equals(call.bodyDigest)) {
    throw new Refusal('idempotency_key_reused', 'This key was used before with other content.')
  }
  if (kept === undefined || kept.status === null || kept.answer === null) {
    throw new Refusal('in_progress', 'The same call is still running.', { retryAfterSeconds: 1 })
  }
  const { body, cookies } = JSON.parse(kept.answer) as { body: string; cookies: string[] }
  return { status: kept.status, body, cookies }
}

/** Keeps the answer. In the transaction of the call where it has one, so that effect and answer are one. */
export const keepAnswer = async (tx: Tx, call: IdempotentCall, answer: KeptAnswer): Promise<void> => {
  await tx
    .updateTable('idempotentAnswer')
    .set({ status: answer.status, answer: JSON.stringify({ body: answer.body, cookies: answer.cookies }) })
    .where('caller', '=', call.caller)
    .where('call', '=', call.call)
    .where('key', '=', call.key)
    .execute()
}

/** Lets go of a key whose call failed in a way that a retry may mend. */
export const forgetCall = async (db: Database, call: IdempotentCall): Promise<void> => {
  await db
    .deleteFrom('idempotentAnswer')
    .where('caller', '=', call.caller)
    .where('call', '=', call.call)
    .where('key', '=', call.key)
    .execute()
}

/** Forgets answers older than a day. */
export const sweepAnswers = async (db: Tx, now: Date): Promise<void> => {
  await db
    .deleteFrom('idempotentAnswer')
    .where('startedAt', '<', new Date(now.getTime() - keptForMs))
    .execute()
}
