import { sql } from 'kysely'
import type { EmailConfirmed } from '#contract/sessions.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { countAttempt, limitRate } from '#server/platform/rateLimits.ts'
import { transact, transactOrUndo } from '#server/platform/transact.ts'
import { addressChanged, addressTaken, mailboxOf, newAddress, oldAddress, verifyAddress } from './messages.ts'
import type { Mailbox } from './messages.ts'
import { addressMailLimit, codeEndsAt, confirmationDays } from './rules.ts'
import {
  changeOf,
  confirmEnd,
  consumeAddressCode,
  deleteStaleChanges,
  unopposedChanges,
} from './sql/people.ts'
import type { EmailChange } from './sql/people.ts'
import { addCode, endSessionsOf } from './sql/sessions.ts'
import { digestOf, newToken } from './tokens.ts'

/*
 * An e-mail address belongs to an account once a link that was sent to it has been followed. Until then the account
 * works, and nothing that belongs to the address is shown to it.
 */

/** A code for the link that proves the customer's address. */
export const createVerification = async (
  tx: Tx,
  { id: customerId, email }: { id: number; email: string },
  now: Date,
): Promise<string> => createAddressCode(tx, 'verify_email', customerId, email, now)

const createAddressCode = async (
  tx: Tx,
  purpose: 'verify_email' | 'new_email' | 'old_email',
  customerId: number,
  email: string,
  now: Date,
): Promise<string> => {
  const token = newToken()
  await addCode(tx, {
    codeDigest: digestOf(token),
    purpose,
    customerId,
    email,
    expiresAt: codeEndsAt(purpose, now),
  })
  return token
}

/**
 * Sends the links again that an account waits for: for its address, or for a change of it. The answer is the same
 * whether there is anything to prove.
 * @throws Refusal `too_many`
 */
export const resendEmailLinks = async (db: Database, customerId: number, now: Date): Promise<void> => {
  await limitRate(db, `address links of ${customerId}`, addressMailLimit, now)
  await transact(db, async (tx) => {
    const customer = await mailboxOf(tx, customerId)
    if (customer === undefined) return
    const change = await changeOf(tx, customerId)
    if (change !== undefined) await sendChangeLinks(tx, customer, change, now)
    else if (customer.email !== '' && customer.emailVerifiedAt === null) {
      const { operatorId, email: to, firstName } = customer
      const facts = { customerId, firstName, requestedAt: now.toISOString() }
      const code = await createVerification(tx, customer, now)
      await sendNotice(tx, verifyAddress, { operatorId, to }, { ...facts, code }, now)
    }
  })
}

/**
 * Asks both ends for a change of address, which is made once both have confirmed it, or when the old end has let a
 * week pass. Nothing shows whether the new address is another customer's: its owner is told by mail.
 */
export const requestEmailChange = async (
  tx: Tx,
  customerId: number,
  { email, tokenDigest }: { email: string; tokenDigest: Buffer },
  now: Date,
): Promise<void> => {
  const customer = await mailboxOf(tx, customerId)
  if (customer === undefined) return
  const needsOld = customer.email !== '' && customer.emailVerifiedAt !== null
  const change: EmailChange = {
    customerId,
    email,
    requestedAt: now,
    tokenDigest,
    newConfirmedAt: null,
    oldConfirmedAt: needsOld ? null : now,
  }
  await replaceChange(tx, change)
  await endSessionsOf(tx, customerId, tokenDigest)
  await sendChangeLinks(tx, customer, change, now)
}

/** Stores a change of address; an earlier one of the customer is replaced, and its links end. */
const replaceChange = async (tx: Tx, change: EmailChange): Promise<void> => {
  await deleteChange(tx, change.customerId)
  await tx.insertInto('emailChange').values(change).execute()
}

const sendChangeLinks = async (
  tx: Tx,
  { operatorId, email: oldEmail, firstName }: Mailbox,
  { customerId, email: newEmail, newConfirmedAt, oldConfirmedAt }: EmailChange,
  now: Date,
): Promise<void> => {
  const facts = { customerId, firstName, requestedAt: now.toISOString() }
  // One address gets few of these, whoever asks: an account is not a way to fill a stranger's mailbox.
  const isLimited = (await countAttempt(tx, `address mail ${newEmail}`, addressMailLimit, now)) > 0
  if (newConfirmedAt === null && !isLimited) {
    const to = { operatorId, to: newEmail }
    if (await isAddressTaken(tx, operatorId, newEmail, customerId))
      await sendNotice(tx, addressTaken, to, { customerId, requestedAt: now.toISOString() }, now)
    else {
      const code = await createAddressCode(tx, 'new_email', customerId, newEmail, now)
      await sendNotice(tx, newAddress, to, { ...facts, code }, now)
    }
  }
  if (oldConfirmedAt === null && oldEmail !== '') {
    const code = await createAddressCode(tx, 'old_email', customerId, oldEmail, now)
    await sendNotice(tx, oldAddress, { operatorId, to: oldEmail }, { ...facts, code }, now)
  }
}

export const isAddressTaken = async (
  tx: Tx,
  operatorId: number,
  email: string,
  but: number,
): Promise<boolean> => {
  const row = await tx
    .selectFrom('customer')
    .select('id')
    .where('operatorId', '=', operatorId)
    .where('id', '<>', but)
    .where('email', '=', email)
    .where('email', '<>', '')
    .executeTakeFirst()
  return row !== undefined
}

/** Marks the address as proved, if the customer still has it. @returns whether they have */
const markVerified = async (tx: Tx, customerId: number, email: string, now: Date): Promise<boolean> => {
  const { rows } = await sql`
    update customer set email_verified_at = coalesce(email_verified_at, ${now})
    where id = ${customerId} and email <> '' and email = ${email} and closed_at is null
    returning id`.execute(tx)
  return rows.length > 0
}

/** Records that the customer has shown the address to be theirs. */
export const proveAddress = markVerified

const deleteChange = async (tx: Tx, customerId: number): Promise<boolean> => {
  await tx
    .deleteFrom('oneTimeCode')
    .where('customerId', '=', customerId)
    .where('purpose', 'in', ['new_email', 'old_email'])
    .execute()
  const { numDeletedRows } = await tx
    .deleteFrom('emailChange')
    .where('customerId', '=', customerId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Withdraws a change of address that is not made yet; its links end. */
export const withdrawEmailChange = deleteChange

/** The same with a new password, which ends the links of the change. @returns the address that was asked for, or null */
export const stopEmailChange = async (tx: Tx, customerId: number): Promise<string | null> => {
  const address = await pendingAddressOf(tx, customerId)
  if (address !== null) await deleteChange(tx, customerId)
  return address
}

/** The address that a customer has asked for and not yet confirmed, or null. */
export const pendingAddressOf = async (tx: Tx, customerId: number): Promise<string | null> =>
  (await changeOf(tx, customerId))?.email ?? null

/**
 * Confirms an address with the code of a link, or refuses a change from the old one. It does not log in.
 * @throws Refusal `token_expired`
 */
export const confirmEmail = async (
  tx: Tx,
  operatorId: number,
  { token, refuse }: { token: string; refuse: boolean },
  now: Date,
): Promise<EmailConfirmed> => {
  const spent = await consumeAddressCode(tx, digestOf(token), now)
  const customer = spent === undefined ? undefined : await mailboxOf(tx, spent.customerId)
  if (spent === undefined || customer === undefined || customer.operatorId !== operatorId) throw expired()
  const { customerId, email } = spent
  if (spent.purpose === 'verify_email') {
    if (!(await markVerified(tx, customerId, email, now))) throw expired()
    return { status: 'success', result: 'verified', email }
  }
  if (refuse) {
    await deleteChange(tx, customerId)
    return { status: 'success', result: 'refused', email: customer.email }
  }
  const end = spent.purpose === 'new_email' ? 'newConfirmedAt' : 'oldConfirmedAt'
  const change = await confirmEnd(tx, customerId, end, now)
  if (change === undefined) throw expired()
  // The old end keeps its say: it may still refuse what it has not confirmed.
  if (change.newConfirmedAt === null || change.oldConfirmedAt === null)
    return {
      status: 'success',
      result: change.newConfirmedAt === null ? 'new_address_pending' : 'old_address_pending',
      email: change.email,
    }
  if (!(await makeChange(tx, customer, change, now))) throw expired()
  return { status: 'success', result: 'changed', email: change.email }
}

const expired = (): Refusal => new Refusal('token_expired', (messages) => messages.sessions.linkExpired)

/** Makes a confirmed change: other sessions and links end, and the old address is told. */
const makeChange = async (
  tx: Tx,
  { operatorId, email: oldEmail, firstName }: Mailbox,
  { customerId, email, tokenDigest }: EmailChange,
  now: Date,
): Promise<boolean> => {
  await deleteChange(tx, customerId)
  if (!(await assignAddress(tx, customerId, email, now))) return false
  await endSessionsOf(tx, customerId, tokenDigest)
  if (oldEmail !== '') {
    const facts = { customerId, firstName, changedAt: now.toISOString() }
    await sendNotice(tx, addressChanged, { operatorId, to: oldEmail }, facts, now)
  }
  return true
}

/** Gives the customer the proved address. @returns false when it is another's; the transaction is aborted then */
export const assignAddress = async (
  tx: Tx,
  customerId: number,
  email: string,
  now: Date,
): Promise<boolean> => {
  try {
    const { rows } = await sql`
      update customer set email = ${email}, email_verified_at = ${now}
      where id = ${customerId} and closed_at is null returning id`.execute(tx)
    return rows.length > 0
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === 'customer_email') return false
    throw error
  }
}

/** Makes changes that the old end has let pass, and forgets those that the new end has not confirmed. */
export const settleEmailChanges = async (db: Database, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - confirmationDays * 86_400_000)
  for (const change of await unopposedChanges(db, before)) {
    const isSettled = await transactOrUndo(db, async (tx) => {
      const customer = await mailboxOf(tx, change.customerId)
      const current = await confirmEnd(tx, change.customerId, 'oldConfirmedAt', now)
      if (customer === undefined || current?.newConfirmedAt == null) return true
      return (await makeChange(tx, customer, current, now)) || null
    })
    // Another account has the address by now, so the change can never be made.
    if (isSettled === null) await transact(db, (tx) => deleteChange(tx, change.customerId))
  }
  await deleteStaleChanges(db, before)
}
