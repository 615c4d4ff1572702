import { createHash } from 'node:crypto'
import type { ItemRow } from '#server/baskets/queries.ts'
import { isLive } from '#server/baskets/rules.ts'
import * as messages from '#server/messages/en/baskets.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { widerNetworks } from '#server/platform/caller.ts'
import { limitRate } from '#server/platform/rateLimits.ts'
import {
  countHeld,
  countOfBasket,
  findNeedsLogin,
  findOverShare,
  forgetNetworks,
  readPressure,
} from './queries.ts'
import type { Networks } from './queries.ts'
import {
  aMinute,
  freelyRenewedItems,
  historySeconds,
  isHoldShortened,
  isTrusted,
  leastNetworkPlaces,
  leastPlacesForLogin,
  maximumHoldMinutes,
  nearlyFullShare,
  placesOfHousehold,
  shareOf48,
  shareOf56,
  smallestForPressure,
  tellsCallersApart,
  whyTooMany,
} from './rules.ts'
import type { VisitorLimits } from './rules.ts'

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
  if (pressure.isExhausted) throw tooMany(messages.heldTooLong, limits.placeSeconds)
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
    if (isOverOwn(actor, own, limits)) throw tooMany(messages.visitorHoldsMany, limits.shortHoldSeconds)
    return
  }
  const needsLogin = await findNeedsLogin(db, wanted, historyOfAll(limits, now), now)
  if (needsLogin !== null) throw loginRequired(itemIds, needsLogin, messages.loginUnderPressure)
  const held = await countHeld(db, added, networks, now)
  const why = whyTooMany(held, limits)
  if (why === 'visitor') throw tooMany(messages.visitorHoldsMany, limits.shortHoldSeconds)
  if (why === 'network') throw tooMany(messages.networkHoldsMany, limits.shortHoldSeconds)
  if (Math.max(held.networkPlaces, held.placesOf48) <= leastNetworkPlaces) return
  const share = { share: limits.networkShare, leastPlaces: leastNetworkPlaces }
  const overShare = await findOverShare(db, networks, wanted, share, now)
  if (overShare !== null) throw loginRequired(itemIds, overShare, messages.networkHoldsShare)
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
  message: string,
): Refusal => {
  const index = itemIds.findIndex((itemId) => itemId === id || itemId === publicId)
  return new Refusal('login_required', message, {
    errors: { [`items.${index}.id`]: [message] },
    event: 'hoarding_limited',
  })
}

const tooMany = (message: string, retryAfterSeconds: number): Refusal =>
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
