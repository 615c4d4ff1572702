import { randomBytes, randomInt } from 'node:crypto'
import { normalCode } from '#contract/identifiers.ts'
import type { SecondFactorState } from '#contract/second-factor.ts'
import { instant } from '#contract/time.ts'
import type { Operator } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { invalid, notFound, Refusal } from '#server/platform/errors.ts'
import { forgiveAttempt, limitRate } from '#server/platform/rateLimits.ts'
import { decryptSecret, encryptSecret, isOutdated } from '#server/platform/secretKeys.ts'
import type { SecretKeys } from '#server/platform/secretKeys.ts'
import { transact } from '#server/platform/transact.ts'
import { mailboxOf, sendLoginChange } from './messages.ts'
import { hashOf, isPassword, requirePasswordOf } from './passwords.ts'
import {
  appSecretOf,
  codeLimit,
  isAppCode,
  isSecondFactorRequired,
  nextStepOf,
  recoveryCodeCount,
  recoveryCodeFrom,
  secretBytes,
  stepOf,
} from './rules.ts'
import type { NextStep } from './rules.ts'
import {
  confirmSecret,
  consumeRecoveryCode,
  consumeStep,
  deleteSecondFactor,
  findSecondFactor,
  pendingSecret,
  recoveryCodesOf,
  replaceRecoveryCodes,
  replaceStoredSecret,
  saveSecret,
} from './sql/secondFactor.ts'
import type { SecondFactorRow } from './sql/secondFactor.ts'
import { digestOf } from './tokens.ts'

/*
 * The second factor of a person: codes of an app, and recovery codes for when the app is lost. How a log-in goes on
 * with it is in server/sessions/finishLogin.ts.
 */

/** What is left to do after the right password in this browser. */
export const stepAfterPassword = async (
  tx: Tx,
  { isTrial = false }: Pick<Operator, 'isTrial'>,
  customerId: number,
  device: string | null,
  now: Date,
): Promise<NextStep> => {
  const row = await factorOf(tx, customerId, device)
  return nextStepOf({ ...row, isTrial, isOn: row.confirmedAt !== null }, now)
}

const factorOf = async (
  tx: Tx,
  customerId: number,
  device: string | null = null,
): Promise<SecondFactorRow> => {
  const row = await findSecondFactor(tx, customerId, device === null ? null : digestOf(device))
  if (row === undefined) throw notFound()
  return row
}

export const readSecondFactor = async (
  tx: Tx,
  { isTrial = false }: Pick<Operator, 'isTrial'>,
  customerId: number,
): Promise<SecondFactorState> => {
  const { confirmedAt, recoveryCodesLeft, ...row } = await factorOf(tx, customerId)
  return {
    onSince: confirmedAt === null ? null : instant(confirmedAt),
    recoveryCodesLeft: confirmedAt === null ? 0 : recoveryCodesLeft,
    isRequired: isSecondFactorRequired({ ...row, isTrial }),
  }
}

/** Binds a stored secret to its person: copied to another's row it is no secret. */
const ownerOf = (customerId: number): string => `second factor of customer ${customerId}`

type AppSecret = { secret: string; uri: string }

/** A secret for the app of a logged-in person. @throws Refusal `invalid` for a wrong password; `already_on` */
export const beginSecondFactor = async (
  db: Database,
  keys: SecretKeys,
  operator: Pick<Operator, 'name'>,
  customerId: number,
  currentPassword: string,
  now: Date,
): Promise<AppSecret> => {
  await requirePasswordOf(db, customerId, currentPassword, now)
  return transact(db, (tx) => createSecret(tx, keys, operator, customerId, now))
}

/** @throws Refusal `already_on` */
export const createSecret = async (
  tx: Tx,
  keys: SecretKeys,
  { name }: Pick<Operator, 'name'>,
  customerId: number,
  now: Date,
): Promise<AppSecret> => {
  const secret = randomBytes(secretBytes)
  const stored = encryptSecret(keys, secret, ownerOf(customerId))
  if (!(await saveSecret(tx, customerId, stored, now))) throw alreadyOn()
  const customer = await mailboxOf(tx, customerId)
  return appSecretOf(secret, { issuer: name, label: customer?.email || customer?.firstName || name })
}

const alreadyOn = (): Refusal =>
  new Refusal('already_on', (messages) => messages.sessions.secondFactorAlreadyOn)

const wrongCode = (about: number): Refusal =>
  new Refusal('invalid_code', (messages) => messages.sessions.codeWrong, {
    errors: { code: [(messages) => messages.sessions.codeWrong] },
    about,
  })

/**
 * Turns codes on with a first one. @returns the recovery codes, which are stored as hashes and answered this once
 * @throws Refusal `invalid_code`, `already_on`, `too_many`
 */
export const confirmSecondFactor = async (
  db: Database,
  keys: SecretKeys,
  customerId: number,
  code: string,
  now: Date,
): Promise<string[]> => {
  const stored = await pendingSecret(db, customerId)
  if (stored === null) throw alreadyOn()
  const bucket = `second factor setup of ${customerId}`
  await limitRate(db, bucket, codeLimit, now)
  const step = stepOf(decryptSecret(keys, stored, ownerOf(customerId)), code, now)
  if (step === null) throw wrongCode(customerId)
  await forgiveAttempt(db, bucket)
  const codes = await createRecoveryCodes()
  await transact(db, async (tx) => {
    if (!(await confirmSecret(tx, customerId, stored.secret, step, now))) throw alreadyOn()
    await replaceRecoveryCodes(tx, customerId, codes.hashes)
    await sendLoginChange(tx, customerId, 'second_factor_on', now)
  })
  return codes.codes
}

const createRecoveryCodes = async (): Promise<{ codes: string[]; hashes: string[] }> => {
  const codes = Array.from({ length: recoveryCodeCount }, () => recoveryCodeFrom((below) => randomInt(below)))
  return { codes, hashes: await Promise.all(codes.map((code) => hashOf(normalCode(code)))) }
}

/** @throws Refusal `invalid` for a wrong password; `invalid_code`, `too_many` */
export const renewSecondFactorRecoveryCodes = async (
  db: Database,
  keys: SecretKeys,
  customerId: number,
  { currentPassword, code }: { currentPassword: string; code: string },
  now: Date,
): Promise<string[]> => {
  await requirePasswordOf(db, customerId, currentPassword, now)
  const useCode = await requireCode(db, keys, customerId, { code, device: null }, now)
  const { codes, hashes } = await createRecoveryCodes()
  await transact(db, async (tx) => {
    await useCode(tx)
    await replaceRecoveryCodes(tx, customerId, hashes)
    await sendLoginChange(tx, customerId, 'recovery_codes_renewed', now)
  })
  return codes
}

/** @throws Refusal `invalid` for a wrong password; `invalid_code`, `too_many` */
export const turnOffSecondFactor = async (
  db: Database,
  keys: SecretKeys,
  operator: Pick<Operator, 'isTrial'>,
  customerId: number,
  { currentPassword, code }: { currentPassword: string; code: string },
  now: Date,
): Promise<SecondFactorState> => {
  await requirePasswordOf(db, customerId, currentPassword, now)
  const useCode = await requireCode(db, keys, customerId, { code, device: null }, now)
  return transact(db, async (tx) => {
    await useCode(tx)
    await deleteSecondFactor(tx, customerId)
    await sendLoginChange(tx, customerId, 'second_factor_off', now)
    return readSecondFactor(tx, operator, customerId)
  })
}

/** Turns the second factor of someone off who has lost it. */
export const resetSecondFactor = async (tx: Tx, customerId: number, now: Date): Promise<void> => {
  await deleteSecondFactor(tx, customerId)
  await sendLoginChange(tx, customerId, 'second_factor_reset', now)
}

/**
 * Checks a code of the app or a recovery code. Wrong ones are counted outside any transaction; in a browser where the
 * person has logged in before, apart from all others.
 * @param given.device digest of what tells that browser apart; null for others
 * @returns what uses the code up, for the transaction of what it allows; it throws when a concurrent call was faster
 * @throws Refusal `invalid_code`, `too_many`
 */
export const requireCode = async (
  db: Database,
  keys: SecretKeys,
  customerId: number,
  { code, device }: { code: string; device: string | null },
  now: Date,
): Promise<(tx: Tx) => Promise<void>> => {
  const bucket = `second factor of ${customerId}${device === null ? '' : ` on ${device}`}`
  await limitRate(db, bucket, codeLimit, now)
  const use = await findCode(db, keys, customerId, code, now)
  if (use === null) throw wrongCode(customerId)
  return async (tx) => {
    if (!(await use(tx))) throw wrongCode(customerId)
    await forgiveAttempt(tx, bucket)
  }
}

export const hasSecondFactor = async (tx: Tx, customerId: number): Promise<boolean> =>
  (await factorOf(tx, customerId)).confirmedAt !== null

/**
 * The same where the second factor is on; nothing where it is not.
 * @throws Refusal `invalid` without a code; `invalid_code`, `too_many`
 */
export const requireCodeIfOn = async (
  db: Database,
  keys: SecretKeys,
  customerId: number,
  code: string | undefined,
  now: Date,
): Promise<(tx: Tx) => Promise<void>> => {
  if (!(await hasSecondFactor(db, customerId))) return async () => {}
  if (code === undefined || code === '')
    throw invalid({ code: [(messages) => messages.sessions.codeRequired] })
  return requireCode(db, keys, customerId, { code, device: null }, now)
}

const findCode = async (
  db: Database,
  keys: SecretKeys,
  customerId: number,
  code: string,
  now: Date,
): Promise<((tx: Tx) => Promise<boolean>) | null> => {
  const { secret, keyId, confirmedAt, recoveryCodesLeft } = await factorOf(db, customerId)
  if (secret === null || confirmedAt === null) return null
  if (isAppCode(code)) {
    const stored = { secret, keyId }
    const plain = decryptSecret(keys, stored, ownerOf(customerId))
    const step = stepOf(plain, code, now)
    if (step === null) return null
    return async (tx) => {
      const isFirst = await consumeStep(tx, customerId, step)
      if (isFirst && isOutdated(keys, stored))
        await replaceStoredSecret(tx, customerId, secret, encryptSecret(keys, plain, ownerOf(customerId)))
      return isFirst
    }
  }
  for (const { id, codeHash } of await recoveryCodesOf(db, customerId)) {
    if (!(await isPassword(codeHash, code))) continue
    return async (tx) => {
      const isFirst = await consumeRecoveryCode(tx, id)
      if (isFirst) await sendLoginChange(tx, customerId, 'recovery_code_used', now, recoveryCodesLeft - 1)
      return isFirst
    }
  }
  return null
}
