import { releaseReservation } from '#server/credits/reserve.ts'
import { removeLines } from '#server/penalties/owed.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { listItems, lockBasketForChange, lockBasketOf } from './find.ts'
import { releaseItems } from './remove.ts'
import type { BasketRow } from './rules.ts'
import { listItemsOfBaskets } from './sql/lines.ts'

/** Empties the caller's basket; its id stays. */
export const clearBasket = async (tx: Tx, actor: Actor, now: Date): Promise<BasketRow | null> => {
  const basket = await lockBasketForChange(tx, actor, now)
  if (basket === null) return null
  await removeAll(tx, basket, now)
  return basket
}

/** Empties the basket of a person who logs out (specification, section 4). One that is being paid is left alone. */
export const emptyBasket = async (tx: Tx, actor: Actor, now: Date): Promise<void> => {
  const basket = await lockBasketOf(tx, actor)
  if (basket?.status !== 'open') return
  await removeAll(tx, basket, now)
}

const removeAll = async (tx: Tx, basket: BasketRow, now: Date): Promise<void> => {
  await releaseReservation(tx, basket.id, now)
  await removeLines(tx, basket.id, 'all', now)
  await releaseItems(tx, await listItems(tx, basket.id), now)
}

/**
 * Takes lines for people whose accounts are being closed out of others' baskets, and gives back those baskets'
 * reserved credit. The caller holds the locks of the people, and knows that no basket is being paid.
 */
export const removeItemsOfPeople = async (
  tx: Tx,
  basketIds: readonly number[],
  personIds: readonly number[],
  now: Date,
): Promise<void> => {
  for (const [index, items] of (await listItemsOfBaskets(tx, basketIds)).entries()) {
    await releaseReservation(tx, basketIds[index] ?? 0, now)
    const removed = items.filter(({ personId }) => personId !== null && personIds.includes(personId))
    await releaseItems(tx, removed, now)
  }
}
