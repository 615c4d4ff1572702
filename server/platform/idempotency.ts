import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Tx } from './database.ts'
import { Refusal } from './errors.ts'

/** An answer as it went out: enough to give it again. */
export type KeptAnswer = { status: number; body: string; cookies: string[] }

/** A call made with a key. Made by `idempotentCall`; neither the key nor the body can be read from it. */
export type IdempotentCall = {
  caller: string
  /** Whom the caller may have been at the first try: that answer may have given them the cookie they now hold. */
  earlierCallers: string[]
  /** What the caller holds, as `name=value`. */
  cookies: string[]
  call: string
  keyDigest: Buffer
  bodyDigest: Buffer
  secret: Buffer
}

/** A first call that has said nothing for this long has died; the next one may run. */
const abandonedAfterMs = 60_000
const keptForMs = 24 * 3_600_000

/**
 * What is kept of a call. From the caller's key come the name the answer is found by and the secret it is
 * encrypted with: answers hold login tokens and bodies passwords, and a copy of the database must give
 * neither. A digest of the body alone would let a password be guessed at the speed of SHA-256.
 */
export const idempotentCall = (made: {
  caller: string
  earlierCallers: string[]
  cookies: string[]
  call: string
  key: string
  body: string
}): IdempotentCall => {
  const { key, body, ...call } = made
  const derived = Buffer.from(hkdfSync('sha256', key, call.call, 'onside idempotent answer', 64))
  const secret = derived.subarray(32)
  return {
    ...call,
    keyDigest: derived.subarray(0, 32),
    bodyDigest: createHmac('sha256', secret).update(body).digest(),
    secret,
  }
}

type Found = { claimed: boolean; status: number | null; answer: Buffer | null }

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
  const horizon = new Date(now.getTime() - keptForMs)
  const abandoned = new Date(now.getTime() - abandonedAfterMs)
  const claim = (earlierCallers: string[]) =>
    sql<Found>`
      with earlier as (
        select status, answer from idempotent_answer
        where caller = any(${earlierCallers}::text[]) and call = ${call.call} and key_digest = ${call.keyDigest}
          and body_digest = ${call.bodyDigest} and status is not null and started_at >= ${horizon}
        limit 1
      ), claimed as (
        insert into idempotent_answer as i (caller, call, key_digest, body_digest, started_at)
        select ${call.caller}, ${call.call}, ${call.keyDigest}, ${call.bodyDigest}, ${now}::timestamptz
        where not exists (select 1 from earlier)
        on conflict (caller, call, key_digest) do update set
          started_at = excluded.started_at, body_digest = excluded.body_digest, status = null, answer = null
          where i.started_at < ${horizon}
            or (i.status is null and i.started_at < ${abandoned} and i.body_digest = excluded.body_digest)
        returning 1
      )
      select exists (select 1 from claimed) as claimed,
        (select status from earlier) as status, (select answer from earlier) as answer`.execute(db)

  const first = (await claim(call.earlierCallers)).rows[0]
  if (first?.claimed) return null
  if (first?.status != null && first.answer !== null) {
    const before = opened(call, first.status, first.answer)
    if (before.cookies.some((cookie) => call.cookies.some((held) => cookie.startsWith(`${held};`))))
      return before
    // Somebody else's call that happens to have this key.
    if ((await claim([])).rows[0]?.claimed) return null
  }
  return keptFor(db, call)
}

const keptFor = async (db: Database, call: IdempotentCall): Promise<KeptAnswer> => {
  const kept = await db
    .selectFrom('idempotentAnswer')
    .select(['bodyDigest', 'status', 'answer'])
    .where('caller', '=', call.caller)
    .where('call', '=', call.call)
    .where('keyDigest', '=', call.keyDigest)
    .executeTakeFirst()
  if (kept !== undefined && !kept.bodyDigest.equals(call.bodyDigest)) {
    throw new Refusal('idempotency_key_reused', 'This key was used before with other content.')
  }
  if (kept === undefined || kept.status === null || kept.answer === null) {
    throw new Refusal('in_progress', 'The same call is still running.', { retryAfterSeconds: 1 })
  }
  return opened(call, kept.status, kept.answer)
}

const cipher = 'aes-256-gcm'
const ivLength = 12
const tagLength = 16

const sealed = (call: IdempotentCall, { body, cookies }: KeptAnswer): Buffer => {
  const iv = randomBytes(ivLength)
  const sealing = createCipheriv(cipher, call.secret, iv)
  const text = Buffer.concat([sealing.update(JSON.stringify({ body, cookies }), 'utf8'), sealing.final()])
  return Buffer.concat([iv, sealing.getAuthTag(), text])
}

const opened = (call: IdempotentCall, status: number, answer: Buffer): KeptAnswer => {
  const opening = createDecipheriv(cipher, call.secret, answer.subarray(0, ivLength), {
    authTagLength: tagLength,
  })
  opening.setAuthTag(answer.subarray(ivLength, ivLength + tagLength))
  const text = Buffer.concat([opening.update(answer.subarray(ivLength + tagLength)), opening.final()])
  return { status, ...(JSON.parse(text.toString('utf8')) as { body: string; cookies: string[] }) }
}

/** Keeps the answer. In the transaction of the call where it has one, so that effect and answer are one. */
export const keepAnswer = async (tx: Tx, call: IdempotentCall, answer: KeptAnswer): Promise<void> => {
  await tx
    .updateTable('idempotentAnswer')
    .set({ status: answer.status, answer: sealed(call, answer) })
    .where('caller', '=', call.caller)
    .where('call', '=', call.call)
    .where('keyDigest', '=', call.keyDigest)
    .execute()
}

/** Lets go of a key whose call failed in a way that a retry may mend. */
export const forgetCall = async (db: Database, call: IdempotentCall): Promise<void> => {
  await db
    .deleteFrom('idempotentAnswer')
    .where('caller', '=', call.caller)
    .where('call', '=', call.call)
    .where('keyDigest', '=', call.keyDigest)
    .execute()
}

/** Forgets answers older than a day. */
export const sweepAnswers = async (db: Tx, now: Date): Promise<void> => {
  await db
    .deleteFrom('idempotentAnswer')
    .where('startedAt', '<', new Date(now.getTime() - keptForMs))
    .execute()
}
