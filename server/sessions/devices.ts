import type { LoginDevice } from '#contract/devices.ts'
import { instant } from '#contract/time.ts'
import type { Messages } from '#server/messages/languages.ts'
import type { Person } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { deviceName } from './rules.ts'
import {
  endSession,
  endSessionsOf,
  isTrustedDevice,
  renewDevice,
  saveDevice,
  sessionsOf,
} from './sql/sessions.ts'
import { digestOf, newToken } from './tokens.ts'

/*
 * Browsers of a person: those that are logged in now, and those that have been. One that has been is recognised at the
 * next log-in by a token of its own.
 */

/** Where the person is logged in, this browser first, then the last used. */
export const listDevices = async (
  tx: Tx,
  messages: Messages,
  { id, tokenDigest: current }: Pick<Person, 'id' | 'tokenDigest'>,
  now: Date,
): Promise<LoginDevice[]> => {
  const sessions = await sessionsOf(tx, id, now)
  const devices = sessions.map(({ tokenDigest, userAgent, createdAt, lastSeenAt }) => ({
    id: idOf(tokenDigest),
    name: deviceName(messages, userAgent),
    loggedInAt: instant(createdAt),
    lastUsedAt: instant(lastSeenAt),
    isThis: tokenDigest.equals(current),
  }))
  return devices.toSorted((a, b) => Number(b.isThis) - Number(a.isThis))
}

/** Names a session to its owner. It does not log in: the token cannot be found from its digest. */
const idOf = (tokenDigest: Buffer): string => tokenDigest.subarray(0, 12).toString('hex')

/** @throws Refusal `not_found`, also for this browser, where people log out as everywhere */
export const logOutDevice = async (
  tx: Tx,
  messages: Messages,
  person: Pick<Person, 'id' | 'tokenDigest'>,
  deviceId: string,
  now: Date,
): Promise<LoginDevice[]> => {
  const sessions = await sessionsOf(tx, person.id, now)
  const session = sessions.find(({ tokenDigest }) => idOf(tokenDigest) === deviceId)
  if (session === undefined || session.tokenDigest.equals(person.tokenDigest)) throw notFound()
  await endSession(tx, session.tokenDigest)
  return listDevices(tx, messages, person, now)
}

export const logOutOtherDevices = async (
  tx: Tx,
  messages: Messages,
  person: Pick<Person, 'id' | 'tokenDigest'>,
  now: Date,
): Promise<LoginDevice[]> => {
  await endSessionsOf(tx, person.id, person.tokenDigest)
  return listDevices(tx, messages, person, now)
}

/** What tells the browser apart if the person has logged in there before, else null. */
export const recogniseDevice = async (
  tx: Tx,
  customerId: number,
  token: string | null,
): Promise<string | null> => {
  if (token === null) return null
  const digest = digestOf(token)
  return (await isTrustedDevice(tx, digest, customerId)) ? digest.toString('hex') : null
}

/**
 * What was known of the browser passes to a new token: who planted or copied the old one is not recognised by it.
 * @param secondFactorUntil until when log-in here needs no second factor; omitted, that stays as it is
 * @returns the token by which the browser is recognised from now on
 */
export const rememberDevice = async (
  tx: Tx,
  customerId: number,
  token: string | null,
  now: Date,
  secondFactorUntil?: Date,
): Promise<string> => {
  const renewed = newToken()
  if (token !== null) await renewDevice(tx, digestOf(token), digestOf(renewed))
  await saveDevice(tx, digestOf(renewed), customerId, now, secondFactorUntil)
  return renewed
}
