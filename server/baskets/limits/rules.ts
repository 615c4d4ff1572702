import ipaddr from 'ipaddr.js'
import type { Actor } from '#server/platform/actor.ts'
import type { RateLimit } from '#server/platform/rateLimits.ts'

/**
 * What a customer with a proved e-mail address may hold at a time, and what people without one may, each and together
 * from one network address: a household shares one, and so does a school.
 */
export type VisitorLimits = {
  customerItems: number
  customerPlaces: number
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
  /** The share of a session, or of an activity's day at a venue, that one network without proved addresses may hold. */
  networkShare: number
}

/**
 * Live holds of one visitor, of all visitors of their network, and of the IPv6 /56 and /48 that it is part of; those are
 * 0 for an IPv4 address.
 */
export type HeldNow = {
  visitorItems: number
  visitorPlaces: number
  networkItems: number
  networkPlaces: number
  itemsOf56: number
  placesOf56: number
  itemsOf48: number
  placesOf48: number
}

/** How much more than a /64 the networks around it may hold: a site has a /56 or a /48. */
export const shareOf56 = 2
export const shareOf48 = 4

/** Whether the caller can be reached, so that their network does not count: staff, and customers with a proved address. */
export const isTrusted = ({ person, isStaff }: Pick<Actor, 'person' | 'isStaff'>): boolean =>
  isStaff || person?.isVerified === true

/** The /64 of `::1`. */
const loopbackNetwork = '0:0:0:0::/64'

/**
 * Whether an address tells callers apart. Calls of this machine come from a page being rendered, a test, or a proxy
 * that the settings do not name.
 */
export const tellsCallersApart = (address: string): boolean =>
  address !== 'in-process' &&
  address !== loopbackNetwork &&
  !(ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback')

export const whyTooMany = (held: HeldNow, limits: VisitorLimits): 'visitor' | 'network' | null => {
  const { networkItems, networkPlaces } = limits
  const isOver = (items: number, places: number, share: number) =>
    items > networkItems * share || places > networkPlaces * share
  if (held.visitorItems > limits.visitorItems || held.visitorPlaces > limits.visitorPlaces) return 'visitor'
  const isNetwork =
    isOver(held.networkItems, held.networkPlaces, 1) ||
    isOver(held.itemsOf56, held.placesOf56, shareOf56) ||
    isOver(held.itemsOf48, held.placesOf48, shareOf48)
  return isNetwork ? 'network' : null
}

/** A network may hold this many places of a session or of an activity's day, however small its share of them is. */
export const leastNetworkPlaces = 4

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
