import ipaddr from 'ipaddr.js'
import type { Actor } from '#server/platform/actor.ts'
import type { RateLimit } from '#server/platform/rateLimits.ts'

/**
 * What people without a proved e-mail address may hold at a time, each and together from one network address: a
 * household shares one, and so does a school.
 */
export type VisitorLimits = {
  visitorItems: number
  visitorPlaces: number
  networkItems: number
  networkPlaces: number
  /** Calls that add to a basket, a minute. */
  visitorAdds: number
  networkAdds: number
  /** How long places are held where they run out, or for a network that holds many; seconds. */
  shortHoldSeconds: number
  /**
   * How long one network may hold each place of an occurrence within `historySeconds` without booking it, before it
   * must leave the place to others.
   */
  placeSeconds: number
  /** The same for all people without a proved address together, before the occurrence needs a log-in. */
  loginPlaceSeconds: number
}

/** Live holds of one visitor and of all visitors of their network. */
export type HeldNow = {
  visitorItems: number
  visitorPlaces: number
  networkItems: number
  networkPlaces: number
}

/** Whose holds are not limited: staff, and customers whose address is proved, so that they can be reached. */
export const isTrusted = ({ person, isStaff }: Pick<Actor, 'person' | 'isStaff'>): boolean =>
  isStaff || person?.isVerified === true

/**
 * Whether an address tells callers apart. Calls of this machine come from a page being rendered, a test, or a proxy
 * that the settings do not name.
 */
export const tellsCallersApart = (address: string): boolean =>
  address !== 'in-process' && !(ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback')

export const whyTooMany = (held: HeldNow, limits: VisitorLimits): 'visitor' | 'network' | null => {
  if (held.visitorItems > limits.visitorItems || held.visitorPlaces > limits.visitorPlaces) return 'visitor'
  if (held.networkItems > limits.networkItems || held.networkPlaces > limits.networkPlaces) return 'network'
  return null
}

/** Whether holds are shortened: the network holds more than one visitor may, or what is wanted is nearly full. */
export const isHoldShortened = (
  { networkItems, nearlyFull }: { networkItems: number; nearlyFull: boolean },
  { visitorItems }: VisitorLimits,
): boolean => nearlyFull || networkItems >= visitorItems

/** Seconds in which a network's holds of one occurrence are added up. */
export const historySeconds = 7200

/** A network that holds no more than this may renew as often as everybody: somebody who takes their time to pay. */
export const freelyRenewedItems = 1

/** Of larger occurrences a network may hold as long as a household would these places; booked ones do not count. */
export const placesOfHousehold = 2

/** A court that three visitors in a row hold and leave is no sign of hoarding. */
export const leastPlacesForLogin = 3

/** Occurrences smaller than this are not called nearly full: a court always is. */
export const smallestForPressure = 8
/** The share of places taken from which an occurrence is nearly full. */
export const nearlyFullShare = 0.8

export const aMinute = (attempts: number): RateLimit => ({ attempts, seconds: 60 })

/** The longest time that a place is held by renewals and payments together, minutes: ten renewals and the first hold. */
export const maximumHoldMinutes = 120
