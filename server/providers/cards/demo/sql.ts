import { sql } from 'kysely'
import { createBatchedStatement } from '#server/platform/batcher.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'

/** What concurrent callers ask of the books is answered together, as the shop's own statements are. */
const demoBatch = (name: string) => ({ name: `demo_${name}`, batchSize: 64, inFlight: 1 })

/*
 * The demo company's books of sessions and cards. They stand in our database only because the demo lives in our
 * server; nothing outside this folder reads them.
 */

export type DemoCard = ReadCard & { identifier: string; sessionKey: string | null; saved: boolean }

export const addSession = createBatchedStatement(
  async (tx, sessions: { sessionKey: string; expiresAt: Date }[]): Promise<undefined[]> => {
    await sql`
      insert into demo_card_session (session_key, expires_at)
      select * from unnest(${sessions.map(({ sessionKey }) => sessionKey)}::text[],
        ${sessions.map(({ expiresAt }) => expiresAt)}::timestamptz[])`.execute(tx)
    return sessions.map(() => undefined)
  },
  demoBatch('sessions'),
)

export const isSession = async (db: Tx, sessionKey: string, now: Date): Promise<boolean> => {
  const row = await db
    .selectFrom('demoCardSession')
    .select('sessionKey')
    .where('sessionKey', '=', sessionKey)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

export const dropSavedCard = async (db: Tx, identifier: string): Promise<void> => {
  await db.deleteFrom('demoCard').where('identifier', '=', identifier).where('saved', '=', true).execute()
}

/** Takes the names off the cards that payments were made with, or that were saved with them. */
export const forgetHolders = async (db: Tx, references: readonly string[]): Promise<void> => {
  if (references.length === 0) return
  await db
    .updateTable('demoCard')
    .set({ cardHolderName: '' })
    .where((eb) =>
      eb.or(
        (['cardIdentifier', 'savedIdentifier'] as const).map((column) =>
          eb('identifier', 'in', (query) =>
            query.selectFrom('demoCardPayment').select(column).where('reference', 'in', references),
          ),
        ),
      ),
    )
    .execute()
}

export const addCard = async (db: Tx, card: DemoCard, now: Date): Promise<void> => {
  await db
    .insertInto('demoCard')
    .values({ ...card, createdAt: now })
    .onConflict((conflict) => conflict.column('identifier').doNothing())
    .execute()
}

/** Notes a card that was typed into the form. false: the session is unknown or over, and nothing is noted. */
export const addTypedCard = createBatchedStatement(
  async (tx, typed: { card: DemoCard; now: Date }[]): Promise<boolean[]> => {
    const { rows } = await sql<{ identifier: string }>`
      insert into demo_card (identifier, session_key, card_holder_name, brand, last_four, expiry, behaviour, created_at)
      select c.identifier, c."sessionKey", c."cardHolderName", c.brand, c."lastFour", c.expiry, c.behaviour, c.now
      from jsonb_to_recordset(${JSON.stringify(typed.map(({ card, now }) => ({ ...card, now })))}::jsonb)
        as c(identifier text, "sessionKey" text, "cardHolderName" text, brand text, "lastFour" text, expiry text,
          behaviour text, now timestamptz)
      join demo_card_session s on s.session_key = c."sessionKey" and s.expires_at > c.now
      returning identifier`.execute(tx)
    return typed.map(({ card }) => rows.some(({ identifier }) => identifier === card.identifier))
  },
  demoBatch('typed_cards'),
)

export const cardBy = createBatchedStatement(async (tx, identifiers: string[]) => {
  const cards = await tx
    .selectFrom('demoCard')
    .select([
      'identifier',
      'sessionKey',
      'saved',
      'cardHolderName',
      'brand',
      'lastFour',
      'expiry',
      'behaviour',
    ])
    .where(sql<boolean>`identifier = any(${identifiers}::text[])`)
    .execute()
  return identifiers.map((wanted): DemoCard | undefined =>
    cards.find(({ identifier }) => identifier === wanted),
  )
}, demoBatch('cards'))

/** Where a payment stands in the book of the demo company. */
type DemoState =
  | 'opened'
  | 'challenge'
  | 'pending'
  | 'authorised'
  | 'declined'
  | 'captured'
  | 'voided'
  | 'refunded'

export type DemoPayment = {
  reference: string
  amount: number
  state: DemoState
  cardIdentifier: string | null
  savedIdentifier: string | null
  returnUrl: string | null
  challengeToken: string | null
  captured: number
  refunded: number
  /** When its cardholder disputes it; null for never. */
  disputedAt: Date | null
}

const paymentColumns = [
  'reference',
  'amount',
  'state',
  'cardIdentifier',
  'savedIdentifier',
  'returnUrl',
  'challengeToken',
  'captured',
  'refunded',
  'disputedAt',
] as const

export const openPayment = async (
  db: Tx,
  payment: { reference: string; amount: number },
  now: Date,
): Promise<void> => {
  await db
    .insertInto('demoCardPayment')
    .values({ ...payment, state: 'opened', createdAt: now, updatedAt: now })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .execute()
}

/** Opens a payment of a session, once. false: the session is unknown or over, and nothing is opened. */
export const openPaymentOfSession = createBatchedStatement(
  async (
    tx,
    opening: { reference: string; amount: number; sessionKey: string; now: Date }[],
  ): Promise<boolean[]> => {
    const { rows } = await sql<{ reference: string; sessionKey: string }>`
      with valid as materialized (
        select o.* from unnest(${opening.map(({ reference }) => reference)}::text[],
            ${opening.map(({ amount }) => amount)}::int[], ${opening.map(({ sessionKey }) => sessionKey)}::text[],
            ${opening.map(({ now }) => now)}::timestamptz[]) as o(reference, amount, session_key, now)
        join demo_card_session s on s.session_key = o.session_key and s.expires_at > o.now
      ), opened as (
        insert into demo_card_payment (reference, amount, state, created_at, updated_at)
        select v.reference, v.amount, 'opened', v.now, v.now from valid v
        on conflict (reference) do nothing
      )
      select reference, session_key from valid`.execute(tx)
    return opening.map(({ reference, sessionKey }) =>
      rows.some((row) => row.reference === reference && row.sessionKey === sessionKey),
    )
  },
  demoBatch('opened_payments'),
)

export const paymentBy = createBatchedStatement(async (tx, references: string[]) => {
  const payments = await tx
    .selectFrom('demoCardPayment')
    .select(paymentColumns)
    .where(sql<boolean>`reference = any(${references}::text[])`)
    .execute()
  return references.map((wanted): DemoPayment | undefined =>
    payments.find(({ reference }) => reference === wanted),
  )
}, demoBatch('payments'))

export const paymentByChallenge = async (db: Tx, token: string): Promise<DemoPayment | undefined> =>
  await db
    .selectFrom('demoCardPayment')
    .select(paymentColumns)
    .where('challengeToken', '=', token)
    .executeTakeFirst()

/** Changes a payment under its lock, so that what comes of two who ask at once is what comes of one. */
export const changePayment = (
  db: Database,
  reference: string,
  decide: (
    payment: DemoPayment,
    tx: Tx,
  ) => Promise<Partial<DemoPayment> | null> | Partial<DemoPayment> | null,
  now: Date,
): Promise<DemoPayment | undefined> =>
  transact(db, async (tx) => {
    const payment = await tx
      .selectFrom('demoCardPayment')
      .select(paymentColumns)
      .where('reference', '=', reference)
      .forUpdate()
      .executeTakeFirst()
    if (payment === undefined) return undefined
    const change = await decide(payment, tx)
    if (change === null) return payment
    await tx
      .updateTable('demoCardPayment')
      .set({ ...change, updatedAt: now })
      .where('reference', '=', reference)
      .execute()
    return { ...payment, ...change }
  })

/**
 * The same for a decision that writes nothing else: without a lock, and taken again when the payment has changed since
 * it was read.
 */
export const movePayment = async (
  db: Database,
  reference: string,
  decide: (
    payment: DemoPayment,
    tx: Tx,
  ) => Promise<Partial<DemoPayment> | null> | Partial<DemoPayment> | null,
  now: Date,
): Promise<DemoPayment | undefined> => {
  for (;;) {
    const payment = await paymentBy(db, reference)
    if (payment === undefined) return undefined
    const change = await decide(payment, db)
    if (change === null) return payment
    const next = { ...payment, ...change }
    if (await replacePayment(db, { from: payment, next, now })) return next
  }
}

/** Writes what becomes of payments that are as they were read. false: this one has changed since. */
const replacePayment = createBatchedStatement(
  async (tx, moves: { from: DemoPayment; next: DemoPayment; now: Date }[]): Promise<boolean[]> => {
    // Of two moves of one payment the second is made when the first can be read.
    const first = moves.filter(
      ({ from }, index) => moves.findIndex((move) => move.from.reference === from.reference) === index,
    )
    const rows = first.map(({ from, next, now }) => ({
      ...next,
      fromState: from.state,
      fromRefunded: from.refunded,
      now,
    }))
    const { rows: moved } = await sql<{ reference: string }>`
      update demo_card_payment p
      set state = m.state, card_identifier = m."cardIdentifier", saved_identifier = m."savedIdentifier",
        return_url = m."returnUrl", challenge_token = m."challengeToken", captured = m.captured, disputed_at = m."disputedAt", updated_at = m.now
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m(reference text, state text, "cardIdentifier" text,
        "savedIdentifier" text, "returnUrl" text, "challengeToken" text, captured int, "disputedAt" timestamptz, "fromState" text,
        "fromRefunded" int, now timestamptz)
      where p.reference = m.reference and p.state = m."fromState" and p.refunded = m."fromRefunded"
      returning p.reference`.execute(tx)
    return moves.map(
      (move) => first.includes(move) && moved.some(({ reference }) => reference === move.from.reference),
    )
  },
  demoBatch('moved_payments'),
)

/** Takes the money of authorised payments. false: this one is not authorised, or for less. */
export const captureAuthorised = createBatchedStatement(
  async (tx, captures: { reference: string; amount: number; now: Date }[]): Promise<boolean[]> => {
    const { rows } = await sql<{ reference: string; captured: number }>`
      update demo_card_payment p set state = 'captured', captured = c.amount, updated_at = c.now
      from unnest(${captures.map(({ reference }) => reference)}::text[],
        ${captures.map(({ amount }) => amount)}::int[],
        ${captures.map(({ now }) => now)}::timestamptz[]) as c(reference, amount, now)
      where p.reference = c.reference and p.state = 'authorised' and c.amount <= p.amount
      returning p.reference, p.captured`.execute(tx)
    return captures.map(({ reference, amount }) =>
      rows.some((row) => row.reference === reference && row.captured === amount),
    )
  },
  demoBatch('captures'),
)

/** Notes that money goes back. false: it has gone back under this name before. */
export const addRefund = async (
  tx: Tx,
  refund: { refundKey: string; reference: string; amount: number },
  now: Date,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('demoCardRefund')
    .values({ ...refund, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const isRefunded = async (db: Tx, refundKey: string): Promise<boolean> =>
  (await db
    .selectFrom('demoCardRefund')
    .select('refundKey')
    .where('refundKey', '=', refundKey)
    .executeTakeFirst()) !== undefined

/** Payments whose dispute is to be reported: those disputed by now, and of those reported the ones that are decided. */
export const listDisputes = async (
  db: Tx,
  decidedBefore: Date,
  now: Date,
): Promise<{ reference: string; captured: number; reported: 'open' | null }[]> => {
  const { rows } = await sql<{ reference: string; captured: number; reported: 'open' | null }>`
    select reference, captured, dispute_reported as reported from demo_card_payment
    where disputed_at is not null and dispute_reported is distinct from 'lost' and state = 'captured'
      and disputed_at <= case when dispute_reported is null then ${now}::timestamptz
        else ${decidedBefore}::timestamptz end
    order by disputed_at`.execute(db)
  return rows
}

export const saveReported = async (db: Tx, reference: string, status: 'open' | 'lost'): Promise<void> => {
  await db
    .updateTable('demoCardPayment')
    .set({ disputeReported: status })
    .where('reference', '=', reference)
    .execute()
}

export type Behaviour = 'authorise' | 'decline' | 'challenge_pass' | 'challenge_fail' | 'pend' | 'dispute'

/** What is kept of a card. `expiry` is MMYY. */
export type ReadCard = {
  cardHolderName: string
  brand: string
  lastFour: string
  expiry: string
  behaviour: Behaviour
}
