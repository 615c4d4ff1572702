import type { LoggedIn } from '#contract/sessions.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { enqueue } from '#server/platform/queue.ts'
import { countAttempt } from '#server/platform/rateLimits.ts'
import { transact } from '#server/platform/transact.ts'
import { rememberDevice } from './devices.ts'
import { challengeFor, loggedInOrChallenged, logIn } from './logIn.ts'
import type { LoginHooks } from './logIn.ts'
import { loginLink, mailboxOf } from './messages.ts'
import { codeEndsAt, loginLinkLimit, loginLinkMinutes } from './rules.ts'
import { credentialsOf, findLoginLink } from './sql/people.ts'
import { addCode, consumeCode } from './sql/sessions.ts'
import { digestOf, newToken } from './tokens.ts'
import type { Session } from './tokens.ts'

/* Log-in without a password, by a link in an e-mail. */

/** Job that sends the e-mail. */
export const loginLinkJob = 'sessions.sendLoginLink'

/**
 * Requests a link. Neither the answer nor its time shows whether the person has an account: every request writes the
 * same job, and the job does the rest.
 * @param device what tells the requesting browser apart
 */
export const requestLoginLink = async (
  tx: Tx,
  operatorId: number,
  name: string,
  device: string,
  now: Date,
): Promise<void> => {
  const customer = await credentialsOf(tx, operatorId, name)
  const payload = { customerId: customer?.id ?? null, browser: digestOf(device).toString('hex') }
  await enqueue(tx, loginLinkJob, payload, { dueAt: now })
}

/**
 * Sends one link to a confirmed address; nothing beyond the limit for a person.
 * @param home the site's address from the settings: a request's Host header must not end up in an e-mail
 */
export const sendLoginLink = async (
  db: Database,
  home: string,
  payload: unknown,
  now: Date,
): Promise<void> => {
  const { customerId, browser } = payload as { customerId: number | null; browser: string }
  if (customerId === null) return
  await transact(db, async (tx) => {
    const customer = await mailboxOf(tx, customerId)
    if (customer === undefined || customer.email === '' || customer.emailVerifiedAt === null) return
    if ((await countAttempt(tx, `login link ${customerId}`, loginLinkLimit, now)) > 0) return
    const token = newToken()
    const codeDigest = digestOf(token)
    const { email, operatorId, firstName } = customer
    const code = { codeDigest, customerId, email, expiresAt: codeEndsAt('login_link', now) }
    await addCode(tx, { ...code, purpose: 'login_link', browserDigest: Buffer.from(browser, 'hex') })
    const request = codeDigest.toString('hex')
    const link = `${home}/login-link?code=${token}`
    const facts = { customerId, request, firstName, link, minutes: loginLinkMinutes }
    await sendNotice(tx, loginLink, { operatorId, to: email }, facts, now)
  })
}

/**
 * Logs in with the token of a link, which is used up. A second factor is still needed.
 * @throws Refusal `token_expired`, also once the address has changed; `other_browser` in a browser that did not request
 * the link, unless the person agrees: a stranger's link would log them in to the stranger's account;
 * `second_factor_required` and `second_factor_setup_required` with a challenge
 */
export const logInByLink = async (
  db: Database,
  loginHooks: Pick<LoginHooks, 'mergeBasket'>,
  actor: Actor,
  given: { token: string; inOtherBrowser: boolean; device: string | null },
  now: Date,
): Promise<Session & { answer: LoggedIn; device: string }> =>
  loggedInOrChallenged(
    await transact(db, async (tx) => {
      const codeDigest = digestOf(given.token)
      const link = await findLoginLink(tx, actor.operator.id, codeDigest, now)
      if (link === undefined) throw linkExpired()
      const isSame = given.device !== null && digestOf(given.device).equals(link.browserDigest)
      if (!isSame && !given.inOtherBrowser)
        throw new Refusal('other_browser', (messages) => messages.sessions.loginLinkOtherBrowser(link))
      const used = await consumeCode(tx, codeDigest, 'login_link', now, link.browserDigest)
      if (used === undefined) throw linkExpired()
      const pending = await challengeFor(tx, actor.operator, link.customerId, given.device, now)
      if (pending !== null) return pending
      return {
        ...(await logIn(tx, loginHooks, actor, link.customerId, now)),
        device: await rememberDevice(tx, link.customerId, given.device, now),
      }
    }),
  )

const linkExpired = (): Refusal => new Refusal('token_expired', (messages) => messages.sessions.linkExpired)
