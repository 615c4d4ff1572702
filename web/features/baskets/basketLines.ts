import type { Basket, BasketItem } from '#contract/baskets.ts'
import { formatted } from '#contract/money.ts'
import type { LoggedInCustomer } from '#contract/sessions.ts'
import * as messages from '#messages/shared/filledBasket.ts'
import { sessionTime } from '#messages/shared/dates.ts'
import type { BasketItemInput } from './basketQueue.ts'

/** A line as the page shows it: equal tickets, which are lines of their own on the wire, are one with a quantity. */
export type CombinedLine = BasketItem & { lines: readonly BasketItem[] }

export const combineTickets = (items: readonly BasketItem[], currency: string): CombinedLine[] => {
  const combined: CombinedLine[] = []
  for (const item of items.toSorted((one, other) => one.sortBy - other.sortBy)) {
    const index = combined.findIndex(
      (line) => isCombinable(line) && isCombinable(item) && isSameTicket(line, item),
    )
    const line = combined[index]
    if (line === undefined) combined.push({ ...item, lines: [item] })
    else combined[index] = combine(line, item, currency)
  }
  return combined
}

/** What a benefit or a package pays for is listed apart, with its explanation. */
const isCombinable = ({ ticketId, appliedBenefit, appliedPackage, price }: BasketItem): boolean =>
  ticketId !== null && appliedBenefit === null && appliedPackage === null && price.explanation === null

const isSameTicket = (one: BasketItem, other: BasketItem): boolean =>
  isSameItem(one, other) &&
  one.customerReference === other.customerReference &&
  one.attendee?.userId === other.attendee?.userId &&
  one.price.raw / one.quantity === other.price.raw / other.quantity

/** Whether two lines are for the same occurrence, person and kind of ticket. */
export const isSameItem = (one: BasketItem, other: BasketItem): boolean =>
  one.type === other.type &&
  (one.cartableResource?.id ?? one.cartableId) === (other.cartableResource?.id ?? other.cartableId) &&
  one.ticketId === other.ticketId &&
  (one.ticketId === null || one.pricingOptionId === other.pricingOptionId) &&
  one.forGuest === other.forGuest &&
  one.purchasedForUserId === other.purchasedForUserId

const combine = (line: CombinedLine, item: BasketItem, currency: string): CombinedLine => {
  const raw = line.price.raw + item.price.raw
  const ends = [line.heldUntil, item.heldUntil].filter((end) => end !== null)
  return {
    ...line,
    quantity: line.quantity + item.quantity,
    // The maximum of each line is what the others leave.
    maxQuantity: line.maxQuantity === null ? null : line.maxQuantity + item.quantity,
    price: { ...line.price, ...moneyOf(raw, currency) },
    heldUntil: ends.toSorted()[0] ?? null,
    proofOfAge: line.proofOfAge || item.proofOfAge,
    benefitAvailable: line.benefitAvailable ?? item.benefitAvailable,
    packageAvailable: line.packageAvailable ?? item.packageAvailable,
    lines: [...line.lines, item],
  }
}

const moneyOf = (raw: number, currency: string) => {
  const text = formatted(raw, currency)
  return { raw, currency: (raw / 100).toFixed(2), formatted: text, formattedAmount: text }
}

type QuantityPlan = {
  removedIds: readonly number[]
  /** The one line whose own quantity changes. */
  update: { cartItemId: number; quantity: number } | null
}

/** How equal tickets come to a quantity in all: the newest go first, and the last line that stays gets more. */
export const planQuantity = (
  lines: readonly Pick<BasketItem, 'id' | 'quantity'>[],
  wanted: number,
): QuantityPlan => {
  const removedIds: number[] = []
  let surplus = lines.reduce((sum, { quantity }) => sum + quantity, 0) - wanted
  for (const { id, quantity } of lines.toReversed()) {
    if (surplus === 0) break
    if (surplus < quantity) return { removedIds, update: { cartItemId: id, quantity: quantity - surplus } }
    removedIds.push(id)
    surplus -= quantity
  }
  return { removedIds, update: null }
}

/** The lines of one venue for one person. */
export type LineGroup<Line extends BasketItem = BasketItem> = {
  key: string
  venueName: string
  /** `For Tom`; undefined where everything is for the customer. */
  personLabel: string | undefined
  items: Line[]
}

/** D05: in the order of sort_by, gathered by venue and, where several people are booked for, by person. */
export const groupLines = <Line extends BasketItem>(
  items: readonly Line[],
  customer: Pick<LoggedInCustomer, 'id' | 'firstName' | 'linkedUsers'> | null,
): LineGroup<Line>[] => {
  const sorted = items.toSorted((one, other) => one.sortBy - other.sortBy)
  const booked = sorted.filter(({ cartableResource }) => cartableResource !== null)
  const severalPeople = new Set(booked.map(({ purchasedForUserId }) => purchasedForUserId)).size > 1
  const onlyOthers = sorted.some(({ purchasedForUserId }) => purchasedForUserId !== null)
  const groups = new Map<string, LineGroup<Line>>()
  for (const item of sorted) {
    const venueName = item.cartableResource?.venueName ?? messages.penalties
    const key = `${venueName} ${item.purchasedForUserId ?? ''}`
    const group = groups.get(key) ?? {
      key,
      venueName,
      personLabel:
        item.cartableResource !== null && (severalPeople || onlyOthers)
          ? labelOf(item.purchasedForUserId, customer)
          : undefined,
      items: [],
    }
    group.items.push(item)
    groups.set(key, group)
  }
  return [...groups.values()]
}

const labelOf = (
  id: number | null,
  customer: Pick<LoggedInCustomer, 'id' | 'firstName' | 'linkedUsers'> | null,
): string => {
  if (id === null || id === customer?.id) return messages.forYou
  const person = customer?.linkedUsers.find((linked) => linked.id === id)
  return person === undefined ? messages.forSomeoneElse : messages.forPerson({ name: person.firstName })
}

/** `Thu 26 Nov, 18:00 to 19:00`; empty for a penalty, which has no time. */
export const lineTime = ({ cartableResource: resource }: BasketItem): string =>
  resource === null ? '' : sessionTime(resource)

/** `Badminton 60min, Thu 26 Nov, 18:00 to 19:00`, for the labels of a line's buttons. */
export const describeLine = (item: BasketItem): string =>
  [lineTitle(item), priceNameOf(item), lineTime(item)].filter(Boolean).join(', ')

/** The name of a ticket's price where it is not the first one, since another line may be the same ticket at that. */
const priceNameOf = ({
  ticketId,
  pricingOptionId,
  pricingOptions: [standard, ...others],
}: BasketItem): string =>
  ticketId === null || pricingOptionId === standard?.id
    ? ''
    : (others.find(({ id }) => id === pricingOptionId)?.name ?? '')

/** `Swim, Adult`: what the wire's name has before its first dash. */
export const lineTitle = ({ name, cartableResource: resource }: BasketItem): string => {
  if (resource === null) return name.replace(' - ', ': ')
  return name.startsWith(resource.name) ? (name.split(' - ')[0] ?? resource.name) : resource.name
}

/** Adds the same item again as it was chosen, for Undo. */
export const toItemInput = (item: BasketItem): BasketItemInput => ({
  id: item.cartableResource?.id ?? item.cartableId,
  // A basket never holds a membership.
  ...(item.type === 'membership' ? {} : { type: item.type }),
  quantity: item.quantity,
  ...(item.pricingOptionId === null ? {} : { pricingOptionId: item.pricingOptionId }),
  ...(item.ticketId === null ? {} : { ticketId: item.ticketId }),
  ...(item.purchasedForUserId === null ? {} : { purchasedForUserId: item.purchasedForUserId }),
  ...(item.forGuest ? { forGuest: true } : {}),
  ...(item.customerReference === null ? {} : { customerReference: item.customerReference }),
  ...(item.appliedBenefit === null && item.benefitAvailable !== null ? { applyBenefit: false } : {}),
  ...(item.appliedPackage === null && item.packageAvailable !== null ? { applyPackage: false } : {}),
})

export const itemsNeedingLogin = (basket: Basket, isLoggedIn: boolean): BasketItem[] =>
  isLoggedIn ? [] : basket.items.filter(({ allowsAnonymousBookings }) => !allowsAnonymousBookings)
