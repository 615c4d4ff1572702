import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { sql } from 'kysely'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Actor } from './actor.ts'
import { createBatchers, createBatchedStatement } from './batcher.ts'
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
export const abandonedAfterMs = 60_000
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

/** Names the call and its repetitions: the same key with the same body. */
export const callDigestOf = ({ keyDigest, bodyDigest }: IdempotentCall): string =>
  createHash('sha256').update(keyDigest).update(bodyDigest).digest('hex')

type Found = { claimed: boolean; status: number | null; answer: Buffer | null }

type Claim = { call: IdempotentCall; earlierCallers: string[]; now: Date; nodeId: string | null }

const keyOf = ({ caller, call, keyDigest }: IdempotentCall): string =>
  `${caller} ${call} ${keyDigest.toString('hex')}`

/** Claims of concurrent calls are one statement. Of the same call made twice at once, one is claimed. */
const claim = createBatchers(
  async (db, claims: Claim[]): Promise<Found[]> => {
    const keys = claims.map(({ call }) => keyOf(call))
    const isFirst = (index: number): boolean => keys.indexOf(keys[index] ?? '') === index
    const wanted = claims.flatMap(({ call, earlierCallers, now, nodeId }, nth) =>
      isFirst(nth)
        ? {
            nth,
            caller: call.caller,
            call: call.call,
            key: call.keyDigest.toString('hex'),
            body: call.bodyDigest.toString('hex'),
            earlierCallers,
            now,
            horizon: new Date(now.getTime() - storedForMs),
            nodeId,
          }
        : [],
    )
    // Written in the order of keys, so that two batches never wait for each other in a ring.
    const { rows } = await sql<Found & { nth: number }>`
      with wanted as materialized (
        select w.nth, w.caller, w.call, decode(w.key, 'hex') as key_digest, decode(w.body, 'hex') as body_digest,
          w."earlierCallers" as earlier_callers, w.now, w.horizon, w."nodeId" as node_id
        from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(nth int, caller text, call text, key text,
          body text, "earlierCallers" text[], now timestamptz, horizon timestamptz, "nodeId" uuid)
      ), earlier as materialized (
        select w.nth, i.status, i.answer
        -- One look at the primary key for each call; a join would read the table once the batch is thought to be large.
        from wanted w cross join lateral (
          select i.status, i.answer from idempotent_answer i
          where i.caller = any(w.earlier_callers) and i.call = w.call and i.key_digest = w.key_digest
            and i.body_digest = w.body_digest and i.status is not null and i.started_at >= w.horizon
          limit 1
        ) i
      ), claimed as (
        insert into idempotent_answer as i (caller, call, key_digest, body_digest, started_at, node_id)
        select w.caller, w.call, w.key_digest, w.body_digest, w.now, w.node_id from wanted w
        where not exists (select 1 from earlier e where e.nth = w.nth)
        order by w.caller, w.call, w.key_digest
        on conflict (caller, call, key_digest) do update set
          started_at = excluded.started_at, node_id = excluded.node_id, body_digest = excluded.body_digest, status = null, answer = null
          where i.started_at < excluded.started_at - make_interval(secs => ${storedForMs / 1000})
            or (i.status is null and i.body_digest = excluded.body_digest and (
              i.started_at < excluded.started_at - make_interval(secs => ${abandonedAfterMs / 1000})
              or (i.node_id <> excluded.node_id and not exists (
                select 1 from node n where n.id = i.node_id and n.lease_until > clock_timestamp()
              ))
            ))
        returning caller, call, key_digest
      )
      select w.nth, e.status, e.answer, exists (
          select 1 from claimed c where c.caller = w.caller and c.call = w.call and c.key_digest = w.key_digest
        ) as claimed
      from wanted w left join earlier e on e.nth = w.nth`.execute(db)
    return claims.map(
      (_, index) => rows.find(({ nth }) => nth === index) ?? { claimed: false, status: null, answer: null },
    )
  },
  { name: 'idempotency_claims', batchSize: 64, inFlight: 1 },
)

/**
 * Claims a key for this call.
 * @returns the stored response when the call was made before, else null: run it
 * @throws Refusal `idempotency_key_reused` for another body, `in_progress` while the first still runs
 */
export const beginIdempotent = async (
  db: Database,
  call: IdempotentCall,
  now: Date,
  nodeId: string | null = null,
): Promise<StoredResponse | null> => {
  const first = await claim(db, { call, earlierCallers: call.earlierCallers, now, nodeId })
  if (first.claimed) return null
  if (first.status !== null && first.answer !== null) {
    const before = opened(call, first.status, first.answer)
    if (before.cookies.some((cookie) => call.cookies.some((held) => cookie.startsWith(`${held};`))))
      return before
    // Another caller's call with the same key.
    if ((await claim(db, { call, earlierCallers: [], now, nodeId })).claimed) return null
  }
  return storedResponseOf(db, call)
}

/** The same call is being answered. */
export const callInProgress = (): Refusal =>
  new Refusal('in_progress', (messages) => messages.platform.callInProgress, { retryAfterSeconds: 1 })

const storedResponseOf = async (db: Database, call: IdempotentCall): Promise<StoredResponse> => {
  const stored = await db
    .selectFrom('idempotentAnswer')
    .select(['bodyDigest', 'status', 'answer'])
    .where('caller', '=', call.caller)
    .where('call', '=', call.call)
    .where('keyDigest', '=', call.keyDigest)
    .executeTakeFirst()
  if (stored !== undefined && !stored.bodyDigest.equals(call.bodyDigest)) {
    throw new Refusal('idempotency_key_reused', (messages) => messages.platform.keyReused)
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
export const storeResponse = (
  tx: Tx,
  call: IdempotentCall,
  answer: StoredResponse,
  claimedAt: Date,
): Promise<boolean> => store(tx, { call, status: answer.status, answer: sealed(call, answer), claimedAt })

type Answered = { call: IdempotentCall; status: number; answer: Buffer; claimedAt: Date }

const store = createBatchedStatement(
  async (tx, answered: Answered[]): Promise<boolean[]> => {
    const { rows } = await sql<{ nth: number }>`
      with answered as materialized (
        select a.nth, a.caller, a.call, decode(a.key, 'hex') as key_digest, a.status, decode(a.answer, 'base64') as answer,
          a.claimed_at
        from unnest(${answered.map(({ call }) => call.caller)}::text[], ${answered.map(({ call }) => call.call)}::text[],
          ${answered.map(({ call }) => call.keyDigest.toString('hex'))}::text[],
          ${answered.map(({ status }) => status)}::int[],
          ${answered.map(({ answer }) => answer.toString('base64'))}::text[],
          ${answered.map(({ claimedAt }) => claimedAt)}::timestamptz[])
          with ordinality as a(caller, call, key, status, answer, claimed_at, nth)
      ), locked as materialized (
        select i.caller, i.call, i.key_digest from idempotent_answer i join answered a
          on a.caller = i.caller and a.call = i.call and a.key_digest = i.key_digest
        order by i.caller, i.call, i.key_digest for no key update of i
      )
      update idempotent_answer i set status = a.status, answer = a.answer
      from locked l join answered a on a.caller = l.caller and a.call = l.call and a.key_digest = l.key_digest
      where i.caller = l.caller and i.call = l.call and i.key_digest = l.key_digest and i.started_at = a.claimed_at
      returning a.nth::int`.execute(tx)
    return answered.map((_, index) => rows.some(({ nth }) => nth === index + 1))
  },
  { name: 'idempotent_answers', batchSize: 64, inFlight: 1 },
)

/**
 * Releases the key of a call that failed in a way that a retry may cure. A response stays: the connection may have been
 * lost after the commit, before it was confirmed.
 */
export const releaseKey = async (db: Database, call: IdempotentCall, claimedAt: Date): Promise<void> => {
  await db
    .deleteFrom('idempotentAnswer')
    .where('caller', '=', call.caller)
    .where('call', '=', call.call)
    .where('keyDigest', '=', call.keyDigest)
    .where('startedAt', '=', claimedAt)
    .where('status', 'is', null)
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
  { person, customerId, basketUuid, address }: Actor,
  token: { token: string } | null,
  body: string,
): IdempotentCall | null => {
  const key = c.req.header('idempotency-key')
  if (!endpoint.idempotent || key === undefined) return null
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalid({ idempotency_key: [(messages) => messages.platform.keyForm] })
  }
  const { pathname, search } = new URL(c.req.url)
  const [caller, ...earlierCallers] = [
    ...(person === null ? [] : [`customer:${person.id}:${customerId}`]),
    ...(basketUuid === null ? [] : [`basket:${basketUuid}`]),
    // Without a cookie, a key that others use too must not give them this visitor's basket.
    `visitor:${address}`,
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
