import { createHash } from 'node:crypto'
import type { ItemRow } from '#server/baskets/queries.ts'
import { isLive } from '#server/baskets/rules.ts'
import * as messages from '#server/messages/en/baskets.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { limitRate } from '#server/platform/rateLimits.ts'
import { countHeld, forgetNetworks, findNeedsLogin, readPressure } from './queries.ts'
import {
  aMinute,
  freelyRenewedItems,
  historySeconds,
  isHoldShortened,
  isTrusted,
  leastPlacesForLogin,
  maximumHoldMinutes,
  nearlyFullShare,
  placesOfHousehold,
  smallestForPressure,
  tellsCallersApart,
  whyTooMany,
} from './rules.ts'
import type { VisitorLimits } from './rules.ts'

/** A digest, so that baskets hold no network address; null where the address tells nobody apart. */
const networkOf = ({ address }: Pick<Actor, 'address'>): string | null =>
  tellsCallersApart(address) ? createHash('sha256').update(`network ${address}`).digest('base64url') : null

type Wanted = { occurrenceIds: readonly number[]; publicIds: readonly string[] }

/**
 * Before places are taken for someone who is not trusted: counts the call, and refuses them when their network has held these
 * occurrences for long without booking. Outside a transaction, as refused calls stay counted.
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
  const network = networkOf(actor)
  const visitor = actor.person === null ? actor.basketUuid : `customer ${actor.person.id}`
  if (visitor !== null) await limitRate(db, `adds of ${visitor}`, aMinute(limits.visitorAdds), now)
  if (network === null) return usual
  await limitRate(db, `adds from ${network}`, aMinute(limits.networkAdds), now)
  const pressure = await readPressure(db, { network, ...wanted }, history(actor, limits, now), now)
  if (pressure.isExhausted) throw tooMany(messages.heldTooLong, limits.placeSeconds)
  return isHoldShortened(pressure, limits) ? Math.min(usual, limits.shortHoldSeconds) : usual
}

/**
 * After places are taken: refuses when a visitor, or all visitors of one network, hold too many. Counted afterwards, so
 * that concurrent calls count, too. The last resort comes first: where visitors of all networks together hold places
 * without booking them, only people who can be reached get the rest. The caller gives the places back.
 * @throws Refusal `too_many`, `login_required`
 */
export const requireWithinLimits = async (
  db: Tx,
  actor: Actor,
  {
    basketId,
    isFirst,
    itemIds,
    ...wanted
  }: Wanted & { basketId: number; isFirst: boolean; itemIds: readonly (number | string)[] },
  limits: VisitorLimits,
  now: Date,
): Promise<void> => {
  const network = networkOf(actor)
  if (isFirst && network === null) return
  if (network !== null) {
    const needsLogin = await findNeedsLogin(db, wanted, historyOfAll(limits, now), now)
    if (needsLogin !== null) throw loginRequired(itemIds, needsLogin)
  }
  const held = await countHeld(db, { basketId, network }, now)
  const why = whyTooMany(network === null ? { ...held, networkItems: 0, networkPlaces: 0 } : held, limits)
  if (why === 'visitor') throw tooMany(messages.visitorHoldsMany, limits.shortHoldSeconds)
  if (why === 'network') throw tooMany(messages.networkHoldsMany, limits.shortHoldSeconds)
}

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
  const network = networkOf(actor)
  if (isTrusted(actor) || network === null) return true
  const { isExhausted, networkItems } = await readPressure(
    tx,
    { network, occurrenceIds, publicIds: [] },
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
): Refusal => {
  const index = itemIds.findIndex((itemId) => itemId === id || itemId === publicId)
  return new Refusal('login_required', messages.loginUnderPressure, {
    errors: { [`items.${index}.id`]: [messages.loginUnderPressure] },
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
