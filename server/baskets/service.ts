import { lockPursesOf } from '#server/credits/service.ts'
import { linesOf } from '#server/penalties/service.ts'
import type { PenaltyLine } from '#server/penalties/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import * as rows from './queries.ts'
import type { BasketRow, ItemRow } from './queries.ts'
import { isLapsed, isLive, itemHashOf, totalsOf } from './rules.ts'

export {
  anonymousBasket,
  bookablesForAll,
  bookedAlready,
  isElsewhere,
  itemsOf,
  itemsOfAll,
  lockPeople,
  markLapseTold,
  openBasketOf,
  resizeItem,
  setNotices,
} from './queries.ts'
export type { BasketRow, Bookable, BookableIds, ItemRow } from './queries.ts'

/** What a noun must be told when places are taken or freed: the venue whose availability changed. */
/** The basket a call is about: a customer's own, or the one a visitor carries. null when there is none yet. */
export const basketFor = async (tx: Tx, actor: Actor): Promise<BasketRow | null> => {
  if (actor.person !== null) return (await rows.openBasketOf(tx, actor.person.id)) ?? null
  if (actor.basketUuid === null) return null
  return (await rows.anonymousBasket(tx, actor.operator.id, actor.basketUuid)) ?? null
}

/** The same, locked for the transaction. */
export const lockBasketFor = async (tx: Tx, actor: Actor): Promise<BasketRow | null> => {
  const basket = await basketFor(tx, actor)
  return basket === null ? null : ((await rows.lockBasket(tx, basket.id)) ?? null)
}

/** Whoever is known has a basket, be it empty; nothing is stored for a visitor who only looks. */
export const firstOfCustomer = async (
  tx: Tx,
  { operator, person }: Actor,
  now: Date,
): Promise<BasketRow | null> =>
  person === null ? null : rows.makeBasket(tx, { operatorId: operator.id, customerId: person.id }, now)

/**
 * Whoever changes a basket while their bank asks them has turned away from it: that payment is given up. Any
 * other must come to its end first.
 * @throws Refusal `busy`
 */
export const openForChange = async (tx: Tx, basket: BasketRow, now: Date): Promise<void> => {
  if (basket.status === 'paymentProcessing') {
    // Its places are locked on the way; people come before them.
    await lockPursesOf(tx, basket.id)
    if (await rows.giveUpChallenge(tx, basket.id, now)) basket.status = 'open'
  }
  if (basket.status !== 'open') throw busy()
}

/** A payment stands in the way, which only its end moves. */
export const busy = (): Refusal => new Refusal('busy', 'A payment for this basket is under way.')

/** The same for whoever changes what belongs to it. @throws Refusal `busy` */
export const lockBasketForChange = async (tx: Tx, actor: Actor, now: Date): Promise<BasketRow | null> => {
  const basket = await lockBasketFor(tx, actor)
  if (basket !== null) await openForChange(tx, basket, now)
  return basket
}

/** A basket with its live and its lapsed lines; what checkout sells. */
export type LoadedBasket = {
  basket: BasketRow
  live: ItemRow[]
  lapsed: ItemRow[]
  penalties: PenaltyLine[]
  total: number
  taxTotal: number
  subTotal: number
  itemHash: string
}

/** Reads and sums a basket. Amounts are pence. */
export const loadBasket = async (tx: Tx, basket: BasketRow, now: Date): Promise<LoadedBasket> => {
  const items = await rows.itemsOf(tx, basket.id)
  const live = items.filter((item) => isLive(item, now))
  const owed = await penaltiesIn(tx, basket)
  const sorted = [...live, ...owed].toSorted((one, other) => one.sortBy - other.sortBy || one.id - other.id)
  return {
    basket,
    live,
    lapsed: items.filter((item) => isLapsed(item, now)),
    penalties: owed,
    ...totalsOf(live, owed),
    itemHash: itemHashOf(sorted.map((item) => item.id)),
  }
}

/** Penalties are owed by people who are known; nobody else's basket has any. */
export const penaltiesIn = async (tx: Tx, { id, customerId }: BasketRow): Promise<PenaltyLine[]> =>
  customerId === null ? [] : linesOf(tx, id)

/** Reads a basket by its id, whatever its status. */
export const basketById = rows.basketById

/** Locks a basket by its id, whosever it is. */
export const lockBasketById = rows.lockBasket
