import type { Tx } from '#server/platform/database.ts'
import type { DebitReason } from '#server/providers/direct-debit/port.ts'

/*
 * The demo Direct Debit company's books. They stand in our database only because the demo lives in our server;
 * nothing outside this folder reads them.
 */

export type Behaviour = 'pay' | 'refuse' | 'refuse_first' | 'cancel' | 'slow'

export type DemoMandate = {
  key: string
  accountName: string
  accountEnding: string
  behaviour: Behaviour
  state: 'active' | 'cancelled'
}

export type DemoCollection = {
  key: string
  mandateKey: string
  amount: number
  state: 'pending' | 'collected' | 'failed'
  reason: DebitReason | null
  /** When the bank has made up its mind. */
  decidedAt: Date
}

export const addMandate = async (db: Tx, mandate: Omit<DemoMandate, 'state'>, now: Date): Promise<void> => {
  await db
    .insertInto('demoDebitMandate')
    .values({ ...mandate, createdAt: now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** Locked, so that what comes of two who ask at once is what comes of one. */
export const lockMandate = async (tx: Tx, key: string): Promise<DemoMandate | undefined> =>
  await tx
    .selectFrom('demoDebitMandate')
    .select(['key', 'accountName', 'accountEnding', 'behaviour', 'state'])
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst()

/** Of a mandate that is over the name of the account is no longer needed. */
export const cancelMandate = async (tx: Tx, key: string): Promise<void> => {
  await tx
    .updateTable('demoDebitMandate')
    .set({ state: 'cancelled', accountName: '' })
    .where('key', '=', key)
    .execute()
}

export const collectionsOf = async (tx: Tx, mandateKey: string): Promise<DemoCollection[]> =>
  (await tx
    .selectFrom('demoDebitCollection')
    .select(['key', 'mandateKey', 'amount', 'state', 'reason', 'decidedAt'])
    .where('mandateKey', '=', mandateKey)
    .orderBy('createdAt')
    .orderBy('key')
    .execute()) as DemoCollection[]

export const addCollection = async (tx: Tx, collection: DemoCollection, now: Date): Promise<void> => {
  await tx
    .insertInto('demoDebitCollection')
    .values({ ...collection, createdAt: now })
    .execute()
}

export const markCollected = async (tx: Tx, key: string): Promise<void> => {
  await tx.updateTable('demoDebitCollection').set({ state: 'collected' }).where('key', '=', key).execute()
}
