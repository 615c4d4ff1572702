import type { Assertion } from '#contract/passkeys.ts'
import type { LoggedIn } from '#contract/sessions.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { forgiveAttempt, limitRate } from '#server/platform/rateLimits.ts'
import type { SecretKeys } from '#server/platform/secretKeys.ts'
import { transact } from '#server/platform/transact.ts'
import {
  challengeExpired,
  challengeOwner,
  consumeChallenge,
  consumePassedChallenge,
  passChallenge,
} from '#server/sessions/challenges/service.ts'
import { recogniseDevice, rememberDevice } from '#server/sessions/devices/service.ts'
import { passkeyLimit } from '#server/sessions/passkeys/rules.ts'
import { verifyPasskey } from '#server/sessions/passkeys/service.ts'
import type { RelyingParty } from '#server/sessions/passkeys/service.ts'
import {
  confirmSecondFactor,
  createSecret,
  requireCode,
  stepAfterPassword,
} from '#server/sessions/second-factor/service.ts'
import { rememberedDays } from '#server/sessions/second-factor/rules.ts'
import { logIn } from '#server/sessions/service.ts'
import type { LoginHooks, Session } from '#server/sessions/service.ts'

type FinishedLogin = Session & { answer: LoggedIn; device: string }

/**
 * Logs in by passkey, which stands for the password and the second factor.
 * @throws Refusal `passkey_refused`, `too_many`
 */
export const logInByPasskey = async (
  db: Database,
  loginHooks: Pick<LoginHooks, 'mergeBasket'>,
  actor: Actor,
  { site, credential, device }: { site: RelyingParty; credential: Assertion; device: string | null },
  now: Date,
): Promise<FinishedLogin> => {
  const bucket = `passkey log-in here ${actor.address}`
  await limitRate(db, bucket, passkeyLimit, now)
  const given = { credential, browser: device }
  const customerId = await verifyPasskey(db, actor.operator.id, site, given, now)
  await forgiveAttempt(db, bucket)
  return transact(db, (tx) => logInHere(tx, loginHooks, actor, customerId, device, now))
}

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

const logInHere = async (
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

/** The secret for the app of a person who must set up a second factor. @throws Refusal `challenge_expired` */
export const beginSetup = async (
  tx: Tx,
  keys: SecretKeys,
  { operator }: Pick<Actor, 'operator'>,
  challenge: string,
  now: Date,
): Promise<{ secret: string; uri: string }> => {
  const customerId = await setupOwner(tx, operator.id, challenge, now)
  return createSecret(tx, keys, operator, customerId, now)
}

/**
 * Turns codes on with a first one. The log-in waits until the person has saved the recovery codes.
 * @throws Refusal `challenge_expired`; `invalid_code`, `too_many`
 */
export const confirmSetup = async (
  db: Database,
  keys: SecretKeys,
  { operator }: Pick<Actor, 'operator'>,
  { challenge, code }: { challenge: string; code: string },
  now: Date,
): Promise<{ recoveryCodes: string[]; challenge: string }> => {
  const customerId = await setupOwner(db, operator.id, challenge, now)
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
const setupOwner = async (tx: Tx, operatorId: number, challenge: string, now: Date): Promise<number> => {
  const customerId = await challengeOwner(tx, operatorId, challenge, now)
  if ((await stepAfterPassword(tx, customerId, null, now)) !== 'setup') throw challengeExpired()
  return customerId
}
