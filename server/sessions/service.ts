import { createHash, randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { LoggedIn, LoggedInCustomer } from '#contract/sessions.ts'
import { sendNotice } from '#server/notices/service.ts'
import { passwordReset } from '#server/sessions/messages/service.ts'
import type { Actor, Person } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { invalid, Refusal } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { enqueue } from '#server/platform/queue.ts'
import { countAttempt, forgiveAttempt, limitRate } from '#server/platform/rateLimits.ts'
import { readMembers } from '#server/memberships/service.ts'
import { creditOf } from '#server/credits/service.ts'
import { photoAddress, photoOf, listDocuments } from '#server/documents/service.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import { outstandingOf } from '#server/penalties/service.ts'
import { presentCustomer, presentLogIn } from './present.ts'
import { listLinkedPeople } from '#server/linked-people/service.ts'
import * as rows from './queries.ts'
import {
  codeEndsAt,
  shouldRecordLastSeen,
  shouldExtend,
  loginLimits,
  resetLimit,
  sessionEndsAt,
  whyWeakPassword,
} from './rules.ts'
import { transact } from '#server/platform/transact.ts'

/** What other nouns do when somebody comes or goes. */
export type LoginHooks = {
  /** Puts what a visitor chose into the customer's basket (wire §1.4). */
  mergeBasket: (
    tx: Tx,
    joining: { operatorId: number; uuid: string; customerId: number },
    now: Date,
  ) => Promise<void>
  /** Empties the caller's basket and frees its places. */
  emptyBasket: (tx: Tx, actor: Actor, now: Date) => Promise<void>
}

export type Session = { token: string; expiresAt: Date }

/** OWASP's first choice for argon2id: 19 MiB, two passes. */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A password that nobody has, so that a stranger's log-in takes as long as a customer's. */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$/GqBYi11RpBrkGFtDuHWlw$bScLFEK1jE1sXRzg3Wq6mc+MZM/Bj9B6PJvEn7ex2lg'

export const hashOf = (password: string): Promise<string> => hash(password, strength)

/** Whether this is the password; takes the same time when there is none. */
export const isPassword = async (
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> => {
  const isRight = await verify(passwordHash ?? nobodysHash, password)
  return isRight && passwordHash != null
}

/** @throws Refusal `invalid` when the password would be guessed among the first */
export const requireStrongPassword = (password: string, about: { email: string }): void => {
  const why = whyWeakPassword(password, about)
  if (why !== null) throw invalid({ password: [why] })
}

const newToken = (): string => randomBytes(32).toString('base64url')
const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Recognises the token of a call in one query. That somebody was seen is noted without the call waiting. */
export const createIdentify =
  ({ db, log }: { db: Database; log: Log }) =>
  async (token: string, now: Date): Promise<{ person: Person; prolongedUntil: Date | null } | null> => {
    const tokenDigest = digestOf(token)
    const session = await rows.sessionBy(db, tokenDigest, now)
    if (session === undefined) return null
    const wouldEndAt = sessionEndsAt(session.role, now, session.createdAt)
    const prolongedUntil = shouldExtend(session.expiresAt, wouldEndAt, session.role) ? wouldEndAt : null
    if (prolongedUntil !== null || shouldRecordLastSeen(session.lastSeenAt, now)) {
      rows
        .recordLastSeen(db, tokenDigest, { at: now, until: prolongedUntil ?? session.expiresAt })
        .catch((error: unknown) => log.warn({ err: error }, 'session not noted'))
    }
    const { customerId, operatorId, role, staffLevel, linkedIds } = session
    return {
      person: { id: customerId, operatorId, role, staffLevel, linkedIds, tokenDigest },
      prolongedUntil,
    }
  }

/** Logs a customer in without asking; who may has been settled. */
export const createSession = async (tx: Tx, customerId: number, now: Date): Promise<Session> => {
  const token = newToken()
  const expiresAt = sessionEndsAt(await rows.roleOf(tx, customerId), now)
  await rows.addSession(tx, { tokenDigest: digestOf(token), customerId, expiresAt }, now)
  return { token, expiresAt }
}

/** A log-in with all that comes with it: the visitor's basket, and the person as the answer shows them. */
export const logIn = async (
  tx: Tx,
  { mergeBasket }: Pick<LoginHooks, 'mergeBasket'>,
  { operator, basketUuid, site }: Pick<Actor, 'operator' | 'basketUuid' | 'site'>,
  customerId: number,
  now: Date,
): Promise<Session & { answer: LoggedIn }> => {
  const session = await createSession(tx, customerId, now)
  if (basketUuid !== null)
    await mergeBasket(tx, { operatorId: operator.id, uuid: basketUuid, customerId }, now)
  return {
    ...session,
    answer: presentLogIn(session.token, await loadCustomerProfile(tx, { operator, site }, customerId, now)),
  }
}

/** USER (wire §4). */
export const loadCustomerProfile = async (
  tx: Tx,
  { operator, site }: Pick<Actor, 'operator' | 'site'>,
  customerId: number,
  now: Date,
): Promise<LoggedInCustomer> => {
  const linked = await listLinkedPeople(tx, customerId)
  const everybody = [customerId, ...linked.map(({ id }) => id)]
  const members = await readMembers(tx, everybody, now)
  const requestedType = members.get(customerId)?.documentType
  return presentCustomer(
    await rows.readCustomerProfile(tx, customerId),
    linked,
    members,
    {
      sent: await listDocuments(
        tx,
        customerId,
        requestedType ? [requestedType] : [],
        dayOf(now, operator.timezone),
      ),
      requestedType: requestedType ?? null,
      photo: photoAddress(site, await photoOf(tx, customerId)),
    },
    {
      credit: (await creditOf(tx, customerId, now)).general.balance,
      owesPenalty: (await outstandingOf(tx, customerId)).length > 0,
    },
    operator.currencySymbol,
  )
}

/**
 * Logs in with e-mail address or reference. Failures are counted outside of any transaction, before the password
 * is looked at, so that many tries at once are counted, too.
 * @throws Refusal `invalid_credentials`, the same and as slow for a stranger; `too_many`
 */
export const logInWithPassword = async (
  db: Database,
  loginHooks: Pick<LoginHooks, 'mergeBasket'>,
  actor: Actor,
  { username, password }: { username: string; password: string },
  now: Date,
): Promise<Session & { answer: LoggedIn }> => {
  const limits = loginLimits({ operatorId: actor.operator.id, address: actor.address, username })
  for (const { bucket, allowed } of limits) await limitRate(db, bucket, allowed, now)
  const customer = await rows.credentialsOf(db, actor.operator.id, username)
  const isRight = await isPassword(customer?.passwordHash, password)
  if (customer === undefined || !isRight) throw new Refusal('invalid_credentials', 'Invalid credentials')
  for (const { bucket } of limits) await forgiveAttempt(db, bucket)
  return transact(db, (tx) => logIn(tx, loginHooks, actor, customer.id, now))
}

/** Voids the token of the call and lets go of what its basket holds. Nothing to do for a stranger. */
export const logOut = async (
  tx: Tx,
  { emptyBasket }: Pick<LoginHooks, 'emptyBasket'>,
  actor: Actor,
  now: Date,
): Promise<void> => {
  await emptyBasket(tx, actor, now)
  if (actor.person !== null) await rows.endSession(tx, actor.person.tokenDigest)
}

/** A code with which another of our sites logs the person in: a minute, one use. */
export const createHandover = async (tx: Tx, customerId: number, now: Date): Promise<Session> => {
  const token = newToken()
  const expiresAt = codeEndsAt('handover', now)
  await rows.addCode(tx, { codeDigest: digestOf(token), purpose: 'handover', customerId, expiresAt })
  return { token, expiresAt }
}

/**
 * What `?token=` in an address is good for: a hand-over code becomes a log-in of its own; a login token, which
 * programs in use put there, stays the log-in it is, so that logging out ends it.
 * @returns null for anything else
 */
export const exchangeToken = (db: Database, given: string, now: Date): Promise<Session | null> =>
  transact(db, async (tx) => {
    const digest = digestOf(given)
    const handedOver = await rows.consumeCode(tx, digest, 'handover', now)
    if (handedOver !== undefined) return createSession(tx, handedOver.customerId, now)
    const session = await rows.sessionBy(tx, digest, now)
    return session === undefined ? null : { token: given, expiresAt: session.expiresAt }
  })

/** The job that sends the e-mail. */
export const resetLinkJob = 'sessions.sendResetLink'

/**
 * Asks for a link to choose a new password. Whether the person is known shows neither in the answer nor in the
 * time it takes: the same is looked up and written for everybody, and the rest is the job's.
 */
export const requestPasswordReset = async (
  tx: Tx,
  operatorId: number,
  name: string,
  now: Date,
): Promise<void> => {
  const customer = await rows.credentialsOf(tx, operatorId, name)
  await enqueue(tx, resetLinkJob, { customerId: customer?.id ?? null }, { dueAt: now })
}

/**
 * Has one link sent: an hour, one use. A person who is written to too often is not written to.
 * @param home where the site stands, from the settings: what a request calls itself is not to be mailed
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
    const customer = await rows.mailboxOf(tx, customerId)
    if (customer === undefined || customer.email === '') return
    if ((await countAttempt(tx, `reset ${customerId}`, resetLimit, now)) > 0) return
    const token = newToken()
    const codeDigest = digestOf(token)
    const expiresAt = codeEndsAt('reset_password', now)
    await rows.addCode(tx, { codeDigest, purpose: 'reset_password', customerId, expiresAt })
    await sendNotice(
      tx,
      passwordReset,
      { operatorId: customer.operatorId, to: customer.email },
      {
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
 * Takes the new password and logs in; every other log-in of the person ends.
 * @throws Refusal `token_expired`; `invalid` for a weak password, which leaves the link good
 */
export const resetPassword = async (
  tx: Tx,
  loginHooks: Pick<LoginHooks, 'mergeBasket'>,
  actor: Actor,
  { token, password }: { token: string; password: string },
  now: Date,
): Promise<Session & { answer: LoggedIn }> => {
  const spent = await rows.consumeCode(tx, digestOf(token), 'reset_password', now)
  const customer = spent === undefined ? undefined : await rows.mailboxOf(tx, spent.customerId)
  if (customer === undefined || customer.operatorId !== actor.operator.id) {
    throw new Refusal('token_expired', 'This link has been used or is too old. Please ask for a new one.')
  }
  requireStrongPassword(password, customer)
  await changePassword(tx, customer.id, password, null)
  return logIn(tx, loginHooks, actor, customer.id, now)
}

/** Sets a password and ends all log-ins of the customer but one. */
export const changePassword = async (
  tx: Tx,
  customerId: number,
  password: string,
  but: Buffer | null,
): Promise<void> => {
  await rows.setPassword(tx, customerId, await hashOf(password))
  await rows.endSessionsOf(tx, customerId, but)
}

/** Forgets log-ins and codes that have run out. */
export const sweepSessions = rows.deleteExpiredSessions

/** The till whose drawer the session works at; null for none. */
export const assignTill = (tx: Tx, tokenDigest: Buffer, tillId: number | null): Promise<void> =>
  rows.updateTill(tx, tokenDigest, tillId)
