import type { Person } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { loggedOut } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'
import { codeEndsAt } from './rules.ts'
import { readCustomerProfile } from './sql/people.ts'
import { addCode, consumeCode, sessionBy, tokenOwner } from './sql/sessions.ts'
import { createSession, digestOf, newToken } from './tokens.ts'
import type { Session } from './tokens.ts'

/* How a login reaches another of our sites: a code in the address, which is bound to the browser. */

/**
 * Names a browser to another site, by what it was given as its device: another site can bind a code to it, and cannot
 * find the device from it.
 */
export const browserDigestOf = (device: string): Buffer => digestOf(`handover ${device}`)

/**
 * A code that logs the person in on another of our sites: one minute, one use.
 * @param browserDigest the one browser where it works; null for clients that are no browser
 */
export const createHandover = async (
  tx: Tx,
  { id: customerId, tokenDigest }: Pick<Person, 'id' | 'tokenDigest'>,
  browserDigest: Buffer | null,
  now: Date,
): Promise<Pick<Session, 'token' | 'expiresAt'>> => {
  const session = await sessionBy(tx, tokenDigest, now)
  if (session === undefined) throw loggedOut()
  const token = newToken()
  const expiresAt = codeEndsAt('handover', now)
  const loginStartedAt = session.createdAt
  await addCode(tx, {
    codeDigest: digestOf(token),
    purpose: 'handover',
    customerId,
    expiresAt,
    loginStartedAt,
    browserDigest,
  })
  return { token, expiresAt }
}

/**
 * Resolves `?token=` of a URL: a handover code becomes a new session; a login token, which some clients put
 * there, keeps its session, so that logout ends it.
 * @param device what tells the browser apart
 * @returns null for anything else, and for a code that is bound to another browser, which stays valid there
 */
export const exchangeToken = (
  db: Database,
  given: string,
  device: string | null,
  now: Date,
): Promise<Session | null> =>
  transact(db, async (tx) => {
    const digest = digestOf(given)
    const browserDigest = device === null ? null : browserDigestOf(device)
    const handedOver = await consumeCode(tx, digest, 'handover', now, browserDigest)
    if (handedOver !== undefined)
      return createSession(tx, handedOver.customerId, now, handedOver.loginStartedAt ?? now)
    const session = await sessionBy(tx, digest, now)
    return session === undefined
      ? null
      : { token: given, expiresAt: session.expiresAt, language: session.language }
  })

/** Why `?token=` of a URL does not log in at once. */
export type TokenLinkStop =
  /** The code was made for another browser. */
  | { reason: 'other_browser' }
  /** Another person is logged in. */
  | { reason: 'other_person'; from: string; to: string }
  /** The link is on a page of another company. */
  | { reason: 'foreign_page'; to: string }

/**
 * Whether a link may log in without a question. What follows would be done in the account of whoever made the link, so
 * it replaces no login, and a page of another company logs in nobody who does not want it.
 * @param visit.token the browser's login token
 * @param visit.device what tells the browser apart
 * @param visit.isForeign whether a page of another company led here
 * @returns null when it may
 */
export const whyTokenLinkStops = async (
  db: Database,
  given: string,
  visit: { token: string | null; device: string | null; isForeign: boolean },
  now: Date,
): Promise<TokenLinkStop | null> => {
  const owner = await tokenOwner(db, digestOf(given), now)
  if (owner === undefined) return null
  const { browserDigest } = owner
  const isOther =
    browserDigest !== null && (visit.device === null || !browserDigestOf(visit.device).equals(browserDigest))
  if (isOther) return { reason: 'other_browser' }
  const current = visit.token === null ? undefined : await tokenOwner(db, digestOf(visit.token), now)
  if (current !== undefined && current.customerId !== owner.customerId) {
    const [from, to] = [await nameOf(db, current.customerId), await nameOf(db, owner.customerId)]
    return { reason: 'other_person', from, to }
  }
  if (current === undefined && visit.isForeign && browserDigest === null)
    return { reason: 'foreign_page', to: await nameOf(db, owner.customerId) }
  return null
}

const nameOf = async (db: Database, customerId: number): Promise<string> => {
  const { firstName, lastName } = await readCustomerProfile(db, customerId)
  return `${firstName} ${lastName}`.trim()
}
