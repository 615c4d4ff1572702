import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { sql } from 'kysely'
import type { Endpoint } from '#contract/endpoint.ts'
import * as messages from '#server/messages/en/platform.ts'
import type { Actor } from './actor.ts'
import { authCookie, basketCookie } from './cookies.ts'
import type { Database, Tx } from './database.ts'
import { Refusal, invalid } from './errors.ts'

/** A response as it was sent. */
export type StoredResponse = { status: number; body: string; cookies: string[] }

/** A call with an idempotency key. Neither the key nor the body can be read from it. */
export type IdempotentCall = {
  caller: string
  /** Identities at the first attempt: its response may have set the cookie that the caller holds now. */
  earlierCallers: string[]
  /** The caller's cookies, as `name=value`. */
  cookies: string[]
  call: string
  keyDigest: Buffer
  bodyDigest: Buffer
  secret: Buffer
}

/** A first call without a response for this long counts as crashed, though its node is alive; the next one may run. */
const abandonedAfterMs = 60_000
const storedForMs = 24 * 3_600_000

/**
 * Derives from the caller's key the name under which the response is stored and the secret that encrypts it:
 * responses hold login tokens and bodies passwords, and a copy of the database must reveal neither. A digest of the body alone would let a password be guessed at the speed of SHA-256.
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
 * @returns the stored response when the call was made before, else null: run it
 * @throws Refusal `idempotency_key_reused` for another body, `in_progress` while the first still runs
 */
export const beginIdempotent = async (
  db: Database,
  call: IdempotentCall,
  now: Date,
  nodeId?: string,
): Promise<StoredResponse | null> => {
  const horizon = new Date(now.getTime() - storedForMs)
  const abandoned = new Date(now.getTime() - abandonedAfterMs)
  const claim = (earlierCallers: string[]) =>
    sql<Found>`
      with earlier as (
        select status, answer from idempotent_answer
        where caller = any(${earlierCallers}::text[]) and call = ${call.call} and key_digest = ${call.keyDigest}
          and body_digest = ${call.bodyDigest} and status is not null and started_at >= ${horizon}
        limit 1
      ), claimed as (
        insert into idempotent_answer as i (caller, call, key_digest, body_digest, started_at, node_id)
        select ${call.caller}, ${call.call}, ${call.keyDigest}, ${call.bodyDigest}, ${now}::timestamptz,
          ${nodeId ?? null}::uuid
        where not exists (select 1 from earlier)
        on conflict (caller, call, key_digest) do update set
          started_at = excluded.started_at, node_id = excluded.node_id, body_digest = excluded.body_digest, status = null, answer = null
          where i.started_at < ${horizon}
            or (i.status is null and i.body_digest = excluded.body_digest and (
              i.started_at < ${abandoned}
              or (i.node_id <> excluded.node_id and not exists (
                select 1 from node n where n.id = i.node_id and n.lease_until > clock_timestamp()
              ))
            ))
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
    // Another caller's call with the same key.
    if ((await claim([])).rows[0]?.claimed) return null
  }
  return storedResponseOf(db, call)
}

/** The same call is being answered. */
export const callInProgress = (): Refusal =>
  new Refusal('in_progress', messages.callInProgress, { retryAfterSeconds: 1 })

const storedResponseOf = async (db: Database, call: IdempotentCall): Promise<StoredResponse> => {
  const stored = await db
    .selectFrom('idempotentAnswer')
    .select(['bodyDigest', 'status', 'answer'])
    .where('caller', '=', call.caller)
    .where('call', '=', call.call)
    .where('keyDigest', '=', call.keyDigest)
    .executeTakeFirst()
  if (stored !== undefined && !stored.bodyDigest.equals(call.bodyDigest)) {
    throw new Refusal('idempotency_key_reused', messages.keyReused)
  }
  if (stored === undefined || stored.status === null || stored.answer === null) {
    throw callInProgress()
  }
  return opened(call, stored.status, stored.answer)
}

const cipher = 'aes-256-gcm'
const ivLength = 12
const tagLength = 16

const sealed = (call: IdempotentCall, { body, cookies }: StoredResponse): Buffer => {
  const iv = randomBytes(ivLength)
  const sealing = createCipheriv(cipher, call.secret, iv)
  const text = Buffer.concat([sealing.update(JSON.stringify({ body, cookies }), 'utf8'), sealing.final()])
  return Buffer.concat([iv, sealing.getAuthTag(), text])
}

const opened = (call: IdempotentCall, status: number, answer: Buffer): StoredResponse => {
  const opening = createDecipheriv(cipher, call.secret, answer.subarray(0, ivLength), {
    authTagLength: tagLength,
  })
  opening.setAuthTag(answer.subarray(ivLength, ivLength + tagLength))
  const text = Buffer.concat([opening.update(answer.subarray(ivLength + tagLength)), opening.final()])
  return { status, ...(JSON.parse(text.toString('utf8')) as { body: string; cookies: string[] }) }
}

/**
 * Stores the response, in the call's transaction where it has one, so that both commit or neither.
 * @param claimedAt the `now` of `beginIdempotent`
 * @returns false when another call has taken the key over since then
 */
export const storeResponse = async (
  tx: Tx,
  call: IdempotentCall,
  answer: StoredResponse,
  claimedAt: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('idempotentAnswer')
    .set({ status: answer.status, answer: sealed(call, answer) })
    .where('caller', '=', call.caller)
    .where('call', '=', call.call)
    .where('keyDigest', '=', call.keyDigest)
    .where('startedAt', '=', claimedAt)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Releases the key of a call that failed in a way that a retry may cure. */
export const releaseKey = async (db: Database, call: IdempotentCall, claimedAt: Date): Promise<void> => {
  await db
    .deleteFrom('idempotentAnswer')
    .where('caller', '=', call.caller)
    .where('call', '=', call.call)
    .where('keyDigest', '=', call.keyDigest)
    .where('startedAt', '=', claimedAt)
    .execute()
}

/** Deletes responses older than a day. */
export const sweepResponses = async (db: Tx, now: Date): Promise<void> => {
  await db
    .deleteFrom('idempotentAnswer')
    .where('startedAt', '<', new Date(now.getTime() - storedForMs))
    .execute()
}

export const idempotentCallOf = (
  c: Context,
  endpoint: Endpoint,
  { person, customerId, basketUuid }: Actor,
  token: { token: string } | null,
  body: string,
): IdempotentCall | null => {
  const key = c.req.header('idempotency-key')
  if (!endpoint.idempotent || key === undefined) return null
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalid({ idempotency_key: [messages.keyForm] })
  }
  const { pathname, search } = new URL(c.req.url)
  const [caller, ...earlierCallers] = [
    ...(person === null ? [] : [`customer:${person.id}:${customerId}`]),
    ...(basketUuid === null ? [] : [`basket:${basketUuid}`]),
    'visitor',
  ]
  return idempotentCall({
    caller,
    earlierCallers,
    cookies: [
      ...(token === null ? [] : [`${authCookie}=${token.token}`]),
      ...(basketUuid === null ? [] : [`${basketCookie}=${basketUuid}`]),
    ],
    call: `${endpoint.method} ${pathname}${search}`,
    key,
    body,
  })
}
