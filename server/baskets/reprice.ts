import type { BasketNotice } from '#contract/baskets.ts'
import { formatted } from '#contract/money.ts'
import { shrinkReserved } from '#server/credits/reserve.ts'
import { listLinkedIds } from '#server/linked-people/list.ts'
import type { Messages } from '#server/messages/languages.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { inTransaction } from '#server/platform/transact.ts'
import { calculatePrices, markSettled, savePrices } from '#server/pricing/price.ts'
import { findByReferences, findUsedReferences } from '#server/pricing/references.ts'
import { isUndecided, optionsFor } from '#server/pricing/rules.ts'
import type { LineToPrice, PricedLine } from '#server/pricing/rules.ts'
import { forgetWaivers } from '#server/waivers/agreements.ts'
import { listItems, listPenalties, lockBasket } from './find.ts'
import { whyNotAttending } from './refusals.ts'
import { isLive, lineTotal, ownIdsOf, totalsOf } from './rules.ts'
import type { BasketRow, Buyer, ItemRow } from './rules.ts'
import { hasOverlappingPlace, saveAttendee, savePricedFor } from './sql/lines.ts'

export type PriceSettings = {
  /** Whether lines for which nothing was chosen yet use the benefit or package they may have. */
  applyDefaults: boolean
  /** The caller has changed a line: reserved credit shrinks to the total even when no price changes. */
  isChanged?: boolean
  expected?: Expected
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
  const notices = priceNotices(actor.messages, before, after, expected, actor.operator.currencySymbol)
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
  return items.map((item) => lineToPrice(item, buyer, byReference, used, now))
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

/** The customers that references name. */
type ByReference = ReadonlyMap<string, { id: number; isOwn: boolean }>

/** A line as pricing reads it. A customer reference gives the prices of whom it names. */
export const lineToPrice = (
  item: ItemRow,
  { customerId, isStaff, isLoginNeeded }: Buyer,
  byReference: ByReference | null,
  used: ReadonlySet<number>,
  now: Date,
): LineToPrice => {
  const referenced = byReference?.get(item.customerReference ?? '')
  const isForeign = referenced?.isOwn === false && !isStaff
  // Another customer's reference is good for one ticket of a session.
  const isRefused = isForeign && (isLoginNeeded || item.quantity > 1 || used.has(item.id))
  return {
    id: item.id,
    // Staff decide themselves how many tickets have the price of a reference.
    occurrenceId: isStaff && item.customerReference !== null ? null : item.occurrenceId,
    activityId: item.activityId,
    venueId: item.venueId,
    day: item.localDate,
    quantity: item.quantity,
    places: item.ticketPlaces ?? 1,
    options: optionsFor(item.options, item.band, item.ticketTypeId, { ...item, now }),
    optionId: item.pricingOptionId,
    unitPrice: item.unitPrice,
    discount: item.discount,
    applied: item.applied,
    personId: isRefused ? null : payeeOf(item, customerId, referenced?.id ?? null),
    onlyUnlimited: isForeign,
    memberId: item.memberId,
    wantsBenefit: item.wantsBenefit,
    wantsPackage: item.wantsPackage,
  }
}

/** Whose price a line has: the person a reference names, else the attendee, else the buyer; null for a guest. */
const payeeOf = (
  { customerReference, forGuest, purchasedForId }: ItemRow,
  customerId: number | null,
  referencedId: number | null,
): number | null => {
  if (customerReference !== null) return referencedId
  return forGuest ? null : (purchasedForId ?? customerId)
}

/** Whether pricing changes any of the lines. */
export const isRepriced = (items: readonly ItemRow[], priced: readonly PricedLine[]): boolean =>
  priced.some(
    (line) =>
      line.isPriceChanged ||
      line.isUseChanged ||
      items.find(({ id }) => id === line.id)?.pricingOptionId !== line.optionId,
  )

/** Adds to each item the benefit and the package that could pay for it, and leaves it the prices it may be had at. */
export const withAvailable = (items: readonly ItemRow[], priced: readonly PricedLine[]): ItemRow[] =>
  items.map((item) => {
    const line = priced.find(({ id }) => id === item.id)
    return line === undefined
      ? item
      : {
          ...item,
          options: item.options.filter(({ id }) => line.optionIds.includes(id)),
          availableBenefit: line.availableBenefit,
          availablePackage: line.availablePackage,
        }
  })

/** Changes of the caller's own making, of which no notice is given. */
type Expected = {
  /** Lines whose price the caller has changed. */
  itemIds: readonly number[]
  /** Whether lines have been added, whose first discount is in the price that was chosen. */
  isAdding?: boolean
}

/** Notices of lines that cost something else than was shown. */
export const priceNotices = (
  messages: Messages,
  before: readonly ItemRow[],
  after: readonly ItemRow[],
  expected: Expected,
  currencySymbol: string,
): BasketNotice[] =>
  before.flatMap((was): BasketNotice[] => {
    const is = after.find(({ id }) => id === was.id)
    if (is === undefined || lineTotal(is) === lineTotal(was)) return []
    if (expected.itemIds.includes(was.id) || (expected.isAdding === true && isFirstDiscount(was, is)))
      return []
    const change = { name: is.name, price: formatted(lineTotal(is), currencySymbol) }
    return was.discount === 0 || is.discount > 0
      ? [
          {
            code: 'price_changed',
            message: messages.baskets.priceChanged(change),
            cartItemId: is.id,
          },
        ]
      : [
          {
            code: 'benefit_removed',
            message: describeEnded(messages, change, was.applied),
            cartItemId: is.id,
          },
        ]
  })

const isFirstDiscount = (was: ItemRow, is: ItemRow): boolean =>
  isUndecided(was) && is.unitPrice === was.unitPrice

const describeEnded = (
  messages: Messages,
  change: { name: string; price: string },
  applied: ItemRow['applied'],
): string => {
  if (applied === null) return messages.baskets.discountEnded(change)
  return applied.type === 'membership'
    ? messages.baskets.benefitEnded({ ...change, plan: applied.planName })
    : messages.baskets.visitsEnded({ ...change, pack: applied.name })
}
