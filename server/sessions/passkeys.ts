import type { Assertion, NewCredential, Passkey } from '#contract/passkeys.ts'
import { instant } from '#contract/time.ts'
import type { Actor, Operator, Person } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { forgiveAttempt, limitRate } from '#server/platform/rateLimits.ts'
import { transact } from '#server/platform/transact.ts'
import { logInHere } from './logIn.ts'
import type { FinishedLogin, LoginHooks } from './logIn.ts'
import { mailboxOf, sendLoginChange } from './messages.ts'
import { requirePasswordOf } from './passwords.ts'
import { challengeIn, challengeMinutes, passkeyLimit, passkeysAtMost } from './rules.ts'
import {
  consumePasskeyChallenge,
  deletePasskey,
  insertPasskey,
  passkeyBy,
  passkeysOf,
  recordUse,
  savePasskeyChallenge,
} from './sql/secondFactor.ts'
import { digestOf } from './tokens.ts'

/*
 * Passkeys (WebAuthn). Signatures are checked by @simplewebauthn/server, which is loaded at the first use. A challenge is
 * bound to the session or the browser that requested it, and used up by the first answer, right or wrong.
 */

const webauthn = () => import('@simplewebauthn/server')

/** Where passkeys are valid, and the site the person looks at. */
export type RelyingParty = { rpId: string; origin: string }

/** Options of WebAuthn, as its JSON has them. */
type Options = { [name: string]: unknown; challenge: string }

export const listPasskeys = async (tx: Tx, customerId: number): Promise<Passkey[]> =>
  (await passkeysOf(tx, customerId)).map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    createdAt: instant(createdAt),
    lastUsedAt: lastUsedAt === null ? null : instant(lastUsedAt),
  }))

/** @throws Refusal `invalid` for a wrong password; `passkey_limit`, `too_many` */
export const beginPasskey = async (
  db: Database,
  person: Pick<Person, 'id' | 'tokenDigest'>,
  { operator, site }: { operator: Pick<Operator, 'name'>; site: RelyingParty },
  currentPassword: string,
  now: Date,
): Promise<Options> => {
  await requirePasswordOf(db, person.id, currentPassword, now)
  const existing = await passkeysOf(db, person.id)
  if (existing.length >= passkeysAtMost)
    throw new Refusal('passkey_limit', (messages) => messages.sessions.passkeyLimit)
  const customer = await mailboxOf(db, person.id)
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName: operator.name,
    rpID: site.rpId,
    // The same for all passkeys of a person, and nothing that tells who they are.
    userID: Uint8Array.from(digestOf(`passkeys of ${person.id}`)),
    userName: customer?.email || customer?.firstName || operator.name,
    userDisplayName: customer?.firstName ?? '',
    attestationType: 'none',
    excludeCredentials: existing.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: challengeMinutes * 60_000,
  })
  await storeChallenge(db, options.challenge, person.tokenDigest, now)
  return { ...options }
}

const storeChallenge = (tx: Tx, challenge: string, boundTo: Buffer, now: Date): Promise<void> =>
  savePasskeyChallenge(tx, {
    challengeDigest: digestOf(challenge),
    boundTo,
    expiresAt: new Date(now.getTime() + challengeMinutes * 60_000),
  })

/** @returns the challenge, which no second answer can use @throws Refusal `passkey_refused` */
const takeChallenge = async (tx: Tx, clientData: string, boundTo: Buffer, now: Date): Promise<string> => {
  const challenge = challengeIn(clientData)
  if (challenge === null || !(await consumePasskeyChallenge(tx, digestOf(challenge), boundTo, now)))
    throw refused()
  return challenge
}

const refused = (): Refusal => new Refusal('passkey_refused', (messages) => messages.sessions.passkeyRefused)

/** The library throws for every answer that is not right: another origin, a wrong signature, a counter that went back. */
const refuseWrong = async <T>(verifying: Promise<T>): Promise<T> => {
  try {
    return await verifying
  } catch (error) {
    throw error instanceof Error ? refused() : error
  }
}

/** Adds a passkey, and reports it by e-mail. @throws Refusal `passkey_refused` */
export const addPasskey = async (
  db: Database,
  person: Pick<Person, 'id' | 'tokenDigest'>,
  site: RelyingParty,
  { name, credential }: { name: string; credential: NewCredential },
  now: Date,
): Promise<Passkey[]> => {
  const { id, clientData, attestationObject, transports } = credential
  const expectedChallenge = await takeChallenge(db, clientData, person.tokenDigest, now)
  const { verifyRegistrationResponse } = await webauthn()
  const { verified, registrationInfo } = await refuseWrong(
    verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON: clientData, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
    }),
  )
  if (!verified || registrationInfo === undefined) throw refused()
  const { credential: made } = registrationInfo
  return transact(db, async (tx) => {
    const isAdded = await insertPasskey(tx, {
      customerId: person.id,
      credentialId: made.id,
      publicKey: Buffer.from(made.publicKey),
      counter: made.counter,
      transports,
      name,
      createdAt: now,
    })
    if (!isAdded) throw refused()
    await sendLoginChange(tx, person.id, 'passkey_added', now)
    return listPasskeys(tx, person.id)
  })
}

/** @throws Refusal `invalid` for a wrong password; `not_found`, `too_many` */
export const removePasskey = async (
  db: Database,
  customerId: number,
  { passkeyId, currentPassword }: { passkeyId: number; currentPassword: string },
  now: Date,
): Promise<Passkey[]> => {
  await requirePasswordOf(db, customerId, currentPassword, now)
  return transact(db, async (tx) => {
    if (!(await deletePasskey(tx, customerId, passkeyId))) throw notFound()
    await sendLoginChange(tx, customerId, 'passkey_removed', now)
    return listPasskeys(tx, customerId)
  })
}

/** What an authenticator signs to log in with any of its passkeys for us. */
export const beginPasskeyLogin = async (
  tx: Tx,
  site: RelyingParty,
  browser: string,
  now: Date,
): Promise<Options> => {
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: site.rpId,
    userVerification: 'required',
    timeout: challengeMinutes * 60_000,
  })
  await storeChallenge(tx, options.challenge, digestOf(browser), now)
  return { ...options }
}

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

/** Whose passkey has signed. It was used with a fingerprint, face or PIN. @throws Refusal `passkey_refused` */
const verifyPasskey = async (
  db: Database,
  operatorId: number,
  site: RelyingParty,
  { credential, browser }: { credential: Assertion; browser: string | null },
  now: Date,
): Promise<number> => {
  if (browser === null) throw refused()
  const { id, clientData, authenticatorData, signature, userHandle } = credential
  const expectedChallenge = await takeChallenge(db, clientData, digestOf(browser), now)
  const existing = await passkeyBy(db, operatorId, id)
  if (existing === undefined) throw refused()
  const { verifyAuthenticationResponse } = await webauthn()
  const { verified, authenticationInfo } = await refuseWrong(
    verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData,
          authenticatorData,
          signature,
          ...(userHandle === undefined ? {} : { userHandle }),
        },
        clientExtensionResults: {},
      },
      expectedChallenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      credential: {
        id: existing.credentialId,
        publicKey: Uint8Array.from(existing.publicKey),
        counter: existing.counter,
      },
      requireUserVerification: true,
    }),
  )
  if (!verified || !(await recordUse(db, existing.id, authenticationInfo.newCounter, now))) throw refused()
  return existing.customerId
}
