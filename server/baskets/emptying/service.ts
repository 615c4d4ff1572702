import { giveBackReserved, shrinkReserved } from '#server/credits/service.ts'
import { isLive, totalsOf } from '#server/baskets/rules.ts'
import {
  itemsOf,
  itemsOfAll,
  lockBasketFor,
  lockBasketForChange,
  penaltiesIn,
} from '#server/baskets/service.ts'
import type { BasketRow, ItemRow } from '#server/baskets/service.ts'
import { releaseHolds } from '#server/holds/service.ts'
import { removeLines } from '#server/penalties/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { giveBackUses } from '#server/pricing/service.ts'
import { markRemoved } from './queries.ts'

/** Takes lines out and frees their places. Ids that are not in this basket are passed over. */
export const removeFromBasket = async (
  tx: Tx,
  actor: Actor,
  itemIds: readonly number[],
  now: Date,
): Promise<BasketRow | null> => {
  const basket = await lockBasketForChange(tx, actor, now)
  if (basket === null) return null
  const all = await itemsOf(tx, basket.id)
  const gone = all.filter((item) => itemIds.includes(item.id))
  const left = all.filter((item) => !gone.includes(item) && isLive(item, now))
  // D07: of the payments only credit stays, and no more of it than there is to pay. People before places.
  const owed = (await penaltiesIn(tx, basket)).filter((line) => !itemIds.includes(line.id))
  await shrinkReserved(tx, basket.id, totalsOf(left, owed).total, now)
  if (itemIds.length > 0) await removeLines(tx, basket.id, itemIds, now)
  await letGo(tx, gone, now)
  return basket
}

/** Empties the caller's basket; its id stays. */
export const clearBasket = async (tx: Tx, actor: Actor, now: Date): Promise<BasketRow | null> => {
  const basket = await lockBasketForChange(tx, actor, now)
  if (basket === null) return null
  await empty(tx, basket, now)
  return basket
}

/**
 * Empties what somebody leaves behind on logging out: the holds are freed at once (specification, section 4).
 * A basket that is being paid is left to its payment.
 */
export const emptyBasket = async (tx: Tx, actor: Actor, now: Date): Promise<void> => {
  const basket = await lockBasketFor(tx, actor)
  if (basket?.status !== 'open') return
  await empty(tx, basket, now)
}

const empty = async (tx: Tx, basket: BasketRow, now: Date): Promise<void> => {
  await giveBackReserved(tx, basket.id, now)
  await removeLines(tx, basket.id, 'all', now)
  await letGo(tx, await itemsOf(tx, basket.id), now)
}

/**
 * Takes what is for people who are going out of baskets of others, and gives back what of their credit those had
 * reserved. The caller holds the locks of the people, and knows that nobody is paying.
 */
export const takeOutOf = async (
  tx: Tx,
  basketIds: readonly number[],
  personIds: readonly number[],
  now: Date,
): Promise<void> => {
  for (const [index, items] of (await itemsOfAll(tx, basketIds)).entries()) {
    await giveBackReserved(tx, basketIds[index] ?? 0, now)
    const theirs = items.filter(({ personId }) => personId !== null && personIds.includes(personId))
    await letGo(tx, theirs, now)
  }
}

/** Takes lines out: places and uses are free again. */
export const letGo = async (tx: Tx, items: readonly ItemRow[], now: Date): Promise<void> => {
  if (items.length === 0) return
  await releaseHolds(
    tx,
    items.map((item) => item.holdId),
    now,
  )
  const ids = items.map((item) => item.id)
  await markRemoved(tx, ids, now)
  await giveBackUses(tx, ids, now)
  for (const item of items) tx.invalidate(item.venueId)
}
