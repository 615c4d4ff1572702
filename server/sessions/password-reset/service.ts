import type { LoggedIn } from '#contract/sessions.ts'
import * as messages from '#server/messages/en/sessions.ts'
import type { Actor, Operator } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'
import { proveAddress, withdrawAddressChange } from '#server/sessions/addresses/service.ts'
import { challengeFor } from '#server/sessions/challenges/service.ts'
import { consumeCode, mailboxOf } from '#server/sessions/codes/service.ts'
import { changePassword, requireStrongPassword } from '#server/sessions/passwords/service.ts'
import { loggedInOrChallenged, logIn } from '#server/sessions/service.ts'
import type { LoginHooks, Session } from '#server/sessions/service.ts'
import { digestOf } from '#server/sessions/tokens/service.ts'

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
      const pending = await challengeFor(tx, customerId, null, now)
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
    throw new Refusal('token_expired', messages.linkExpired)
  }
  requireStrongPassword(password, { email: customer.email, operatorName: operator.name })
  await changePassword(tx, customer, password, null, now)
  await withdrawAddressChange(tx, customer.id)
  await proveAddress(tx, customer.id, customer.email, now)
  return customer.id
}
