import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Membership } from '#contract/memberships.ts'
import { localDay } from '#contract/time.ts'
import {
  cardInWords,
  hasRequestedDebit,
  insertMandate,
  mandatesOf,
  mandatesToEnd,
  moveMandate,
  setMethodOfWaiting,
  updateMembership,
} from './sql/collections.ts'
import type { MandateRow } from './sql/collections.ts'
import type { Text } from '#server/messages/languages.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { failInvariant, forbidden, invalid, loggedOut, Refusal } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { transact } from '#server/platform/transact.ts'
import { DebitsUnavailable, readAccount } from '#server/providers/direct-debit/port.ts'
import type { BankAccount, DebitProvider } from '#server/providers/direct-debit/port.ts'
import { lockMembership, lockPaidMembership, requirePaidMembership } from './change.ts'
import type { LockedMembership } from './change.ts'
import { listMemberships } from './list.ts'
import {
  membershipAccountChanged,
  membershipCardChanged,
  membershipPaymentsSetUp,
  membershipTakenOver,
} from './messages.ts'
import { nextCollectedOn, takeOverFrom } from './rules.ts'

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

/**
 * Collects a membership here from a billing day on, and tells the operator, whose other system has to stop then. The
 * caller has locked it and stored what it is collected from.
 * @param card the card; null: a bank account
 */
export const takeOver = async (
  tx: Tx,
  membership: Pick<
    LockedMembership,
    'id' | 'operatorId' | 'reference' | 'plan' | 'email' | 'firstName' | 'lastName' | 'takeOverEmail'
  >,
  { from, card }: { from: string; card: { brand: string; lastFour: string } | null },
  now: Date,
): Promise<void> => {
  const { id: membershipId, operatorId, reference, plan, email, firstName, lastName } = membership
  await updateMembership(tx, membershipId, { collectedHere: true, nextBillingOn: from })
  const facts = { membershipId, plan, from, card, at: now.toISOString() }
  const payer = `${firstName} ${lastName}`.trim()
  await sendNotice(
    tx,
    membershipTakenOver,
    { operatorId, to: membership.takeOverEmail },
    { ...facts, reference, payer },
    now,
  )
  if (email === '') return
  await sendNotice(tx, membershipPaymentsSetUp, { operatorId, to: email }, { ...facts, firstName }, now)
}

/* The card from which a membership is collected, and how its payer changes it. */

type CardPayment = {
  customerId: number | null
  transactionId: number | null
  /** The provider's reference of the saved card that paid, where it was one. */
  savedCard: string | null
  membershipIds?: readonly number[]
}

/**
 * From now on, memberships are collected from the card of a payment, instead of another card or a Direct Debit. Nothing
 * changes where the provider has not saved the card.
 */
export const collectFromCardOf = async (
  tx: Tx,
  { customerId, transactionId, savedCard, membershipIds = [] }: CardPayment,
  now: Date,
): Promise<void> => {
  if (membershipIds.length === 0 || customerId === null || transactionId === null) return
  const savedCardId = await cardOfPayment(tx, transactionId, customerId, savedCard)
  if (savedCardId === null) return
  for (const id of membershipIds) await collectFromCard(tx, id, savedCardId, now)
}

/** From now on, a membership is collected from a saved card, wherever it was collected before. A request in progress stays with what it began with. */
export const collectFromCard = async (tx: Tx, id: number, savedCardId: number, now: Date): Promise<void> => {
  const member = await lockMembership(tx, id)
  await updateMembership(tx, id, { paymentMethod: 'card', savedCardId })
  await setMethodOfWaiting(tx, id, 'card')
  const endsDirectDebit = member.paymentMethod === 'direct_debit'
  // A bank that has yet to answer is asked again by the mandate.
  if (endsDirectDebit && member.mandateId !== null && !(await hasRequestedDebit(tx, id)))
    await endMandateAtProvider(tx, member.mandateId)
  const { operatorId, email: to, firstName, plan, timezone } = member
  const from = takeOverFrom(member, localDay(now, timezone))
  if (from !== null) return takeOver(tx, member, { from, card: await cardInWords(tx, savedCardId) }, now)
  if (to === '') return
  const facts = {
    membershipId: id,
    firstName,
    plan,
    ...(await cardInWords(tx, savedCardId)),
    next: nextCollectedOn(member, localDay(now, timezone)),
    endsDirectDebit,
    at: now.toISOString(),
  }
  await sendNotice(tx, membershipCardChanged, { operatorId, to }, facts, now)
}

/** The card that was saved with a payment, or that it was made with. */
export const cardOfPayment = async (
  tx: Tx,
  transactionId: number,
  customerId: number,
  externalIdentifier: string | null,
): Promise<number | null> => {
  const row = await tx
    .selectFrom('savedCard')
    .select('id')
    .where('customerId', '=', customerId)
    .where((eb) =>
      eb.or([
        eb('transactionId', '=', transactionId),
        ...(externalIdentifier === null ? [] : [eb('externalIdentifier', '=', externalIdentifier)]),
      ]),
    )
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.id ?? null
}

/** The memberships of a payer whose failed payments these penalties are, where more is to be collected later. */
export const membershipsOwing = async (
  tx: Tx,
  payerId: number,
  penaltyIds: readonly number[],
): Promise<{ id: number; plan: string }[]> => {
  const { rows } = await sql<{ id: number; plan: string }>`
    select m.id, p.name as plan
    from membership m join membership_plan p on p.id = m.plan_id
    where m.payer_id = ${payerId} and m.collected_here and m.next_billing_on is not null and m.status <> 'ended'
      and m.id in (
        select c.membership_id from membership_collection c
        where c.penalty_id = any(${penaltyIds}::int[]) and c.state = 'failed'
      )
    order by m.id`.execute(tx)
  return rows
}
