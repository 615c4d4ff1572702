import type { Basket, BasketNotice } from '#contract/baskets.ts'
import { hasOverlappingPlace } from '#server/baskets/change/queries.ts'
import { listItems, markLapseNotified, saveNotices } from '#server/baskets/queries.ts'
import type { ItemRow } from '#server/baskets/queries.ts'
import { whyNotAttending } from '#server/baskets/refusals/service.ts'
import { lockBasket } from '#server/baskets/rows/queries.ts'
import type { BasketRow } from '#server/baskets/rows/queries.ts'
import { isLive, noMoney, ownIdsOf, totalsOf } from '#server/baskets/rules.ts'
import type { BasketMoney, Buyer } from '#server/baskets/rules.ts'
import { createCustomerBasket, listPenalties } from '#server/baskets/service.ts'
import { fitPlaces } from '#server/baskets/ticket-places/service.ts'
import { basketCreditOf } from '#server/credits/balance.ts'
import { shrinkReserved } from '#server/credits/reserve.ts'
import { listLinkedIds } from '#server/linked-people/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { inTransaction } from '#server/platform/transact.ts'
import type { LineToPrice, PricedLine } from '#server/pricing/lines/rules.ts'
import { findUsedReferences } from '#server/pricing/references/service.ts'
import { calculatePrices, findByReferences, markSettled, savePrices } from '#server/pricing/service.ts'
import { forgetWaivers } from '#server/waivers/records/service.ts'
import { presentBasket } from './present.ts'
import { saveAttendee, savePricedFor } from './queries.ts'
import {
  additionNotices,
  isRepriced,
  lapseNotices,
  lineToPrice,
  priceNotices,
  withAvailable,
} from './rules.ts'
import type { Expected } from './rules.ts'

export { presentItem, presentPenalty } from './present.ts'

export type PriceSettings = {
  /** Whether lines for which nothing was chosen yet use the benefit or package they may have. */
  applyDefaults: boolean
  /** The caller has changed a line: reserved credit shrinks to the total even when no price changes. */
  isChanged?: boolean
  expected?: Expected
}

type ViewSettings = PriceSettings & {
  /** Of items just added by a caller without idempotency keys, who is told of what was there before. */
  unkeyedDigests: readonly string[]
}

/**
 * The whole basket, as every basket call answers it, at the prices of now. Notices that the customer has not seen yet
 * are displayed once. A customer without a basket gets one; a visitor without one sees an empty basket that is not stored.
 */
export const viewBasket = async (
  tx: Tx,
  existing: BasketRow | null,
  actor: Actor,
  now: Date,
  { unkeyedDigests = [], ...settings }: Partial<ViewSettings> = {},
): Promise<Basket> => {
  const basket = existing ?? (await createCustomerBasket(tx, actor, now))
  const { operator, person, customerId } = actor
  const context = {
    currencySymbol: operator.currencySymbol,
    selectedUserId: person !== null && customerId !== person.id ? customerId : null,
    isEstimated: customerId === null,
    now,
  }
  if (basket === null) return presentBasket(null, [], [], noMoney, context)
  const fitted = await fitPlaces(tx, basket, await listItems(tx, basket.id), now)
  const { items, notices } = await updatePrices(
    tx,
    basket,
    fitted.items,
    actor,
    { applyDefaults: false, ...settings },
    now,
  )
  const lapses = lapseNotices(items, now)
  const lapsedIds = lapses.map(({ cartItemId }) => cartItemId)
  if (lapses.length > 0) await markLapseNotified(tx, lapsedIds)
  if (basket.notices.length > 0) await saveNotices(tx, basket.id, [])
  const money = await findMoney(tx, basket, actor, now)
  return presentBasket(
    basket,
    items,
    [
      ...basket.notices,
      ...fitted.notices,
      ...additionNotices(items, unkeyedDigests, now),
      ...notices,
      ...lapses,
    ],
    money,
    context,
  )
}

/** What the customer could pay a basket with. A visitor has nothing, so nothing is read. */
const findMoney = async (
  tx: Tx,
  basket: BasketRow,
  { customerId }: Actor,
  now: Date,
): Promise<BasketMoney> => {
  const penalties = await listPenalties(tx, basket)
  if (customerId === null) return { ...noMoney, penalties }
  return { ...(await basketCreditOf(tx, { customerId, basketId: basket.id }, now)), penalties }
}

/** The lines of a basket at the prices of now, and the notices of what changed. */
type PricedBasket = { items: ItemRow[]; notices: BasketNotice[]; priced: PricedLine[] }

/**
 * Brings the prices of an open basket up to date. Changes are saved in the caller's transaction, or in one of its own
 * where the caller has none.
 */
export const updatePrices = async (
  db: Tx,
  basket: BasketRow,
  items: ItemRow[],
  actor: Actor,
  { applyDefaults, isChanged = false, expected = { itemIds: [] } }: PriceSettings,
  now: Date,
): Promise<PricedBasket> => {
  const live = items.filter((item) => isLive(item, now))
  if (basket.status !== 'open' || live.length === 0) return { items, notices: [], priced: [] }
  const isSwitched = actor.isStaff && basket.pricedForId !== actor.customerId
  // Benefits of a visitor are not known before log-in, unless a reference names a person.
  const isRegistered = actor.customerId !== null || live.some((item) => item.customerReference !== null)
  const withDefaults = (applyDefaults && isRegistered) || isSwitched
  const buyer = await findBuyer(db, actor)
  const planned = await calculatePrices(db, await linesToPrice(db, live, buyer, now), withDefaults, now)
  if (!isSwitched && !isChanged && !isRepriced(live, planned)) {
    // New lines at their list price need no lock: nothing is reserved for them.
    const settledIds = planned.flatMap(({ id, isSettled }) => (isSettled ? [id] : []))
    if (settledIds.length > 0) await markSettled(db, settledIds)
    return { items: withAvailable(items, planned), notices: [], priced: planned }
  }
  return inTransaction(db, (tx) =>
    saveNewPrices(tx, basket, actor, { buyer, isSwitched, withDefaults, expected }, now),
  )
}

/** Prices lines again under the lock of the basket, since they may have changed meanwhile, and saves the prices. */
const saveNewPrices = async (
  tx: Tx,
  basket: BasketRow,
  actor: Actor,
  settings: { buyer: Buyer; isSwitched: boolean; withDefaults: boolean; expected: Expected },
  now: Date,
): Promise<PricedBasket> => {
  const { buyer, isSwitched, withDefaults, expected } = settings
  const locked = await lockBasket(tx, basket.id)
  const current = await listItems(tx, basket.id)
  if (locked?.status !== 'open') return { items: current, notices: [], priced: [] }
  if (isSwitched) await switchCustomer(tx, actor, basket, current, buyer, now)
  const lines = isSwitched ? await listItems(tx, basket.id) : current
  const before = lines.filter((item) => isLive(item, now))
  const priced = await savePrices(tx, await linesToPrice(tx, before, buyer, now), withDefaults, now)
  const after = withAvailable(await listItems(tx, basket.id), priced)
  const held = after.filter((item) => isLive(item, now))
  const { total } = totalsOf(held, await listPenalties(tx, basket))
  await shrinkReserved(tx, basket.id, total, now)
  const notices = priceNotices(before, after, expected, actor.operator.currencySymbol)
  return { items: after, notices, priced }
}

/** Whether lines still cost what the basket shows, and what pays for them is still available. */
export const arePricesCurrent = async (
  tx: Tx,
  items: readonly ItemRow[],
  actor: Actor,
  now: Date,
): Promise<boolean> => {
  const lines = await linesToPrice(tx, items, await findBuyer(tx, actor), now)
  return !isRepriced(items, await calculatePrices(tx, lines, false, now))
}

/** For staff the buyer is the customer they have selected. */
export const findBuyer = async (tx: Tx, actor: Actor): Promise<Buyer> => {
  const { operator, person, customerId, isStaff } = actor
  const isSelf = person !== null && person.id === customerId
  return {
    operatorId: operator.id,
    customerId,
    linkedIds: isSelf ? person.linkedIds : customerId === null ? [] : await listLinkedIds(tx, customerId),
    isStaff,
    isLoginNeeded: person === null && operator.benefitsNeedLogin === true,
  }
}

const linesToPrice = async (
  tx: Tx,
  items: readonly ItemRow[],
  buyer: Buyer,
  now: Date,
): Promise<LineToPrice[]> => {
  const named = items.filter(({ customerReference }) => customerReference !== null)
  const { byReference, used } =
    named.length === 0 ? noReferences : await findReferences(tx, named, buyer, now)
  return items.map((item) => lineToPrice(item, buyer, byReference, used))
}

const noReferences = { byReference: null, used: new Set<number>() }

/** The customers whom lines name, and the lines whose reference has had its ticket. */
const findReferences = async (tx: Tx, named: readonly ItemRow[], buyer: Buyer, now: Date) => {
  const references = named.flatMap(({ customerReference }) => customerReference ?? [])
  const byReference = await findByReferences(tx, buyer.operatorId, references, ownIdsOf(buyer))
  const ids = named.map(({ id }) => id)
  const used = buyer.isStaff ? noReferences.used : await findUsedReferences(tx, ids, now)
  return { byReference, used }
}

/** Staff have selected another customer: lines for the buyer, or for people that customer may not book for, are theirs. */
const switchCustomer = async (
  tx: Tx,
  actor: Actor,
  basket: BasketRow,
  items: readonly ItemRow[],
  { customerId, linkedIds }: Buyer,
  now: Date,
): Promise<void> => {
  for (const item of items.filter((line) => isLive(line, now))) {
    const purchasedForId =
      item.purchasedForId !== null && linkedIds.includes(item.purchasedForId) ? item.purchasedForId : null
    const payeeId = purchasedForId ?? customerId
    const suits = payeeId === null || (await whyNotAttending(tx, actor, payeeId, item, now)) === null
    const personId = suits ? payeeId : null
    const overlaps =
      personId !== null && (await hasOverlappingPlace(tx, personId, item.occurrenceId, item.holdId, now))
    await saveAttendee(tx, item, { purchasedForId, personId: overlaps ? null : personId })
    // Waivers are agreed to by each attendee.
    if (personId !== item.personId) await forgetWaivers(tx, item.id)
  }
  await savePricedFor(tx, basket.id, customerId)
  basket.pricedForId = customerId
}
