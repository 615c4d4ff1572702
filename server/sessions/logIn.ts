import type { SecondStep } from '#contract/failure.ts'
import type { LoggedIn, LoggedInCustomer } from '#contract/sessions.ts'
import { basketOwner } from '#server/platform/actor.ts'
import type { Actor, BasketOwner, Operator } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { forgiveAttempt, limitRate } from '#server/platform/rateLimits.ts'
import { transact } from '#server/platform/transact.ts'
import { recogniseDevice, rememberDevice } from './devices.ts'
import { isPassword } from './passwords.ts'
import { codeEndsAt, loginLimits, placeIsFreeAfter } from './rules.ts'
import { stepAfterPassword } from './secondFactor.ts'
import { credentialsOf } from './sql/people.ts'
import { addCode, endSession, isInUse, lockWhoseLogInIsSingle } from './sql/sessions.ts'
import { createSession, digestOf, newToken } from './tokens.ts'
import type { Session } from './tokens.ts'
import { loadUser } from './user.ts'

/** What other nouns do on login and logout, injected because they are in higher tiers. */
export type LoginHooks = {
  /** Merges the visitor's basket into the customer's (wire §1.4). */
  mergeBasket: (
    tx: Tx,
    joining: { operatorId: number; uuid: string; owner: BasketOwner },
    now: Date,
  ) => Promise<void>
  /** Empties the caller's basket and frees its places. */
  emptyBasket: (tx: Tx, actor: Actor, now: Date) => Promise<void>
}

/**
 * Where the operator wants it, staff log in on one screen at a time.
 * @throws Refusal `logged_in_elsewhere`
 */
const requireOnePlace = async (
  tx: Tx,
  customerId: number,
  ownToken: Buffer | null,
  now: Date,
): Promise<void> => {
  if (!(await lockWhoseLogInIsSingle(tx, customerId))) return
  if (await isInUse(tx, customerId, ownToken, placeIsFreeAfter(now)))
    throw new Refusal('logged_in_elsewhere', (messages) => messages.sessions.loggedInElsewhere)
}

/** Logs in: merges the visitor's basket and returns the person for the answer. @throws Refusal `logged_in_elsewhere` */
export const logIn = async (
  tx: Tx,
  { mergeBasket }: Pick<LoginHooks, 'mergeBasket'>,
  { operator, basketUuid, site, person: before }: Pick<Actor, 'operator' | 'basketUuid' | 'site' | 'person'>,
  customerId: number,
  now: Date,
): Promise<Session & { answer: LoggedIn }> => {
  const user = await loadUser(tx, { operator, site }, customerId, now)
  if (user.role === 'staff') await requireOnePlace(tx, customerId, before?.tokenDigest ?? null, now)
  const session = await createSession(tx, customerId, now)
  const person = { id: customerId, role: user.role, tokenDigest: digestOf(session.token) }
  if (basketUuid !== null)
    await mergeBasket(tx, { operatorId: operator.id, uuid: basketUuid, owner: basketOwner(person) }, now)
  return { ...session, answer: presentLogIn(session.token, user) }
}

export type FinishedLogin = Session & { answer: LoggedIn; device: string }

export const logInHere = async (
  tx: Tx,
  loginHooks: Pick<LoginHooks, 'mergeBasket'>,
  actor: Actor,
  customerId: number,
  device: string | null,
  now: Date,
  secondFactorUntil?: Date,
): Promise<FinishedLogin> => ({
  ...(await logIn(tx, loginHooks, actor, customerId, now)),
  device: await rememberDevice(tx, customerId, device, now, secondFactorUntil),
})

/**
 * Logs in with e-mail address or reference. Attempts are counted outside any transaction and before the
 * password is checked, so that concurrent attempts count, too.
 * @throws Refusal `invalid_credentials`, the same and as slow for an unknown person; `too_many`;
 * `second_factor_required` and `second_factor_setup_required` with a challenge
 */
export const logInWithPassword = async (
  db: Database,
  loginHooks: Pick<LoginHooks, 'mergeBasket'>,
  actor: Actor,
  { username, password, device }: { username: string; password: string; device: string | null },
  now: Date,
): Promise<Session & { answer: LoggedIn; device: string }> => {
  const customer = await credentialsOf(db, actor.operator.id, username)
  const trustedDevice = customer === undefined ? null : await recogniseDevice(db, customer.id, device)
  const { operator, address } = actor
  const person = customer?.id ?? username
  const limits = loginLimits({ operatorId: operator.id, address, person, trustedDevice })
  for (const { bucket, allowed } of limits) await limitRate(db, bucket, allowed, now)
  const isRight = await isPassword(customer?.passwordHash, password)
  if (customer === undefined || !isRight)
    throw new Refusal('invalid_credentials', (messages) => messages.sessions.invalidCredentials)
  for (const { bucket } of limits) await forgiveAttempt(db, bucket)
  return loggedInOrChallenged(
    await transact(db, async (tx) => {
      const pending = await challengeFor(tx, operator, customer.id, device, now)
      if (pending !== null) return pending
      return {
        ...(await logIn(tx, loginHooks, actor, customer.id, now)),
        device: await rememberDevice(tx, customer.id, device, now),
      }
    }),
  )
}

/** Revokes the request's token and releases its basket. Does nothing for a visitor. */
export const logOut = async (
  tx: Tx,
  { emptyBasket }: Pick<LoginHooks, 'emptyBasket'>,
  actor: Actor,
  now: Date,
): Promise<void> => {
  await emptyBasket(tx, actor, now)
  if (actor.person !== null) await endSession(tx, actor.person.tokenDigest)
}

/*
 * Log-in in two steps. A right password gives a challenge, a token that stands for it in the second step. It is not a
 * session: all it can do is finish this log-in.
 */

type PendingLogin = { isSetup: boolean; secondStep: SecondStep }

/** A challenge when the person has a second step before them, else null. */
export const challengeFor = async (
  tx: Tx,
  operator: Pick<Operator, 'isTrial'>,
  customerId: number,
  device: string | null,
  now: Date,
): Promise<PendingLogin | null> => {
  const step = await stepAfterPassword(tx, operator, customerId, device, now)
  if (step === null) return null
  const challenge = newToken()
  const expiresAt = codeEndsAt('second_factor', now)
  await addCode(tx, { codeDigest: digestOf(challenge), purpose: 'second_factor', customerId, expiresAt })
  return { isSetup: step === 'setup', secondStep: { challenge, methods: step === 'setup' ? [] : step } }
}

/** Refuses a log-in that has a second step; its challenge is stored by now. */
export const loggedInOrChallenged = <T extends object>(outcome: T | PendingLogin): T => {
  if ('secondStep' in outcome) throw secondStepNeeded(outcome)
  return outcome
}

/** The refusal that carries the challenge; thrown once it is stored. */
const secondStepNeeded = ({ isSetup, secondStep }: PendingLogin): Refusal =>
  isSetup
    ? new Refusal('second_factor_setup_required', (messages) => messages.sessions.secondFactorSetupRequired, {
        fields: () => ({ secondStep }),
      })
    : new Refusal('second_factor_required', (messages) => messages.sessions.secondFactorRequired, {
        fields: () => ({ secondStep }),
      })

/**
 * The login answer. API clients look for the token and the person in different places, so both have them.
 */
const presentLogIn = (token: string, user: LoggedInCustomer): LoggedIn => ({
  status: 'success',
  token,
  user,
  data: { token },
  result: { homeVenueSlug: user.homeVenueSlug },
})
