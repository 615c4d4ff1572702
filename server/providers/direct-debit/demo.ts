import type { Text } from '#server/messages/languages.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { DebitsUnavailable, readAccount } from './port.ts'
import type { DebitProvider, DebitReason, DebitState } from './port.ts'

/*
 * A small Direct Debit company: it knows mandates and collections, and moves no money. The sort code says how the
 * bank behind it behaves (README); any other one pays on the day.
 */

const behaviours: Readonly<Record<string, Behaviour>> = {
  '000002': 'refuse',
  '000003': 'refuse_first',
  '000004': 'cancel',
  '000005': 'slow',
}

/** How long the slow bank thinks: what is asked on Monday is known on Thursday, as with Bacs. */
const slowMs = 3 * 86_400_000

export const createDemoDebits = ({ db, clock }: { db: Database; clock: Clock }): DebitProvider => ({
  name: 'demo',

  setUp: async ({ key, account: typed }) => {
    const read = readAccount(typed)
    if ('errors' in read) {
      const [field, message] = Object.entries(read.errors)[0] as [keyof typeof typed, Text]
      return { state: 'refused', field, message }
    }
    const { accountName, sortCode, accountNumber } = read.account
    const behaviour = behaviours[sortCode] ?? 'pay'
    const accountEnding = accountNumber.slice(-2)
    await addMandate(db, { key, accountName, accountEnding, behaviour }, clock.now())
    return { state: 'active', reference: `demo-${key}` }
  },

  collect: ({ key, mandateKey, amount }) =>
    transact(db, async (tx) => {
      const now = clock.now()
      const mandate = await lockMandate(tx, mandateKey)
      if (mandate === undefined) throw new DebitsUnavailable(new Error('There is no such mandate.'))
      const earlier = await collectionsOf(tx, mandateKey)
      const existing = earlier.find((one) => one.key === key)
      if (existing !== undefined) {
        if (existing.state !== 'pending' || existing.decidedAt > now) return stateOf(existing)
        await markCollected(tx, key)
        return { state: 'collected' }
      }
      const { reason, thinks } = whatTheBankSays(mandate, earlier)
      const state = reason !== null ? 'failed' : thinks ? 'pending' : 'collected'
      const decidedAt = thinks ? new Date(now.getTime() + slowMs) : now
      const collection: DemoCollection = { key, mandateKey, amount, state, reason, decidedAt }
      await addCollection(tx, collection, now)
      if (reason === 'mandate_cancelled') await cancelMandate(tx, mandateKey)
      return stateOf(collection)
    }),

  end: ({ mandateKey }) =>
    transact(db, async (tx) => {
      if ((await lockMandate(tx, mandateKey)) !== undefined) await cancelMandate(tx, mandateKey)
    }),
})

const whatTheBankSays = (
  { state, behaviour }: DemoMandate,
  earlier: readonly DemoCollection[],
): { reason: DebitReason | null; thinks: boolean } => {
  const pays = { reason: null, thinks: false }
  if (state === 'cancelled') return { ...pays, reason: 'mandate_cancelled' }
  switch (behaviour) {
    case 'pay':
      return pays
    case 'refuse':
      return { ...pays, reason: 'no_funds' }
    case 'refuse_first':
      // Asked a second time it pays, and the next time it is asked anew it refuses again.
      return earlier.at(-1)?.state === 'failed' ? pays : { ...pays, reason: 'no_funds' }
    case 'cancel':
      // The customer goes to their bank after the first payment.
      return earlier.some((one) => one.state === 'collected')
        ? { ...pays, reason: 'mandate_cancelled' }
        : pays
    case 'slow':
      return { ...pays, thinks: true }
  }
}

const stateOf = ({ state, reason }: DemoCollection): DebitState =>
  state === 'failed' ? { state, reason: reason ?? 'no_funds' } : { state }

/*
 * The demo Direct Debit company's books. They stand in our database only because the demo lives in our server;
 * nothing outside this folder reads them.
 */

type Behaviour = 'pay' | 'refuse' | 'refuse_first' | 'cancel' | 'slow'

type DemoMandate = {
  key: string
  accountName: string
  accountEnding: string
  behaviour: Behaviour
  state: 'active' | 'cancelled'
}

type DemoCollection = {
  key: string
  mandateKey: string
  amount: number
  state: 'pending' | 'collected' | 'failed'
  reason: DebitReason | null
  /** When the bank has made up its mind. */
  decidedAt: Date
}

const addMandate = async (db: Tx, mandate: Omit<DemoMandate, 'state'>, now: Date): Promise<void> => {
  await db
    .insertInto('demoDebitMandate')
    .values({ ...mandate, createdAt: now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** Locked, so that what comes of two who ask at once is what comes of one. */
const lockMandate = async (tx: Tx, key: string): Promise<DemoMandate | undefined> =>
  await tx
    .selectFrom('demoDebitMandate')
    .select(['key', 'accountName', 'accountEnding', 'behaviour', 'state'])
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst()

/** Of a mandate that is over the name of the account is no longer needed. */
const cancelMandate = async (tx: Tx, key: string): Promise<void> => {
  await tx
    .updateTable('demoDebitMandate')
    .set({ state: 'cancelled', accountName: '' })
    .where('key', '=', key)
    .execute()
}

const collectionsOf = async (tx: Tx, mandateKey: string): Promise<DemoCollection[]> =>
  (await tx
    .selectFrom('demoDebitCollection')
    .select(['key', 'mandateKey', 'amount', 'state', 'reason', 'decidedAt'])
    .where('mandateKey', '=', mandateKey)
    .orderBy('createdAt')
    .orderBy('key')
    .execute()) as DemoCollection[]

const addCollection = async (tx: Tx, collection: DemoCollection, now: Date): Promise<void> => {
  await tx
    .insertInto('demoDebitCollection')
    .values({ ...collection, createdAt: now })
    .execute()
}

const markCollected = async (tx: Tx, key: string): Promise<void> => {
  await tx.updateTable('demoDebitCollection').set({ state: 'collected' }).where('key', '=', key).execute()
}
