import { lockCreditAccounts, releaseReservation, shrinkReserved } from '#server/credits/reserve.ts'
import { freePlaces } from '#server/holds/service.ts'
import * as messages from '#server/messages/en/baskets.ts'
import { linesOf, removeLines } from '#server/penalties/owed.ts'
import type { PenaltyLine } from '#server/penalties/owed.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { returnUses } from '#server/pricing/service.ts'
import {
  abandonChallenge,
  insertDetachedBasket,
  listItems,
  listItemsOfBaskets,
  markItemsRemoved,
  openBasketWithItems,
  saveAdditions,
  visitorBasketWithItems,
} from './queries.ts'
import type { BasketWithItems, ItemRow } from './queries.ts'
import {
  createBasket,
  findOpenBasket,
  findVisitorBasket,
  lockOpenBasket,
  lockVisitorBasket,
} from './rows/queries.ts'
import type { BasketRow } from './rows/queries.ts'
import { additionsLeft, isLapsed, isLive, itemHashOf, totalsOf } from './rules.ts'

export { findBasketById, lockBasket } from '#server/baskets/rows/queries.ts'
export { listItems, saveNotices } from './queries.ts'
export type { BasketWithItems, ItemRow } from './queries.ts'
export type { BasketRow } from '#server/baskets/rows/queries.ts'

/** The basket of a call: the customer's own, or the one a visitor carries. null when there is none yet. */
export const findBasket = async (tx: Tx, actor: Actor): Promise<BasketRow | null> => {
  if (actor.person !== null) return (await findOpenBasket(tx, actor.person.id)) ?? null
  if (actor.basketUuid === null) return null
  return (await findVisitorBasket(tx, actor.operator.id, actor.basketUuid)) ?? null
}

/** The same with its lines. One query. */
export const findBasketWithItems = async (tx: Tx, actor: Actor): Promise<BasketWithItems | null> => {
  if (actor.person !== null) return (await openBasketWithItems(tx, actor.person.id)) ?? null
  if (actor.basketUuid === null) return null
  const found = await visitorBasketWithItems(tx, actor.basketUuid)
  return found?.basket.operatorId === actor.operator.id ? found : null
}

/** The basket that `findBasket` finds, locked until the end of the transaction. */
export const lockBasketOf = async (tx: Tx, actor: Actor): Promise<BasketRow | null> => {
  if (actor.person !== null) return (await lockOpenBasket(tx, actor.person.id)) ?? null
  if (actor.basketUuid === null) return null
  return (await lockVisitorBasket(tx, actor.operator.id, actor.basketUuid)) ?? null
}

/** A customer always has a basket, which may be empty. For a visitor who only looks nothing is stored. */
export const createCustomerBasket = async (
  tx: Tx,
  { operator, person }: Actor,
  now: Date,
): Promise<BasketRow | null> =>
  person === null ? null : createBasket(tx, { operatorId: operator.id, customerId: person.id }, now)

/**
 * Makes sure that a basket may be changed. A payment that waits for the card holder's bank is abandoned, since the
 * customer has come back to the basket; any other payment must end first.
 * @throws Refusal `busy`
 */
export const openForChange = async (tx: Tx, basket: BasketRow, now: Date): Promise<void> => {
  if (basket.status === 'paymentProcessing') {
    // Abandoning locks places; people are locked before places.
    await lockCreditAccounts(tx, basket.id)
    if (await abandonChallenge(tx, basket.id, now)) basket.status = 'open'
  }
  if (basket.status !== 'open') throw busyRefusal()
}

export const busyRefusal = (): Refusal => new Refusal('busy', messages.paymentInProgress)

/** The caller's basket, locked and open. @throws Refusal `busy` */
export const lockBasketForChange = async (tx: Tx, actor: Actor, now: Date): Promise<BasketRow | null> => {
  const basket = await lockBasketOf(tx, actor)
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

/**
 * Reads and sums a basket. Amounts are pence.
 * @param read its lines, where the caller has them
 */
export const loadBasket = async (
  tx: Tx,
  basket: BasketRow,
  now: Date,
  read?: readonly ItemRow[],
): Promise<LoadedBasket> => {
  const items = read ?? (await listItems(tx, basket.id))
  const live = items.filter((item) => isLive(item, now))
  const penalties = await listPenalties(tx, basket)
  const sorted = [...live, ...penalties].toSorted(
    (one, other) => one.sortBy - other.sortBy || one.id - other.id,
  )
  return {
    basket,
    live,
    lapsed: items.filter((item) => isLapsed(item, now)),
    penalties,
    ...totalsOf(live, penalties),
    itemHash: itemHashOf(sorted.map((item) => item.id)),
  }
}

/** The penalties in a basket. A visitor's has none. */
export const listPenalties = async (tx: Tx, { id, customerId }: BasketRow): Promise<PenaltyLine[]> =>
  customerId === null ? [] : linesOf(tx, id)

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
  return { ...basket, notices: [...basket.notices, ...remaining.map((item) => stillInBasket(item, itemIds))] }
}

const stillInBasket = (item: ItemRow, itemIds: readonly number[]): BasketRow['notices'][number] => {
  const times = additionsLeft(item, itemIds).length
  return {
    code: 'still_in_basket',
    message: messages.stillInBasket({ name: item.name, times }),
    cartItemId: item.id,
  }
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

/** Makes the basket that checkout locks while a joining is paid for; it holds nothing. */
export const createJoiningBasket = (tx: Tx, operatorId: number, now: Date): Promise<number> =>
  insertDetachedBasket(tx, operatorId, 'online-joining', now)

/** Makes the basket that holds the new place of a booking while the move is paid for. */
export const createMoveBasket = (tx: Tx, operatorId: number, now: Date): Promise<number> =>
  insertDetachedBasket(tx, operatorId, 'booking-move', now)

/** Makes the basket whose lines are a booking partner's lease. */
export const createPartnerBasket = (tx: Tx, operatorId: number, now: Date): Promise<number> =>
  insertDetachedBasket(tx, operatorId, 'open-booking', now)
