import type { Database, Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import type { ReadCard } from './card.ts'

/*
 * The demo company's books. They stand in our database only because the demo lives in our server; nothing
 * outside this folder reads them.
 */

export type DemoCard = ReadCard & { identifier: string; sessionKey: string | null; saved: boolean }

export type DemoState =
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
] as const

export const addSession = async (db: Tx, sessionKey: string, expiresAt: Date): Promise<void> => {
  await db.insertInto('demoCardSession').values({ sessionKey, expiresAt }).execute()
}

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

/** Takes the names off the cards that payments were made with. */
export const forgetHolders = async (db: Tx, references: readonly string[]): Promise<void> => {
  if (references.length === 0) return
  await db
    .updateTable('demoCard')
    .set({ cardHolderName: '' })
    .where('identifier', 'in', (query) =>
      query.selectFrom('demoCardPayment').select('cardIdentifier').where('reference', 'in', references),
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

export const cardBy = async (db: Tx, identifier: string): Promise<DemoCard | undefined> => {
  const row = await db
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
    .where('identifier', '=', identifier)
    .executeTakeFirst()
  return row === undefined ? undefined : { ...row, behaviour: row.behaviour }
}

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

export const paymentBy = async (db: Tx, reference: string): Promise<DemoPayment | undefined> =>
  await db
    .selectFrom('demoCardPayment')
    .select(paymentColumns)
    .where('reference', '=', reference)
    .executeTakeFirst()

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
    const { numUpdatedRows } = await db
      .updateTable('demoCardPayment')
      .set({ ...change, updatedAt: now })
      .where('reference', '=', reference)
      .where('state', '=', payment.state)
      .where('refunded', '=', payment.refunded)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return { ...payment, ...change }
  }
}

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
