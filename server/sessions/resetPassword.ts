import type { LoggedIn } from '#contract/sessions.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Actor, Operator } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { enqueue } from '#server/platform/queue.ts'
import { countAttempt } from '#server/platform/rateLimits.ts'
import { transact } from '#server/platform/transact.ts'
import { proveAddress, stopEmailChange } from './emailAddress.ts'
import { challengeFor, loggedInOrChallenged, logIn } from './logIn.ts'
import type { LoginHooks } from './logIn.ts'
import { mailboxOf, passwordReset } from './messages.ts'
import { changePassword, requireStrongPassword } from './passwords.ts'
import { codeEndsAt, resetLimit } from './rules.ts'
import { credentialsOf } from './sql/people.ts'
import { addCode, consumeCode } from './sql/sessions.ts'
import { digestOf, newToken } from './tokens.ts'
import type { Session } from './tokens.ts'

/** Job that sends the e-mail. */
export const resetLinkJob = 'sessions.sendResetLink'

/**
 * Requests a password reset link. Neither the answer nor its time shows whether the person has an account:
 * every request writes the same job, and the job does the rest.
 */
export const requestPasswordReset = async (
  tx: Tx,
  operatorId: number,
  name: string,
  now: Date,
): Promise<void> => {
  const customer = await credentialsOf(tx, operatorId, name)
  await enqueue(tx, resetLinkJob, { customerId: customer?.id ?? null }, { dueAt: now })
}

/**
 * Sends one link: an hour, one use; nothing beyond the limit for a person.
 * @param home the site's address from the settings: a request's Host header must not end up in an e-mail
 */
export const sendResetLink = async (
  db: Database,
  home: string,
  payload: unknown,
  now: Date,
): Promise<void> => {
  const { customerId } = payload as { customerId: number | null }
  if (customerId === null) return
  await transact(db, async (tx) => {
    const customer = await mailboxOf(tx, customerId)
    if (customer === undefined || customer.email === '') return
    if ((await countAttempt(tx, `reset ${customerId}`, resetLimit, now)) > 0) return
    const token = newToken()
    const codeDigest = digestOf(token)
    const expiresAt = codeEndsAt('reset_password', now)
    const { email } = customer
    await addCode(tx, { codeDigest, purpose: 'reset_password', customerId, expiresAt, email })
    await sendNotice(
      tx,
      passwordReset,
      { operatorId: customer.operatorId, to: customer.email },
      {
        customerId,
        request: codeDigest.toString('hex'),
        firstName: customer.firstName,
        link: `${home}/new-password?code=${token}`,
        minutes: 60,
      },
      now,
    )
  })
}

/**
 * Sets the new password and logs in; every other session of the customer ends, and so does a change of address that
 * is not made yet. The link proves the address it was sent to.
 * @throws Refusal `token_expired`; `invalid` for a weak password, which leaves the link valid;
 * `second_factor_required` and `second_factor_setup_required` with a challenge, when the new password is saved
 */
export const resetPassword = async (
  db: Database,
  loginHooks: Pick<LoginHooks, 'mergeBasket'>,
  actor: Actor,
  given: { token: string; password: string },
  now: Date,
): Promise<Session & { answer: LoggedIn }> =>
  loggedInOrChallenged(
    await transact(db, async (tx) => {
      const customerId = await replaceForgottenPassword(tx, actor.operator, given, now)
      const pending = await challengeFor(tx, actor.operator, customerId, null, now)
      return pending ?? logIn(tx, loginHooks, actor, customerId, now)
    }),
  )

const replaceForgottenPassword = async (
  tx: Tx,
  operator: Pick<Operator, 'id' | 'name'>,
  { token, password }: { token: string; password: string },
  now: Date,
): Promise<number> => {
  const spent = await consumeCode(tx, digestOf(token), 'reset_password', now)
  const customer = spent === undefined ? undefined : await mailboxOf(tx, spent.customerId)
  if (customer === undefined || customer.operatorId !== operator.id) {
    throw new Refusal('token_expired', (messages) => messages.sessions.linkExpired)
  }
  requireStrongPassword(password, { email: customer.email, operatorName: operator.name })
  const stoppedAddress = await stopEmailChange(tx, customer.id)
  await changePassword(tx, customer, { password, stoppedAddress }, null, now)
  await proveAddress(tx, customer.id, customer.email, now)
  return customer.id
}
