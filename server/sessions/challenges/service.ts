import type { SecondStep } from '#contract/failure.ts'
import * as messages from '#server/messages/en/sessions.ts'
import type { Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { addCode, codeOwner, consumeCode, mailboxOf } from '#server/sessions/codes/service.ts'
import { codeEndsAt } from '#server/sessions/rules.ts'
import { stepAfterPassword } from '#server/sessions/second-factor/service.ts'
import { digestOf, newToken } from '#server/sessions/tokens/service.ts'

/*
 * Log-in in two steps. A right password gives a challenge, a token that stands for it in the second step. It is not a
 * session: all it can do is finish this log-in.
 */

export type PendingLogin = { isSetup: boolean; secondStep: SecondStep }

/** A challenge when the person has a second step before them, else null. */
export const challengeFor = async (
  tx: Tx,
  customerId: number,
  device: string | null,
  now: Date,
): Promise<PendingLogin | null> => {
  const step = await stepAfterPassword(tx, customerId, device, now)
  if (step === null) return null
  const challenge = newToken()
  const expiresAt = codeEndsAt('second_factor', now)
  await addCode(tx, { codeDigest: digestOf(challenge), purpose: 'second_factor', customerId, expiresAt })
  return { isSetup: step === 'setup', secondStep: { challenge, methods: step === 'setup' ? [] : step } }
}

/** The refusal that carries the challenge; thrown once it is stored. */
export const secondStepNeeded = ({ isSetup, secondStep }: PendingLogin): Refusal =>
  isSetup
    ? new Refusal('second_factor_setup_required', messages.secondFactorSetupRequired, {
        fields: { secondStep },
      })
    : new Refusal('second_factor_required', messages.secondFactorRequired, { fields: { secondStep } })

/** Whose challenge this is. Wrong codes do not use it up. @throws Refusal `challenge_expired` */
export const challengeOwner = async (
  tx: Tx,
  operatorId: number,
  challenge: string,
  now: Date,
): Promise<number> => {
  const owner = await codeOwner(tx, digestOf(challenge), 'second_factor', now)
  const customer = owner === undefined ? undefined : await mailboxOf(tx, owner.customerId)
  if (customer === undefined || customer.operatorId !== operatorId) throw challengeExpired()
  return customer.id
}

/** @returns whose it was @throws Refusal `challenge_expired`, also when a concurrent call was faster */
export const consumeChallenge = async (tx: Tx, challenge: string, now: Date): Promise<number> => {
  const consumed = await consumeCode(tx, digestOf(challenge), 'second_factor', now)
  if (consumed === undefined) throw challengeExpired()
  return consumed.customerId
}

/** Replaces a challenge by one whose second step is done. @throws Refusal `challenge_expired` */
export const passChallenge = async (tx: Tx, challenge: string, now: Date): Promise<string> => {
  const customerId = await consumeChallenge(tx, challenge, now)
  const passed = newToken()
  const expiresAt = codeEndsAt('second_factor_passed', now)
  await addCode(tx, { codeDigest: digestOf(passed), purpose: 'second_factor_passed', customerId, expiresAt })
  return passed
}

/** @returns whose it was @throws Refusal `challenge_expired` */
export const consumePassedChallenge = async (
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

export const challengeExpired = (): Refusal => new Refusal('challenge_expired', messages.challengeExpired)
