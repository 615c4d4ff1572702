import ipaddr from 'ipaddr.js'
import { createHash } from 'node:crypto'
import type { Text } from '#server/messages/languages.ts'
import type { Actor } from '#server/platform/actor.ts'
import { widerNetworks } from '#server/platform/caller.ts'
import type { Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { limitRate } from '#server/platform/rateLimits.ts'
import type { RateLimit } from '#server/platform/rateLimits.ts'
import { isLive, shareOf48, shareOf56 } from './rules.ts'
import type { HeldNow, ItemRow } from './rules.ts'
import {
  countHeld,
  countOfBasket,
  findNeedsLogin,
  findOverShare,
  forgetNetworks,
  readPressure,
} from './sql/limits.ts'
import type { Networks } from './sql/limits.ts'

/** Digests, so that baskets hold no network address; null where the address tells nobody apart. */
const networksOf = ({ address }: Pick<Actor, 'address'>): Networks | null => {
  if (!tellsCallersApart(address)) return null
  const wider = widerNetworks(address)
  return {
    network: digestOf(address),
    of56: wider === null ? null : digestOf(wider.of56),
    of48: wider === null ? null : digestOf(wider.of48),
  }
}

const digestOf = (network: string): string =>
  createHash('sha256').update(`network ${network}`).digest('base64url')

/** Whose address is proved is known by it, and their network does not matter. */
const limitedNetworksOf = (actor: Actor): Networks | null => (isTrusted(actor) ? null : networksOf(actor))

type Wanted = { occurrenceIds: readonly number[]; publicIds: readonly string[] }

/**
 * Before places are taken for a customer or visitor: counts the call of one without a proved address, and refuses them
 * when their network has held these occurrences for long without booking. Outside a transaction, as refused calls stay
 * counted.
 * @returns seconds for which the places may be held
 * @throws Refusal `too_many`
 */
export const requireMayHold = async (
  db: Tx,
  actor: Actor,
  wanted: Wanted,
  limits: VisitorLimits,
  now: Date,
): Promise<number> => {
  const usual = actor.operator.basketHoldSeconds
  if (isTrusted(actor)) return usual
  const networks = networksOf(actor)
  const visitor = actor.person === null ? actor.basketUuid : `customer ${actor.person.id}`
  if (visitor !== null) await limitRate(db, `adds of ${visitor}`, aMinute(limits.visitorAdds), now)
  if (networks === null) return usual
  await limitAdds(db, networks, limits, now)
  const pressure = await readPressure(db, { networks, ...wanted }, history(actor, limits, now), now)
  if (pressure.isExhausted) throw tooMany((messages) => messages.baskets.heldTooLong, limits.placeSeconds)
  return isHoldShortened(pressure, limits) ? Math.min(usual, limits.shortHoldSeconds) : usual
}

const limitAdds = async (
  db: Tx,
  { network, of56, of48 }: Networks,
  { networkAdds }: VisitorLimits,
  now: Date,
): Promise<void> => {
  await limitRate(db, `adds from ${network}`, aMinute(networkAdds), now)
  if (of56 !== null) await limitRate(db, `adds from ${of56}`, aMinute(networkAdds * shareOf56), now)
  if (of48 !== null) await limitRate(db, `adds from ${of48}`, aMinute(networkAdds * shareOf48), now)
}

/**
 * After places are taken: refuses when a customer, a visitor, or all visitors of one network hold too many. Counted
 * afterwards, so that concurrent calls count, too; of one basket those that came later are too many. The last resort
 * comes first: where visitors of all networks together hold places without booking them, only people who can be reached
 * get the rest. The caller gives the places back.
 * @throws Refusal `too_many`, `login_required`
 */
export const requireWithinLimits = async (
  db: Tx,
  actor: Actor,
  {
    added,
    isAlone,
    places,
    itemIds,
    ...wanted
  }: Wanted & {
    added: { basketId: number; callDigests: readonly string[] }
    /** Whether no other call can have filled the basket. */
    isAlone: boolean
    /** How many the call has taken. */
    places: number
    itemIds: readonly (number | string)[]
  },
  limits: VisitorLimits,
  now: Date,
): Promise<void> => {
  const networks = limitedNetworksOf(actor)
  if (networks === null) {
    if (isAlone && places <= limits.visitorItems) return
    const own = await countOfBasket(db, added, now)
    if (isOverOwn(actor, own, limits))
      throw tooMany((messages) => messages.baskets.visitorHoldsMany, limits.shortHoldSeconds)
    return
  }
  const needsLogin = await findNeedsLogin(db, wanted, historyOfAll(limits, now), now)
  if (needsLogin !== null)
    throw loginRequired(itemIds, needsLogin, (messages) => messages.baskets.loginUnderPressure)
  const held = await countHeld(db, added, networks, now)
  const why = whyTooMany(held, limits)
  if (why === 'visitor')
    throw tooMany((messages) => messages.baskets.visitorHoldsMany, limits.shortHoldSeconds)
  if (why === 'network')
    throw tooMany((messages) => messages.baskets.networkHoldsMany, limits.shortHoldSeconds)
  if (Math.max(held.networkPlaces, held.placesOf48) <= leastNetworkPlaces) return
  const share = { share: limits.networkShare, leastPlaces: leastNetworkPlaces }
  const overShare = await findOverShare(db, networks, wanted, share, now)
  if (overShare !== null)
    throw loginRequired(itemIds, overShare, (messages) => messages.baskets.networkHoldsShare)
}

const isOverOwn = (
  actor: Actor,
  { items, places }: { items: number; places: number },
  { customerItems, customerPlaces, visitorItems, visitorPlaces }: VisitorLimits,
): boolean =>
  isTrusted(actor)
    ? items > customerItems || places > customerPlaces
    : items > visitorItems || places > visitorPlaces

/**
 * Whether the caller's holds may be renewed. A network that holds several things, and has held these places for long,
 * lets others have them.
 */
export const mayRenew = async (
  tx: Tx,
  actor: Actor,
  occurrenceIds: readonly number[],
  limits: VisitorLimits,
  now: Date,
): Promise<boolean> => {
  const networks = limitedNetworksOf(actor)
  if (networks === null) return true
  const { isExhausted, networkItems } = await readPressure(
    tx,
    { networks, occurrenceIds, publicIds: [] },
    history(actor, limits, now),
    now,
  )
  // Lapsed holds are renewed, too, and are not among those of the network.
  return !isExhausted || Math.max(networkItems, occurrenceIds.length) <= freelyRenewedItems
}

const history = ({ operator }: Actor, { placeSeconds }: VisitorLimits, now: Date) => ({
  usualEnd: new Date(now.getTime() - operator.basketHoldSeconds * 1000),
  since: new Date(now.getTime() - historySeconds * 1000),
  secondsEach: placeSeconds,
  share: nearlyFullShare,
  smallest: smallestForPressure,
  mostPlaces: placesOfHousehold,
})

const historyOfAll = ({ loginPlaceSeconds }: VisitorLimits, now: Date) => ({
  since: new Date(now.getTime() - historySeconds * 1000),
  secondsEach: loginPlaceSeconds,
  share: nearlyFullShare,
  smallest: smallestForPressure,
  leastPlaces: leastPlacesForLogin,
})

const loginRequired = (
  itemIds: readonly (number | string)[],
  { id, publicId }: { id: number; publicId: string },
  message: Text,
): Refusal => {
  const index = itemIds.findIndex((itemId) => itemId === id || itemId === publicId)
  return new Refusal('login_required', message, {
    errors: { [`items.${index}.id`]: [message] },
    event: 'hoarding_limited',
  })
}

const tooMany = (message: Text, retryAfterSeconds: number): Refusal =>
  new Refusal('too_many', message, { retryAfterSeconds, event: 'hoarding_limited' })

/**
 * Until when lines may be held, if `until` is wanted: renewals and payments together hold no place for longer than ten
 * renewals would. A line that is held for longer anyway, from a waitlist offer, does not limit the others.
 */
export const holdEnd = (items: readonly ItemRow[], until: Date, now: Date): Date => {
  const prolonged = items.filter((item) => isLive(item, now) && (item.heldUntil ?? now) < until)
  if (prolonged.length === 0) return until
  const since = Math.min(...prolonged.map(({ heldSince }) => heldSince.getTime()))
  const latest = since + maximumHoldMinutes * 60_000
  return new Date(Math.max(now.getTime(), Math.min(until.getTime(), latest)))
}

const networkDays = 2

/** Forgets from which networks baskets were filled. */
export const sweepNetworks = (tx: Tx, now: Date): Promise<void> =>
  forgetNetworks(tx, new Date(now.getTime() - networkDays * 86_400_000))

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
const leastNetworkPlaces = 4

/** Whether holds are shortened: the network holds more than one visitor may, or what is wanted is nearly full. */
export const isHoldShortened = (
  { networkItems, nearlyFull }: { networkItems: number; nearlyFull: boolean },
  { visitorItems }: VisitorLimits,
): boolean => nearlyFull || networkItems >= visitorItems

/** Seconds in which a network's holds of one occurrence are added up. */
const historySeconds = 7200

/** A network that holds no more than this may renew as often as everybody: somebody who takes their time to pay. */
const freelyRenewedItems = 1

/** Of larger occurrences a network may hold as long as a household would these places; booked ones do not count. */
const placesOfHousehold = 2

/** A court that three visitors in a row hold and leave is no sign of hoarding. */
const leastPlacesForLogin = 3

/** Occurrences smaller than this are not called nearly full: a court always is. */
const smallestForPressure = 8

/** The share of places taken from which an occurrence is nearly full. */
const nearlyFullShare = 0.8

const aMinute = (attempts: number): RateLimit => ({ attempts, seconds: 60 })

/** The longest time that a place is held by renewals and payments together, minutes: ten renewals and the first hold. */
const maximumHoldMinutes = 120
