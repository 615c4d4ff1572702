import { randomUUID } from 'node:crypto'
import * as messages from '#server/messages/en/memberships.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { invalid, Refusal } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { transact } from '#server/platform/transact.ts'
import { readAccount } from '#server/providers/direct-debit/account.ts'
import { DebitsUnavailable } from '#server/providers/direct-debit/port.ts'
import type { BankAccount, DebitProvider } from '#server/providers/direct-debit/port.ts'
import { insertMandate, mandatesOf, mandatesToEnd, moveMandate } from './queries.ts'
import type { MandateRow } from './queries.ts'

export type MandateServices = { db: Database; debits: DebitProvider }

/** A request to the provider without an answer by then is lost. */
const requestTimeoutMs = 60 * 60_000

const fieldOf = {
  accountName: 'bank_account.account_name',
  sortCode: 'bank_account.sort_code',
  accountNumber: 'bank_account.account_number',
} as const

/** A bank account in digits, or a message for each invalid field. */
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
 * Sets up a mandate at the provider. The row is written before the call, so that a mandate whose answer is
 * lost is found and ended. Account details are passed on and never stored.
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
  const id = await insertMandate(db, {
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
    // The provider may have created the mandate, so it is ended.
    await moveMandate(db, id, ['requested'], { state: 'ending' })
    if (!(error instanceof DebitsUnavailable)) throw error
    throw new Refusal('provider_unavailable', messages.debitUnavailable)
  }
  if (result.state === 'refused') {
    await moveMandate(db, id, ['requested'], { state: 'refused', endedAt: now })
    throw invalid({ [fieldOf[result.field]]: [result.message] })
  }
  await moveMandate(db, id, ['requested'], { state: 'active', reference: result.reference })
  return id
}

/** Marks a mandate for ending; a job ends it at the provider. */
export const endMandateAtProvider = async (tx: Tx, id: number): Promise<void> => {
  await moveMandate(tx, id, ['requested', 'active'], { state: 'ending' })
}

/** Marks all mandates of a customer for ending. */
export const endMandatesAtProvider = async (tx: Tx, customerId: number): Promise<void> => {
  for (const id of await mandatesOf(tx, customerId)) await endMandateAtProvider(tx, id)
}

/** The bank reports that its customer has cancelled the mandate. */
export const markMandateEnded = async (tx: Tx, id: number, now: Date): Promise<void> => {
  await moveMandate(tx, id, ['active', 'ending'], { state: 'ended', endedAt: now })
}

/** Ends marked mandates at the provider. Idempotent, and safe on several nodes. */
export const endMandates = async (
  { db, debits, log }: MandateServices & { log: Log },
  now: Date,
): Promise<void> => {
  for (const mandate of await mandatesToEnd(db, new Date(now.getTime() - requestTimeoutMs), 50)) {
    try {
      await endOne({ db, debits }, mandate, now)
    } catch (error) {
      log.warn({ err: error, mandateId: mandate.id }, 'a mandate could not be ended yet')
    }
  }
}

const endOne = async ({ db, debits }: MandateServices, { id, key }: MandateRow, now: Date): Promise<void> => {
  // From here on it cannot become active.
  await moveMandate(db, id, ['requested'], { state: 'ending' })
  await debits.end({ mandateKey: key })
  await transact(db, (tx) => moveMandate(tx, id, ['ending'], { state: 'ended', endedAt: now }))
}
