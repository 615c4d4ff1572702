import { randomUUID } from 'node:crypto'
import type { Membership } from '#contract/memberships.ts'
import { localDay } from '#contract/time.ts'
import type { Text } from '#server/messages/languages.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { failInvariant, forbidden, invalid, loggedOut, Refusal } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { transact } from '#server/platform/transact.ts'
import { readAccount } from '#server/providers/direct-debit/account.ts'
import { DebitsUnavailable } from '#server/providers/direct-debit/port.ts'
import type { BankAccount, DebitProvider } from '#server/providers/direct-debit/port.ts'
import { lockPaidMembership, requirePaidMembership } from './change.ts'
import { listMemberships } from './list.ts'
import { membershipAccountChanged } from './messages.ts'
import { nextCollectedOn, takeOverFrom } from './rules.ts'
import {
  hasRequestedDebit,
  insertMandate,
  mandatesOf,
  mandatesToEnd,
  moveMandate,
  updateMembership,
} from './sql/collections.ts'
import type { MandateRow } from './sql/collections.ts'
import { takeOver } from './takeOver.ts'

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
): { account: BankAccount } | { wrong: Readonly<Record<string, Text>> } => {
  const read = readAccount(typed)
  if ('account' in read) return read
  const wrong = Object.entries(read.errors).map(([field, sentence]) => [
    fieldOf[field as keyof BankAccount],
    sentence,
  ])
  return { wrong: Object.fromEntries(wrong) as Record<string, Text> }
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
    throw new Refusal('provider_unavailable', (messages) => messages.memberships.debitUnavailable)
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

/**
 * Changes the bank account that a membership is collected from. The new mandate is set up before the old one ends, so
 * that there is always one to collect from. A membership that another system collects is collected here from then on.
 * @throws Refusal `not_found`, `not_changeable`, `provider_unavailable`; `invalid` by field of `bank_account`
 */
export const changeBankAccount = async (
  services: MandateServices,
  { person, customerId: payerId }: Actor,
  membershipId: number,
  typed: BankAccount,
  now: Date,
): Promise<Membership> => {
  if (payerId === null) throw loggedOut()
  // Staff do not enter the bank accounts of customers.
  if (person?.id !== payerId) throw forbidden()
  const { operatorId } = await requirePaidMembership(
    services.db,
    { payerId, membershipId, by: 'direct_debit' },
    now,
  )
  const read = parseAccount(typed)
  if ('wrong' in read)
    throw invalid(Object.fromEntries(Object.entries(read.wrong).map(([field, why]) => [field, [why]])))
  const { account } = read
  const mandateId = await setUpMandate(services, { operatorId, customerId: payerId, account }, now)
  try {
    await transact(services.db, (tx) => collectFromMandate(tx, { payerId, membershipId, mandateId }, now))
  } catch (error) {
    await endMandateAtProvider(services.db, mandateId)
    throw error
  }
  const memberships = await listMemberships(services.db, payerId, now)
  return memberships.find(({ id }) => id === membershipId) ?? failInvariant('a changed membership is missing')
}

/**
 * From now on, a membership is collected by a mandate instead of its present one, which ends. A request in progress
 * stays with the mandate it began with; that one ends when its bank has answered.
 */
const collectFromMandate = async (
  tx: Tx,
  { payerId, membershipId, mandateId }: { payerId: number; membershipId: number; mandateId: number },
  now: Date,
): Promise<void> => {
  const of = { payerId, membershipId, by: 'direct_debit' as const }
  const membership = await lockPaidMembership(tx, of, now)
  const { mandateId: before, operatorId, email: to, firstName, plan, timezone } = membership
  await updateMembership(tx, membershipId, { mandateId })
  if (before !== null && !(await hasRequestedDebit(tx, membershipId))) await endMandateAtProvider(tx, before)
  const from = takeOverFrom(membership, localDay(now, timezone))
  if (from !== null) return takeOver(tx, membership, { from, card: null }, now)
  if (to === '') return
  const facts = {
    membershipId,
    firstName,
    plan,
    next: nextCollectedOn(membership, localDay(now, timezone)),
    at: now.toISOString(),
  }
  await sendNotice(tx, membershipAccountChanged, { operatorId, to }, facts, now)
}
