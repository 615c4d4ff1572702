import type { Body } from '#contract/endpoint.ts'
import type { baskets } from '#contract/baskets.ts'
import type { ItemRow } from '#server/baskets/queries.ts'
import { isRepeatable, quantityOf } from '#server/baskets/rules.ts'
import type { Buyer, LineRequest } from '#server/baskets/rules.ts'
import type { BasketRow } from '#server/baskets/rows/queries.ts'
import { isUnrestricted, optionsFor } from '#server/pricing/options/rules.ts'
import type { OptionOnOffer } from '#server/pricing/options/rules.ts'
import { weekOf } from '#server/waivers/eligibility/rules.ts'
import type { Bookable, BookableIds, TicketType } from './queries.ts'

export type AddBody = Body<typeof baskets.add>
type AddItem = AddBody['items'][number]
/** A call; its digest is the same when it is made again with its idempotency key, and null without one. */
export type AddCall = AddBody & { callDigest?: string | null }

/** An item of the call with what its id names; `index` is its position in the call, which refusals name. */
export type ItemRequest = { index: number; item: AddItem; bookable: Bookable | undefined }

/** A call with its ids resolved. */
export type AddRequest = {
  /** The caller's basket; null when there is none yet. */
  basket: BasketRow | null
  items: readonly ItemRequest[]
  penaltyIds: readonly number[]
  buyer: Buyer
  /** The membership to use; null: any of the buyer's. */
  memberId: number | null
  callDigest: string
}

/** A visitor's first basket, as it is before anything is read of it. */
export const newBasket = {
  customerId: null,
  status: 'open',
  renewalsUsed: 0,
  notices: [],
  pricedForId: null,
} satisfies Partial<BasketRow>

/** A line that may be held. */
export type AddedLine = LineRequest & { bookable: Bookable; applyBenefit: boolean; applyPackage: boolean }

/** The ids of a call by form. Penalties have numbers of their own. */
export const bookableIdsOf = (operatorId: number, items: readonly AddItem[]): BookableIds => {
  const ids = items.flatMap(({ id, type }) => (type === 'penalty' ? [] : [id]))
  return {
    operatorId,
    v1: ids.filter((id) => typeof id === 'number'),
    v2: ids.filter((id) => typeof id === 'string'),
  }
}

/** The ticket type of an item; null where nothing is sold by tickets, undefined where one must be chosen. */
export const chooseTicket = (
  { kind, ticketTypes }: Bookable,
  ticketId: AddItem['ticketId'],
): TicketType | null | undefined => {
  if (kind !== 'tickets') return null
  if (ticketId === undefined) return ticketTypes.length === 1 ? ticketTypes[0] : undefined
  return ticketTypes.find(({ id, publicId }) => id === ticketId || publicId === ticketId)
}

/** The price of an item: the one named, else the first that anybody may take. undefined: not on offer. */
export const choosePrice = (
  { options, band }: Bookable,
  ticket: TicketType | null,
  pricingOptionId: number | undefined,
): OptionOnOffer | undefined => {
  const offered = optionsFor(options, band, ticket?.id ?? null)
  if (pricingOptionId) return offered.find(({ id }) => id === pricingOptionId)
  return offered.find(isUnrestricted) ?? offered[0]
}

/** How many other occurrences of the activity in the same week the call adds for the person. */
export const countInSameWeek = (
  { id, activityId, localDate }: Bookable,
  personId: number,
  lines: readonly AddedLine[],
): number => {
  const { monday } = weekOf(localDate)
  return lines.filter(
    ({ bookable, place }) =>
      place.personId === personId &&
      bookable.id !== id &&
      bookable.activityId === activityId &&
      weekOf(bookable.localDate).monday === monday,
  ).length
}

/** The line of an item, with what was chosen for it. Amounts are pence. */
export const toLine = (
  { index, item, bookable }: ItemRequest & { bookable: Bookable },
  chosen: {
    ticket: TicketType | null
    price: OptionOnOffer
    maxQuantity: number
    purchasedForId: number | null
    personId: number | null
    forGuest: boolean
    callDigest: string
  },
): AddedLine => ({
  index,
  bookable,
  maxQuantity: chosen.maxQuantity,
  applyBenefit: item.applyBenefit,
  applyPackage: item.applyPackage,
  place: {
    occurrenceId: bookable.id,
    places: item.quantity * (chosen.ticket?.places ?? 1),
    idForm: typeof item.id === 'number' ? 'v1' : 'v2',
    ticketTypeId: chosen.ticket?.id ?? null,
    pricingOptionId: chosen.price.id,
    quantity: item.quantity,
    unitPrice: chosen.price.price,
    purchasedForId: chosen.purchasedForId,
    customerReference: item.customerReference ?? null,
    personId: chosen.personId,
    mayOverlap: isRepeatable(bookable),
    forGuest: chosen.forGuest,
    callDigest: `${chosen.callDigest}:${index}`,
  },
})

/** Whether a line of the basket was made or asked for by an item of the call. */
export const isAddedBy = (
  { place }: Pick<LineRequest, 'place'>,
  { addedBy }: Pick<ItemRow, 'addedBy'>,
): boolean => addedBy.includes(place.callDigest)

type Excess = { line: LineRequest; inBasket: number }

/** The first of the lines to be added with which the basket has more of a ticket than its maximum. `live` are its lines. */
export const findExcess = (lines: readonly LineRequest[], live: readonly ItemRow[]): Excess | undefined => {
  const missing = lines.filter(
    (line) => line.place.ticketTypeId !== null && !live.some((item) => isAddedBy(line, item)),
  )
  for (const [index, line] of missing.entries()) {
    const places = missing.slice(0, index + 1).map(({ place }) => place)
    const inBasket = quantityOf(live, line.place)
    if (quantityOf(places, line.place) + inBasket > line.maxQuantity) return { line, inBasket }
  }
  return undefined
}

/**
 * The same after they were added: concurrent calls may each be within the maximum and exceed it together. Then those that
 * were added later are too many.
 */
export const findLateExcess = (
  lines: readonly LineRequest[],
  live: readonly ItemRow[],
): Excess | undefined => {
  for (const line of lines) {
    const added = live.find((item) => item.ticketTypeId !== null && isAddedBy(line, item))
    if (added === undefined) continue
    const inBasket = quantityOf(
      live.filter(({ id }) => id < added.id),
      added,
    )
    if (inBasket + added.quantity > line.maxQuantity) return { line, inBasket }
  }
  return undefined
}
