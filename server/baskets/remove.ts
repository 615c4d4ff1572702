import { listItemsOfBaskets, markItemsRemoved, saveAdditions, setWants } from './sql/lines.ts'
import { releaseReservation, shrinkReserved } from '#server/credits/reserve.ts'
import { freePlaces } from '#server/holds/places.ts'
import type { Messages } from '#server/messages/languages.ts'
import { removeLines } from '#server/penalties/owed.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Applied } from '#server/pricing/rules.ts'
import { returnUses } from '#server/pricing/uses.ts'
import { listItems, listPenalties, lockBasketForChange, lockBasketOf } from './find.ts'
import { additionsLeft, isLive, totalsOf } from './rules.ts'
import type { BasketRow, ItemRow } from './rules.ts'
import { lockLine, repriceBasket } from './update.ts'

/**
 * Takes lines out and frees their places. Ids that are not in this basket are ignored. Unless `isFinal`, a slot or class
 * that several calls have added stays until its id was sent as often, and a notice says so (docs/decisions/0043).
 */
export const removeItems = async (
  tx: Tx,
  actor: Actor,
  { itemIds, isFinal }: { itemIds: readonly number[]; isFinal: boolean },
  now: Date,
): Promise<BasketRow | null> => {
  const basket = await lockBasketForChange(tx, actor, now)
  if (basket === null) return null
  const all = await listItems(tx, basket.id)
  const named = all.filter((item) => itemIds.includes(item.id))
  const remaining = isFinal
    ? []
    : named.filter((item) => isLive(item, now) && additionsLeft(item, itemIds).length > 0)
  for (const item of remaining) await saveAdditions(tx, item.id, additionsLeft(item, itemIds))
  const removed = named.filter((item) => !remaining.includes(item))
  const left = all.filter((item) => !removed.includes(item) && isLive(item, now))
  // D07: reserved credit stays up to the new total. Credit locks people, who come before places.
  const penalties = (await listPenalties(tx, basket)).filter((line) => !itemIds.includes(line.id))
  await shrinkReserved(tx, basket.id, totalsOf(left, penalties).total, now)
  if (itemIds.length > 0) await removeLines(tx, basket.id, itemIds, now)
  await releaseItems(tx, removed, now)
  return {
    ...basket,
    notices: [...basket.notices, ...remaining.map((item) => stillInBasket(actor.messages, item, itemIds))],
  }
}

const stillInBasket = (
  messages: Messages,
  item: ItemRow,
  itemIds: readonly number[],
): BasketRow['notices'][number] => {
  const times = additionsLeft(item, itemIds).length
  return {
    code: 'still_in_basket',
    message: messages.baskets.stillInBasket({ name: item.name, times }),
    cartItemId: item.id,
  }
}

/**
 * Takes a benefit or the visits of a package off a line, which then costs its full price until one is chosen again.
 * `useId` is the number of the use.
 * @throws Refusal `not_found` when no line of the basket has it
 */
export const removeDiscount = async (
  tx: Tx,
  actor: Actor,
  { type, useId }: { type: Applied['type']; useId: number },
  now: Date,
): Promise<BasketRow> => {
  const hasUse = ({ applied }: ItemRow): boolean => applied?.type === type && applied.useId === useId
  const { basket, item } = await lockLine(tx, actor, hasUse, now)
  await setWants(tx, item.id, { wantsBenefit: false, wantsPackage: false })
  return (await repriceBasket(tx, basket, actor, item, {}, now)).basket
}

/**
 * Takes back what calls have added to lines. A line that no other call has added leaves the basket. The caller holds the
 * lock of the basket.
 */
export const withdrawAdditions = async (
  tx: Tx,
  additions: readonly { item: ItemRow; calls: readonly string[] }[],
  now: Date,
): Promise<void> => {
  const changed = additions
    .map(({ item, calls }) => ({ item, addedBy: item.addedBy.filter((call) => !calls.includes(call)) }))
    .filter(({ item, addedBy }) => addedBy.length < item.addedBy.length)
  const emptied = changed.filter(({ addedBy }) => addedBy.length === 0)
  for (const { item, addedBy } of changed) if (addedBy.length > 0) await saveAdditions(tx, item.id, addedBy)
  await releaseItems(
    tx,
    emptied.map(({ item }) => item),
    now,
  )
}

/** Takes lines out of their basket; their places, benefits and visits are free again. */
export const releaseItems = async (tx: Tx, items: readonly ItemRow[], now: Date): Promise<void> => {
  if (items.length === 0) return
  await freePlaces(
    tx,
    items.map((item) => item.holdId),
    now,
  )
  const ids = items.map((item) => item.id)
  await markItemsRemoved(tx, ids, now)
  await returnUses(tx, ids, now)
  for (const item of items) tx.invalidate(item.venueId)
}

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
