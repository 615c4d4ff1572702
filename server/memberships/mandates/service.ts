import { randomUUID } from 'node:crypto'
import type { Database, Tx } from '#server/platform/database.ts'
import { invalid, Refusal } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { transact } from '#server/platform/transact.ts'
import { readAccount } from '#server/providers/direct-debit/account.ts'
import { DebitsUnavailable } from '#server/providers/direct-debit/port.ts'
import type { BankAccount, DebitProvider } from '#server/providers/direct-debit/port.ts'
import * as rows from './queries.ts'
import type { MandateRow } from './queries.ts'

export type { MandateRow } from './queries.ts'
export { mandateById } from './queries.ts'

export type MandateServices = { db: Database; debits: DebitProvider }

/** A call to the company that has not come back by then never will. */
const requestTimeoutMs = 60 * 60_000

const fieldOf = {
  accountName: 'bank_account.account_name',
  sortCode: 'bank_account.sort_code',
  accountNumber: 'bank_account.account_number',
} as const

/** A bank account in digits, or the sentence for each field of the request that is wrong. */
export const parseAccount = (
  typed: BankAccount,
): { account: BankAccount } | { wrong: Readonly<Record<string, string>> } => {
  const read = readAccount(typed)
  if ('account' in read) return read
  const wrong = Object.entries(read.errors).map(([field, sentence]) => [
    fieldOf[field as keyof BankAccount],
    sentence,
  ])
  return { wrong: Object.fromEntries(wrong) as Record<string, string> }
}

/**
 * Sets a mandate up at the company. It is written down before the company is asked, so that one whose answer was
 * lost is found and ended. The account is handed on and kept nowhere here.
 * @returns the mandate's id
 * @throws Refusal `invalid` by field of `bank_account`; `provider_unavailable`
 */
export const setUpMandate = async (
  { db, debits }: MandateServices,
  of: { operatorId: number; customerId: number; account: BankAccount },
  now: Date,
): Promise<number> => {
  const { operatorId, customerId, account } = of
  const key = randomUUID()
  const id = await rows.insertMandate(db, {
    operatorId,
    customerId,
    provider: debits.name,
    key,
    createdAt: now,
  })
  let result
  try {
    result = await debits.setUp({ key, account })
  } catch (error) {
    // Nobody knows what the company did. Whatever it was, it is ended.
    await rows.moveMandate(db, id, ['requested'], { state: 'ending' })
    if (!(error instanceof DebitsUnavailable)) throw error
    throw new Refusal(
      'provider_unavailable',
      'A Direct Debit cannot be set up at the moment. Please try again shortly, or pay by card.',
    )
  }
  if (result.state === 'refused') {
    await rows.moveMandate(db, id, ['requested'], { state: 'refused', endedAt: now })
    throw invalid({ [fieldOf[result.field]]: [result.message] })
  }
  await rows.moveMandate(db, id, ['requested'], { state: 'active', reference: result.reference })
  return id
}

/** A mandate that nobody needs any more; the company is told by the job. */
export const endMandateAtProvider = async (tx: Tx, id: number): Promise<void> => {
  await rows.moveMandate(tx, id, ['requested', 'active'], { state: 'ending' })
}

/** The same of all mandates that somebody has given. */
export const endMandatesAtProvider = async (tx: Tx, customerId: number): Promise<void> => {
  for (const id of await rows.mandatesOf(tx, customerId)) await endMandateAtProvider(tx, id)
}

/** The bank says that its customer has ended it. */
export const markMandateEnded = async (tx: Tx, id: number, now: Date): Promise<void> => {
  await rows.moveMandate(tx, id, ['active', 'ending'], { state: 'ended', endedAt: now })
}

/** Tells the company of mandates that are over. Safe to do twice and on several nodes. */
export const endMandates = async (
  { db, debits, log }: MandateServices & { log: Log },
  now: Date,
): Promise<void> => {
  for (const mandate of await rows.mandatesToEnd(db, new Date(now.getTime() - requestTimeoutMs), 50)) {
    try {
      await endOne({ db, debits }, mandate, now)
    } catch (error) {
      log.warn({ err: error, mandateId: mandate.id }, 'a mandate could not be ended yet')
    }
  }
}

const endOne = async ({ db, debits }: MandateServices, { id, key }: MandateRow, now: Date): Promise<void> => {
  // From here on it can become active no more.
  await rows.moveMandate(db, id, ['requested'], { state: 'ending' })
  await debits.end({ mandateKey: key })
  await transact(db, (tx) => rows.moveMandate(tx, id, ['ending'], { state: 'ended', endedAt: now }))
}
