import type { Actor, Operator } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { SecretKeys } from '#server/platform/secretKeys.ts'
import { transact } from '#server/platform/transact.ts'
import { recogniseDevice } from './devices.ts'
import { logInHere } from './logIn.ts'
import type { FinishedLogin, LoginHooks } from './logIn.ts'
import { mailboxOf } from './messages.ts'
import { codeEndsAt, rememberedDays } from './rules.ts'
import { confirmSecondFactor, createSecret, requireCode, stepAfterPassword } from './secondFactor.ts'
import { addCode, codeOwner, consumeCode } from './sql/sessions.ts'
import { digestOf, newToken } from './tokens.ts'

type Given = { challenge: string; code: string; rememberDevice: boolean; device: string | null }

/**
 * Finishes a log-in with a code.
 * @throws Refusal `challenge_expired`; `invalid_code` and `too_many`, which leave the challenge valid
 */
export const finishLogin = async (
  db: Database,
  { keys, ...loginHooks }: Pick<LoginHooks, 'mergeBasket'> & { keys: SecretKeys },
  actor: Actor,
  given: Given,
  now: Date,
): Promise<FinishedLogin> => {
  const customerId = await challengeOwner(db, actor.operator.id, given.challenge, now)
  const trustedDevice = await recogniseDevice(db, customerId, given.device)
  const useCode = await requireCode(db, keys, customerId, { code: given.code, device: trustedDevice }, now)
  return transact(db, async (tx) => {
    await useCode(tx)
    await consumeChallenge(tx, given.challenge, now)
    const until = given.rememberDevice ? new Date(now.getTime() + rememberedDays * 86_400_000) : undefined
    return logInHere(tx, loginHooks, actor, customerId, given.device, now, until)
  })
}

/** The secret for the app of a person who must set up a second factor. @throws Refusal `challenge_expired` */
export const beginSetupAtLogin = async (
  tx: Tx,
  keys: SecretKeys,
  { operator }: Pick<Actor, 'operator'>,
  challenge: string,
  now: Date,
): Promise<{ secret: string; uri: string }> => {
  const customerId = await setupOwner(tx, operator, challenge, now)
  return createSecret(tx, keys, operator, customerId, now)
}

/**
 * Turns codes on with a first one. The log-in waits until the person has saved the recovery codes.
 * @throws Refusal `challenge_expired`; `invalid_code`, `too_many`
 */
export const confirmSetupAtLogin = async (
  db: Database,
  keys: SecretKeys,
  { operator }: Pick<Actor, 'operator'>,
  { challenge, code }: { challenge: string; code: string },
  now: Date,
): Promise<{ recoveryCodes: string[]; challenge: string }> => {
  const customerId = await setupOwner(db, operator, challenge, now)
  const recoveryCodes = await confirmSecondFactor(db, keys, customerId, code, now)
  return transact(db, async (tx) => ({ recoveryCodes, challenge: await passChallenge(tx, challenge, now) }))
}

/** Logs in a person who has just set up a second factor. @throws Refusal `challenge_expired` */
export const finishSetup = async (
  tx: Tx,
  loginHooks: Pick<LoginHooks, 'mergeBasket'>,
  actor: Actor,
  { challenge, device }: { challenge: string; device: string | null },
  now: Date,
): Promise<FinishedLogin> => {
  const customerId = await consumePassedChallenge(tx, actor.operator.id, challenge, now)
  return logInHere(tx, loginHooks, actor, customerId, device, now)
}

/** A challenge from before the second factor was on is no way to replace it. */
const setupOwner = async (tx: Tx, operator: Operator, challenge: string, now: Date): Promise<number> => {
  const customerId = await challengeOwner(tx, operator.id, challenge, now)
  if ((await stepAfterPassword(tx, operator, customerId, null, now)) !== 'setup') throw challengeExpired()
  return customerId
}

/** Whose challenge this is. Wrong codes do not use it up. @throws Refusal `challenge_expired` */
const challengeOwner = async (tx: Tx, operatorId: number, challenge: string, now: Date): Promise<number> => {
  const owner = await codeOwner(tx, digestOf(challenge), 'second_factor', now)
  const customer = owner === undefined ? undefined : await mailboxOf(tx, owner.customerId)
  if (customer === undefined || customer.operatorId !== operatorId) throw challengeExpired()
  return customer.id
}

/** @returns whose it was @throws Refusal `challenge_expired`, also when a concurrent call was faster */
const consumeChallenge = async (tx: Tx, challenge: string, now: Date): Promise<number> => {
  const consumed = await consumeCode(tx, digestOf(challenge), 'second_factor', now)
  if (consumed === undefined) throw challengeExpired()
  return consumed.customerId
}

/** Replaces a challenge by one whose second step is done. @throws Refusal `challenge_expired` */
const passChallenge = async (tx: Tx, challenge: string, now: Date): Promise<string> => {
  const customerId = await consumeChallenge(tx, challenge, now)
  const passed = newToken()
  const expiresAt = codeEndsAt('second_factor_passed', now)
  await addCode(tx, { codeDigest: digestOf(passed), purpose: 'second_factor_passed', customerId, expiresAt })
  return passed
}

/** @returns whose it was @throws Refusal `challenge_expired` */
const consumePassedChallenge = async (
  tx: Tx,
  operatorId: number,
  challenge: string,
  now: Date,
): Promise<number> => {
  const consumed = await consumeCode(tx, digestOf(challenge), 'second_factor_passed', now)
  const customer = consumed === undefined ? undefined : await mailboxOf(tx, consumed.customerId)
  if (customer === undefined || customer.operatorId !== operatorId) throw challengeExpired()
  return customer.id
}

const challengeExpired = (): Refusal =>
  new Refusal('challenge_expired', (messages) => messages.sessions.challengeExpired)
