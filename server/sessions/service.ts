import type { LoggedIn, LoggedInCustomer } from '#contract/sessions.ts'
import { creditOf } from '#server/credits/balance.ts'
import { listDocumentsAndPhoto, photoAddress } from '#server/documents/service.ts'
import { listLinkedPeople } from '#server/linked-people/service.ts'
import { readMembers } from '#server/memberships/service.ts'
import * as messages from '#server/messages/en/sessions.ts'
import { outstandingOf } from '#server/penalties/owed.ts'
import type { Actor, Person } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { forgiveAttempt, limitRate } from '#server/platform/rateLimits.ts'
import { transact } from '#server/platform/transact.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import { challengeFor, secondStepNeeded } from './challenges/service.ts'
import type { PendingLogin } from './challenges/service.ts'
import { recogniseDevice, rememberDevice } from './devices/service.ts'
import { deleteExpiredChallenges } from './passkeys/service.ts'
import { isPassword } from './passwords/service.ts'
import { presentCustomer, presentLogIn } from './present.ts'
import {
  addSession,
  credentialsOf,
  deleteExpiredSessions,
  endSession,
  readCustomerProfile,
  recordLastSeen,
  roleOf,
  sessionBy,
  updateTill,
} from './queries.ts'
import { deviceDays, loginLimits, sessionEndsAt, shouldExtend, shouldRecordLastSeen } from './rules.ts'
import { digestOf, newToken } from './tokens/service.ts'

/** What other nouns do on login and logout, injected because they are in higher tiers. */
export type LoginHooks = {
  /** Merges the visitor's basket into the customer's (wire §1.4). */
  mergeBasket: (
    tx: Tx,
    joining: { operatorId: number; uuid: string; customerId: number },
    now: Date,
  ) => Promise<void>
  /** Empties the caller's basket and frees its places. */
  emptyBasket: (tx: Tx, actor: Actor, now: Date) => Promise<void>
}

export type Session = { token: string; expiresAt: Date }

/** Authenticates a token in one query. Recording the last use does not delay the request. */
export const createIdentify =
  ({ db, log }: { db: Database; log: Log }) =>
  async (
    token: string,
    now: Date,
    userAgent?: string,
  ): Promise<{ person: Person; prolongedUntil: Date | null } | null> => {
    const tokenDigest = digestOf(token)
    const session = await sessionBy(db, tokenDigest, now)
    if (session === undefined) return null
    const wouldEndAt = sessionEndsAt(session.role, now, session.createdAt)
    const prolongedUntil = shouldExtend(session.expiresAt, wouldEndAt, session.role) ? wouldEndAt : null
    const isUnnamed = session.userAgent === '' && userAgent !== undefined
    if (prolongedUntil !== null || isUnnamed || shouldRecordLastSeen(session.lastSeenAt, now)) {
      const until = prolongedUntil ?? session.expiresAt
      const seen = { at: now, until, userAgent: (userAgent ?? session.userAgent).slice(0, 300) }
      recordLastSeen(db, tokenDigest, seen).catch((error: unknown) =>
        log.warn({ err: error }, 'session not noted'),
      )
    }
    const { customerId, operatorId, role, staffLevel, linkedIds, isVerified } = session
    return {
      person: { id: customerId, operatorId, role, staffLevel, linkedIds, isVerified, tokenDigest },
      prolongedUntil,
    }
  }

/**
 * Creates a session without checking a password; callers have done so.
 * @param since when the log-in began that the session carries on
 */
export const createSession = async (tx: Tx, customerId: number, now: Date, since = now): Promise<Session> => {
  const token = newToken()
  const expiresAt = sessionEndsAt(await roleOf(tx, customerId), now, since)
  await addSession(tx, { tokenDigest: digestOf(token), customerId, createdAt: since, expiresAt }, now)
  return { token, expiresAt }
}

/** Logs in: merges the visitor's basket and returns the person for the answer. */
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
  const { documents, photoId } = await listDocumentsAndPhoto(
    tx,
    customerId,
    requestedType ? [requestedType] : [],
    dayOf(now, operator.timezone),
  )
  return presentCustomer(
    await readCustomerProfile(tx, customerId),
    linked,
    members,
    {
      sent: documents,
      requestedType: requestedType ?? null,
      photo: photoAddress(site, photoId),
    },
    {
      credit: (await creditOf(tx, customerId, now)).general.balance,
      owesPenalty: (await outstandingOf(tx, customerId)).length > 0,
    },
    operator.currencySymbol,
  )
}

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
    throw new Refusal('invalid_credentials', messages.invalidCredentials)
  for (const { bucket } of limits) await forgiveAttempt(db, bucket)
  return loggedInOrChallenged(
    await transact(db, async (tx) => {
      const pending = await challengeFor(tx, customer.id, device, now)
      if (pending !== null) return pending
      return {
        ...(await logIn(tx, loginHooks, actor, customer.id, now)),
        device: await rememberDevice(tx, customer.id, device, now),
      }
    }),
  )
}

/** Refuses a log-in that has a second step; its challenge is stored by now. */
export const loggedInOrChallenged = <T extends object>(outcome: T | PendingLogin): T => {
  if ('secondStep' in outcome) throw secondStepNeeded(outcome)
  return outcome
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

/** Deletes expired sessions and codes, and browsers that have not been used for long. */
export const sweepSessions = async (tx: Tx, now: Date): Promise<void> => {
  await deleteExpiredSessions(tx, now, new Date(now.getTime() - deviceDays * 86_400_000))
  await deleteExpiredChallenges(tx, now)
}

/** Sets the till at which the session works; null for none. */
export const assignTill = (tx: Tx, tokenDigest: Buffer, tillId: number | null): Promise<void> =>
  updateTill(tx, tokenDigest, tillId)
