import type { BasketNotice } from '#contract/baskets.ts'
import { formatted } from '#contract/money.ts'
import { isLive, lineTotal, totalsOf } from '#server/baskets/rules.ts'
import { isElsewhere, itemsOf, lockBasketById, penaltiesIn } from '#server/baskets/service.ts'
import type { BasketRow, ItemRow } from '#server/baskets/service.ts'
import { shrinkReserved } from '#server/credits/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { inTransaction } from '#server/platform/transact.ts'
import { inWords, optionsFor } from '#server/pricing/rules.ts'
import type { LineToPrice, PricedLine } from '#server/pricing/rules.ts'
import { forgetWaivers } from '#server/waivers/keeping/service.ts'
import { linkedIdsOf, namedBy, priceNow, settlePrices } from '#server/pricing/service.ts'
import { namePersonOfItem, setPricedFor } from './queries.ts'

/** Whose prices lines have. */
export type Buyer = {
  operatorId: number
  customerId: number | null
  /** Whom they may book for. */
  linkedIds: readonly number[]
  isStaff: boolean
}

/** For whom a call prices: staff have the family of the customer they have selected. */
export const buyerOf = async (tx: Tx, actor: Actor): Promise<Buyer> => {
  const { operator, person, customerId, isStaff } = actor
  const isOneself = person !== null && person.id === customerId
  return {
    operatorId: operator.id,
    customerId,
    linkedIds: isOneself ? person.linkedIds : customerId === null ? [] : await linkedIdsOf(tx, customerId),
    isStaff,
  }
}

/** Lines as pricing reads them. */
export const linesToPrice = async (
  tx: Tx,
  items: readonly ItemRow[],
  { operatorId, customerId, linkedIds, isStaff }: Buyer,
): Promise<LineToPrice[]> => {
  const references = items.flatMap(({ customerReference }) => customerReference ?? [])
  const ownIds = customerId === null ? [] : [customerId, ...linkedIds]
  const named = references.length === 0 ? null : await namedBy(tx, operatorId, references, ownIds)
  return items.map((item) => {
    const by = item.customerReference?.trim().toUpperCase()
    const person = by === undefined ? undefined : (named?.get(by) ?? null)
    return {
      id: item.id,
      activityId: item.activityId,
      venueId: item.venueId,
      day: item.localDate,
      quantity: item.quantity,
      places: item.ticketPlaces ?? 1,
      options: optionsFor(item.options, item.band, item.ticketTypeId),
      optionId: item.pricingOptionId,
      unitPrice: item.unitPrice,
      discount: item.discount,
      applied: item.applied,
      personId: person === undefined ? (item.purchasedForId ?? customerId) : (person?.id ?? null),
      onlyUnlimited: person?.isOwn === false && !isStaff,
      memberId: item.memberId,
      wantsBenefit: item.wantsBenefit,
      wantsPackage: item.wantsPackage,
    }
  })
}

export type How = {
  /** Whether lines that nobody has looked at get what they may have. */
  settle: boolean
  /** The caller has changed a line: no more credit may stay than there is to pay, whatever prices do. */
  isChanged?: boolean
  /** Lines whose change the caller has asked for, so that nobody needs to be told. */
  quiet?: readonly number[] | 'new' | undefined
}

/** The lines of a basket at the prices of now, and what to tell of it. */
export type UpToDate = { items: ItemRow[]; notices: BasketNotice[]; priced: PricedLine[] }

/**
 * Brings the prices of a basket up to date. Where something changes it does so in a transaction of its own if
 * the caller has none.
 */
export const bringUpToDate = async (
  db: Tx,
  basket: BasketRow,
  items: ItemRow[],
  actor: Actor,
  how: How,
  now: Date,
): Promise<UpToDate> => {
  const live = items.filter((item) => isLive(item, now))
  if (basket.status !== 'open' || live.length === 0) return { items, notices: [], priced: [] }
  const turned = actor.isStaff && basket.pricedForId !== actor.customerId
  // Of a visitor who names nobody nothing is known that could pay; it is settled once they have logged in.
  const isKnown = actor.customerId !== null || live.some((item) => item.customerReference !== null)
  const settle = (how.settle && isKnown) || turned
  const buyer = await buyerOf(db, actor)
  const planned = await priceNow(db, await linesToPrice(db, live, buyer), settle, now)
  if (!turned && how.isChanged !== true && !planned.some(isChanged(live))) {
    return { items: withAvailable(items, planned), notices: [], priced: planned }
  }
  return inTransaction(db, async (tx) => {
    const locked = await lockBasketById(tx, basket.id)
    const standing = await itemsOf(tx, basket.id)
    if (locked?.status !== 'open') return { items: standing, notices: [], priced: [] }
    if (turned) await turnTo(tx, basket, standing, buyer, now)
    const before = (turned ? await itemsOf(tx, basket.id) : standing).filter((item) => isLive(item, now))
    const priced = await settlePrices(tx, await linesToPrice(tx, before, buyer), settle, now)
    const after = withAvailable(await itemsOf(tx, basket.id), priced)
    const held = after.filter((item) => isLive(item, now))
    const { total } = totalsOf(held, await penaltiesIn(tx, basket))
    await shrinkReserved(tx, basket.id, total, now)
    return { items: after, notices: toTell(before, after, how.quiet ?? [], actor), priced }
  })
}

/** Whether lines still cost what they say, and what pays for them is still there. */
export const pricesStand = async (
  tx: Tx,
  items: readonly ItemRow[],
  actor: Actor,
  now: Date,
): Promise<boolean> => {
  const lines = await linesToPrice(tx, items, await buyerOf(tx, actor))
  return !(await priceNow(tx, lines, false, now)).some(isChanged(items))
}

const isChanged = (items: readonly ItemRow[]) => (line: PricedLine) =>
  line.isPriceChanged ||
  line.isUseChanged ||
  line.isSettled ||
  items.find(({ id }) => id === line.id)?.pricingOptionId !== line.optionId

const withAvailable = (items: readonly ItemRow[], priced: readonly PricedLine[]): ItemRow[] =>
  items.map((item) => {
    const line = priced.find(({ id }) => id === item.id)
    return line === undefined
      ? item
      : { ...item, availableBenefit: line.availableBenefit, availablePackage: line.availablePackage }
  })

/** Staff have turned to another customer: what is for nobody in particular is for them now. */
const turnTo = async (
  tx: Tx,
  basket: BasketRow,
  items: readonly ItemRow[],
  { customerId, linkedIds }: Buyer,
  now: Date,
): Promise<void> => {
  for (const item of items.filter((line) => isLive(line, now))) {
    const purchasedForId =
      item.purchasedForId !== null && linkedIds.includes(item.purchasedForId) ? item.purchasedForId : null
    const personId = purchasedForId ?? customerId
    const isBusy = personId !== null && (await isElsewhere(tx, personId, item.occurrenceId, item.holdId, now))
    await namePersonOfItem(tx, item, { purchasedForId, personId: isBusy ? null : personId })
    // Somebody else takes part, who has not agreed to anything.
    if (personId !== item.personId) await forgetWaivers(tx, item.id)
  }
  await setPricedFor(tx, basket.id, customerId)
  basket.pricedForId = customerId
}

const toTell = (
  before: readonly ItemRow[],
  after: readonly ItemRow[],
  quiet: readonly number[] | 'new',
  { operator }: Actor,
): BasketNotice[] =>
  before.flatMap((was): BasketNotice[] => {
    const is = after.find(({ id }) => id === was.id)
    if (is === undefined || lineTotal(is) === lineTotal(was)) return []
    if (quiet === 'new' ? was.wantsBenefit === null : quiet.includes(was.id)) return []
    const costs = `now costs ${formatted(lineTotal(is), operator.currencySymbol)}`
    if (was.discount === 0 || is.discount > 0) {
      return [{ code: 'price_changed', message: `${is.name} ${costs}.`, cartItemId: is.id }]
    }
    const what = was.applied === null ? 'what paid for it' : inWords(was.applied)
    const message = `${is.name} ${costs}: ${what} no longer counts for it.`
    return [{ code: 'benefit_removed', message, cartItemId: is.id }]
  })
