import { randomUUID } from 'node:crypto'
import type { baskets } from '#contract/baskets.ts'
import type { Body } from '#contract/endpoint.ts'
import type { Holds } from '#server/holds/places.ts'
import type { Text } from '#server/messages/languages.ts'
import { payableIdsOf, refuseWhileOwing } from '#server/penalties/owed.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { forbidden, invalid, notFound } from '#server/platform/errors.ts'
import type { Refusal } from '#server/platform/errors.ts'
import { requireAt } from '#server/platform/rights.ts'
import { whyPriceRefused } from '#server/pricing/price.ts'
import { limitReferenceGuesses, whyReferenceRefused } from '#server/pricing/references.ts'
import { isUnrestricted, optionsFor } from '#server/pricing/rules.ts'
import type { OptionOnOffer } from '#server/pricing/rules.ts'
import { whyNotBookable } from '#server/timetable/rules.ts'
import { checkEligibility } from '#server/waivers/eligibility.ts'
import { hasRequirements, weekOf, whyNotUnnamed } from '#server/waivers/rules.ts'
import { findBasket, findBookables, isUnderMaintenance, listItems, listPenalties } from './find.ts'
import type { BookableIds } from './find.ts'
import { describeRefusal, itemRefusal, whyNotTicketAge } from './refusals.ts'
import { findBuyer } from './reprice.ts'
import {
  choosePerson,
  defaultMaxQuantity,
  eligibilityRequest,
  isLive,
  isRepeatable,
  ownIdsOf,
  priceRefusalMessages,
} from './rules.ts'
import type { BasketRow, Bookable, Buyer, ItemRow, LineRequest, TicketType } from './rules.ts'
import { isMembershipOf, listBookedOccurrences } from './sql/lines.ts'

export type AddBody = Body<typeof baskets.add>

type AddItem = AddBody['items'][number]

/** A call; its digest is the same when it is made again with its idempotency key, and null without one. */
export type AddCall = AddBody & { callDigest?: string | null }

/** An item of the call with what its id names; `index` is its position in the call, which refusals name. */
type ItemRequest = { index: number; item: AddItem; bookable: Bookable | undefined }

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

/** A line that may be held. */
export type AddedLine = LineRequest & { bookable: Bookable; applyBenefit: boolean; applyPackage: boolean }

export type AddServices = { db: Database; holds: Holds }

/** Finds what the ids of a call name, and for whom it books. */
export const resolveItems = async (
  { db }: AddServices,
  actor: Actor,
  { items, membershipUserId, callDigest }: AddCall,
  now: Date,
): Promise<AddRequest> => {
  const references = items.flatMap(({ customerReference }) => customerReference ?? [])
  if (references.length > 0) await limitReferenceGuesses(db, actor, references, now)
  const penaltyIds = items.some(isPenalty) ? await resolvePenalties(db, actor, items) : []
  const bookables = await findBookables(db, bookableIdsOf(actor.operator.id, items))
  const basket = await findBasket(db, actor)
  const buyer = await findBuyer(db, actor)
  const people = buyer.customerId === null ? [] : [buyer.customerId, ...buyer.linkedIds]
  return {
    basket,
    buyer,
    penaltyIds,
    callDigest: callDigest ?? randomUUID(),
    memberId: membershipUserId ? await resolveMembership(db, membershipUserId, people) : null,
    items: items.flatMap((item, index) =>
      isPenalty(item)
        ? []
        : { index, item, bookable: bookables.find((one) => one.id === item.id || one.publicId === item.id) },
    ),
  }
}

/**
 * Whose membership pays: null for the buyer's own, which is also what the id of somebody without a membership says
 * (their own id, wire §4).
 */
const resolveMembership = async (
  db: Tx,
  membershipUserId: number,
  people: readonly number[],
): Promise<number | null> => {
  if (await isMembershipOf(db, membershipUserId, people)) return membershipUserId
  if (people.includes(membershipUserId)) return null
  throw notFound((messages) => messages.baskets.membershipNotFound)
}

/** Checks items one by one, as the first refusal ends the call. */
export const validateItems = async (
  db: Tx,
  actor: Actor,
  request: AddRequest,
  now: Date,
): Promise<AddedLine[]> => {
  const lines: AddedLine[] = []
  for (const item of request.items) lines.push(await validateItem(db, actor, request, item, lines, now))
  return lines
}

/** Whether an item may be booked, at this price, by this person. `earlier` are the lines of the call before it. */
const validateItem = async (
  db: Tx,
  actor: Actor,
  { basket, buyer, callDigest }: AddRequest,
  { index, item, bookable }: ItemRequest,
  earlier: readonly AddedLine[],
  now: Date,
): Promise<AddedLine> => {
  if (bookable === undefined) throw await unknownItem(db, actor, item.id, index)
  if (actor.isStaff) requireAt(actor, 'sell', bookable.venueId)
  const reason = whyNotBookable(bookable, {
    isLoggedIn: actor.customerId !== null,
    sellsEarly: actor.isStaff,
    now,
  })
  if (reason !== null) throw itemRefusal(reason.code, reason.message, index, reason.availableAt ?? undefined)
  const ticket = chooseTicket(bookable, item.ticketId)
  if (ticket === undefined)
    throw invalidItem(index, 'ticket_id', (messages) => messages.baskets.ticketRequired)
  const price = choosePrice(bookable, ticket, item.pricingOptionId, now)
  if (price === undefined)
    throw invalidItem(index, 'pricing_option_id', (messages) => messages.baskets.priceNotOffered)
  const maxQuantity = ticket === null ? 1 : (ticket.maxQuantity ?? defaultMaxQuantity)
  if (item.quantity > maxQuantity)
    throw invalidItem(index, 'quantity', (messages) =>
      messages.baskets.maximumQuantity({ maximum: maxQuantity, inBasket: 0 }),
    )
  const forGuest = item.forGuest === true
  if (forGuest && ticket === null)
    throw invalidItem(index, 'for_guest', (messages) => messages.baskets.ticketsForGuests)
  const purchasedForId = choosePerson(buyer, forGuest ? undefined : item.purchasedForUserId)
  if (purchasedForId === undefined) throw forbidden()
  const personId = purchasedForId ?? actor.customerId
  if (personId !== null) await requireEligible(db, actor, { basket, personId, bookable, index, earlier }, now)
  const unnamed = personId === null && actor.isStaff ? whyNotUnnamed(bookable) : null
  if (unnamed !== null) throw itemRefusal(unnamed.code, unnamed.message, index)
  const wrongAge =
    ticket === null || personId === null || forGuest
      ? null
      : await whyNotTicketAge(db, actor, personId, { ...bookable, ...ticket }, now)
  if (wrongAge !== null && item.purchasedForUserId) throw itemRefusal(wrongAge.code, wrongAge.message, index)
  if (item.customerReference || !isUnrestricted(price)) {
    const line = { index, item, bookable, ticket, price }
    await requirePrice(db, line, { basket, buyer, payeeId: forGuest ? null : personId }, now)
  }
  return toLine(
    { index, item, bookable },
    {
      ticket,
      price,
      maxQuantity,
      purchasedForId,
      // A ticket that names nobody is the buyer's only where their age suits it.
      personId: forGuest || wrongAge !== null ? null : personId,
      forGuest,
      isAnother: actor.isStaff && actor.customerId === null,
      callDigest,
    },
  )
}

type Attendance = Pick<AddRequest, 'basket'> &
  Pick<AddedLine, 'index' | 'bookable'> & { personId: number; earlier: readonly AddedLine[] }

/** @throws Refusal when the person has booked it, or does not meet its requirements */
const requireEligible = async (
  db: Tx,
  actor: Actor,
  { basket, personId, bookable, index, earlier }: Attendance,
  now: Date,
): Promise<void> => {
  const { id: occurrenceId, weeklyLimit } = bookable
  if (!isRepeatable(bookable) && (await listBookedOccurrences(db, personId, [occurrenceId])).length > 0) {
    const message = await describeRefusal(db, actor, 'already_booked', { personId, occurrenceId }, now)
    throw itemRefusal('already_booked', message, index)
  }
  if (!hasRequirements(bookable)) return
  // A hold that the basket has already does not count towards the weekly limit.
  const exceptHoldId =
    weeklyLimit === null ? null : await findOwnHold(db, basket, { personId, occurrenceId }, now)
  const plus = countInSameWeek(bookable, personId, earlier)
  const request = eligibilityRequest(actor, personId, bookable, { plus, exceptHoldId })
  const reason = await checkEligibility(db, request, now)
  if (reason !== null) throw itemRefusal(reason.code, reason.message, index)
}

type ItemAtPrice = Omit<ItemRequest, 'bookable'> & {
  bookable: Bookable
  ticket: TicketType | null
  price: OptionOnOffer
}

const findOwnHold = async (
  db: Tx,
  basket: BasketRow | null,
  { personId, occurrenceId }: { personId: number; occurrenceId: number },
  now: Date,
): Promise<number | null> => {
  const items = basket === null ? [] : await listItems(db, basket.id)
  const isOwn = (item: ItemRow) => item.occurrenceId === occurrenceId && item.personId === personId
  return items.find((item) => isLive(item, now) && isOwn(item))?.holdId ?? null
}

/** @throws Refusal when the price is for others, or the customer reference may not be used */
const requirePrice = async (
  db: Tx,
  { index, item, bookable, ticket, price }: ItemAtPrice,
  { basket, buyer, payeeId }: Pick<AddRequest, 'basket' | 'buyer'> & { payeeId: number | null },
  now: Date,
): Promise<void> => {
  // A customer reference names the person whose price it is; pricing looks it up.
  if (!item.customerReference) {
    const refused = await whyPriceRefused(db, price, { personId: payeeId, ...bookable }, now)
    if (refused !== null) throw itemRefusal(refused, priceRefusalMessages[refused], index)
    return
  }
  const refused = await whyReferenceRefused(
    db,
    { ...buyer, ownIds: ownIdsOf(buyer) },
    {
      reference: item.customerReference,
      occurrenceId: bookable.id,
      quantity: item.quantity,
      exceptItemId: null,
      // Of a class or court the same again changes nothing.
      exceptBasketId: ticket === null ? (basket?.id ?? null) : null,
    },
    now,
  )
  if (refused !== null && !buyer.isStaff) throw invalidItem(index, 'customer_reference', refused)
}

/** The refusal for an id that names nothing on sale: nothing, or a session of a venue under maintenance. */
const unknownItem = async (
  db: Tx,
  { operator }: Actor,
  id: number | string,
  index: number,
): Promise<Refusal> =>
  (await isUnderMaintenance(db, operator.id, id))
    ? itemRefusal('maintenance', (messages) => messages.venues.bookingsPaused, index)
    : itemRefusal('not_found', (messages) => messages.baskets.sessionNotFound, index)

/** A refusal of one field of an item. */
export const invalidItem = (index: number, field: string, message: Text): Refusal =>
  invalid({ [`items.${index}.${field}`]: [message] })

type PenaltyItem = { id: number | string; type?: string | undefined }

const isPenalty = ({ type }: PenaltyItem): boolean => type === 'penalty'

/** The penalties among the items of a call. @throws Refusal `not_found` for one that the customer does not owe */
const resolvePenalties = async (
  tx: Tx,
  { customerId }: Actor,
  items: readonly PenaltyItem[],
): Promise<number[]> => {
  const owed = customerId === null ? [] : await payableIdsOf(tx, customerId)
  const unknown = items.findIndex((item) => isPenalty(item) && !owed.includes(Number(item.id)))
  if (unknown >= 0) throw itemRefusal('not_found', (messages) => messages.baskets.penaltyNotFound, unknown)
  return items.filter(isPenalty).map(({ id }) => Number(id))
}

/**
 * Refuses a booking while the customer owes a penalty that is neither in the basket nor in this call.
 * @param index the item that the refusal names
 */
export const requireNothingOwed = async (
  tx: Tx,
  { customerId }: Actor,
  basket: BasketRow | null,
  penaltyIds: readonly number[],
  index: number,
): Promise<void> => {
  if (customerId === null) return
  const beingPaid = async () => {
    const inBasket = basket === null ? [] : await listPenalties(tx, basket)
    return [...penaltyIds, ...inBasket.map(({ penaltyId }) => penaltyId)]
  }
  await refuseWhileOwing(tx, customerId, beingPaid, {
    [`items.${index}.id`]: [(messages) => messages.payments.unpaid],
  })
}

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
  { options, band, localDate, timezone }: Bookable,
  ticket: TicketType | null,
  pricingOptionId: number | undefined,
  now: Date,
): OptionOnOffer | undefined => {
  const offered = optionsFor(options, band, ticket?.id ?? null, { localDate, timezone, now })
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
    isAnother: boolean
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
    isAnother: chosen.isAnother,
    callDigest: `${chosen.callDigest}:${index}`,
  },
})
