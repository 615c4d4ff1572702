import { hash, verify } from '@node-rs/argon2'
import type { Text } from '#server/messages/languages.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { invalid } from '#server/platform/errors.ts'
import { forgiveAttempt, limitRate } from '#server/platform/rateLimits.ts'
import type { BreachedPasswords } from '#server/providers/breached-passwords/range.ts'
import { passwordChanged } from './messages.ts'
import type { Mailbox } from './messages.ts'
import { currentPasswordLimit, whyWeakPassword } from './rules.ts'
import { passwordHashOf, setPassword } from './sql/people.ts'
import { endSessionsOf } from './sql/sessions.ts'

/** OWASP's first recommendation for argon2id: 19 MiB, two passes. */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A hash without a password, so that a login for an unknown person takes as long as any other. */
const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$/GqBYi11RpBrkGFtDuHWlw$bScLFEK1jE1sXRzg3Wq6mc+MZM/Bj9B6PJvEn7ex2lg'

/** The same characters are one sequence in this form (NFKC), whatever device they were typed on. */
const normalised = (password: string): string => password.normalize('NFKC')

export const hashOf = (password: string): Promise<string> => hash(normalised(password), strength)

/**
 * Verifies a password; takes the same time when there is none. Hashes older than normalisation are of what one device
 * typed: composed, decomposed, or as it is typed now.
 */
export const isPassword = async (
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> => {
  const forms = new Set([
    normalised(password),
    password,
    password.normalize('NFC'),
    password.normalize('NFD'),
  ])
  for (const form of forms) if (await verify(passwordHash ?? dummyHash, form)) return passwordHash != null
  return false
}

/** @throws Refusal `invalid` when the password is easy to guess */
export const requireStrongPassword = (
  password: string,
  about: { email: string; operatorName: string },
): void => {
  const why = whyWeakPassword(password, about)
  if (why !== null) throw invalid({ password: [why] })
}

/** Why a password that has been published may not be chosen; null for others, and when that is not known. */
export const whyBreached = async (breached: BreachedPasswords, password: string): Promise<Text | null> =>
  (await breached.isBreached(normalised(password))) ? (messages) => messages.sessions.passwordBreached : null

/**
 * Checks the current password, since the device may have been left logged in. Call it outside a transaction: failed
 * attempts must stay counted.
 * @throws Refusal `invalid` for a wrong password; `too_many`
 */
export const requirePasswordOf = async (
  db: Database,
  customerId: number,
  password: string | undefined,
  now: Date,
): Promise<void> => {
  if (password === undefined)
    throw invalid({ current_password: [(messages) => messages.sessions.currentPasswordRequired] })
  const bucket = `current password ${customerId}`
  await limitRate(db, bucket, currentPasswordLimit, now)
  if (!(await isPassword(await passwordHashOf(db, customerId), password))) {
    throw invalid({ current_password: [(messages) => messages.sessions.currentPasswordWrong] })
  }
  await forgiveAttempt(db, bucket)
}

/**
 * Sets a password, ends all sessions of the customer but one, and tells them by e-mail.
 * @param stoppedAddress the new address that a change of it waited to be confirmed for, whose links have ended
 */
export const changePassword = async (
  tx: Tx,
  { id: customerId, operatorId, email: to, firstName }: Omit<Mailbox, 'emailVerifiedAt'>,
  { password, stoppedAddress }: { password: string; stoppedAddress: string | null },
  but: Buffer | null,
  now: Date,
): Promise<void> => {
  await replacePassword(tx, customerId, password, but)
  if (to === '') return
  const facts = { customerId, firstName, changedAt: now.toISOString(), stoppedAddress }
  await sendNotice(tx, passwordChanged, { operatorId, to }, facts, now)
}

/** The first password of a person, which no message reports as changed. */
export const setFirstPassword = (tx: Tx, customerId: number, password: string): Promise<void> =>
  replacePassword(tx, customerId, password, null)

const replacePassword = async (
  tx: Tx,
  customerId: number,
  password: string,
  but: Buffer | null,
): Promise<void> => {
  await setPassword(tx, customerId, await hashOf(password))
  await endSessionsOf(tx, customerId, but)
}
