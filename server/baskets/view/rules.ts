import type { BasketNotice } from '#contract/baskets.ts'
import { formatted } from '#contract/money.ts'
import { isLapsed, isLive, lineTotal, quantityOf } from '#server/baskets/rules.ts'
import type { Buyer } from '#server/baskets/rules.ts'
import type { ItemRow } from '#server/baskets/queries.ts'
import * as messages from '#server/messages/en/baskets.ts'
import { optionsFor } from '#server/pricing/options/rules.ts'
import { isUndecided } from '#server/pricing/lines/rules.ts'
import type { LineToPrice, PricedLine } from '#server/pricing/lines/rules.ts'

/** The customers that references name. */
export type ByReference = ReadonlyMap<string, { id: number; isOwn: boolean }>

/** A line as pricing reads it. A customer reference gives the prices of whom it names. */
export const lineToPrice = (
  item: ItemRow,
  { customerId, isStaff, isLoginNeeded }: Buyer,
  byReference: ByReference | null,
  used: ReadonlySet<number>,
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
    options: optionsFor(item.options, item.band, item.ticketTypeId),
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
export type Expected = {
  /** Lines whose price the caller has changed. */
  itemIds: readonly number[]
  /** Whether lines have been added, whose first discount is in the price that was chosen. */
  isAdding?: boolean
}

/** Notices of lines that cost something else than was shown. */
export const priceNotices = (
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
      ? [{ code: 'price_changed', message: messages.priceChanged(change), cartItemId: is.id }]
      : [{ code: 'benefit_removed', message: describeEnded(change, was.applied), cartItemId: is.id }]
  })

const isFirstDiscount = (was: ItemRow, is: ItemRow): boolean =>
  isUndecided(was) && is.unitPrice === was.unitPrice

const describeEnded = (change: { name: string; price: string }, applied: ItemRow['applied']): string => {
  if (applied === null) return messages.discountEnded(change)
  return applied.type === 'membership'
    ? messages.benefitEnded({ ...change, plan: applied.planName })
    : messages.visitsEnded({ ...change, pack: applied.name })
}

/** Notices of what a caller without idempotency keys has added beside what was in the basket: it may be a repetition. */
export const additionNotices = (
  items: readonly ItemRow[],
  digests: readonly string[],
  now: Date,
): BasketNotice[] => {
  const live = items.filter((item) => isLive(item, now))
  const isAdded = ({ addedBy }: ItemRow): boolean => addedBy.some((digest) => digests.includes(digest))
  return live.filter(isAdded).flatMap((item): BasketNotice[] => {
    const { id, name, addedBy } = item
    const earlier = quantityOf(
      live.filter((line) => !isAdded(line) && line.id < id),
      item,
    )
    if (item.ticketTypeId === null ? addedBy.length < 2 : earlier === 0) return []
    const message =
      item.ticketTypeId === null
        ? messages.inBasketAlready({ name, times: addedBy.length })
        : messages.anotherTicket({ name, quantity: earlier })
    return [{ code: 'added_again', message, cartItemId: id }]
  })
}

/** Notices of holds that have ended, which the customer has not seen yet. */
export const lapseNotices = (
  items: readonly ItemRow[],
  now: Date,
): (BasketNotice & { cartItemId: number })[] =>
  items
    .filter((item) => isLapsed(item, now) && !item.lapseNotified)
    .map(({ id, name, occurrenceStatus }) =>
      occurrenceStatus === 'scheduled'
        ? { code: 'hold_lapsed', message: messages.holdEnded({ name }), cartItemId: id }
        : { code: 'item_unavailable', message: messages.noLongerOn({ name }), cartItemId: id },
    )
