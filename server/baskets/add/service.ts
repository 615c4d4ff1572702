import { randomUUID } from 'node:crypto'
import type { Basket } from '#contract/baskets.ts'
import {
  addPenalties,
  isPenalty,
  requireNothingOwed,
  resolvePenalties,
} from '#server/baskets/add/penalties/service.ts'
import {
  findOwnHold,
  invalidItem,
  placesRefusal,
  releaseOnFailure,
  requirePrice,
  requireWithinMaximum,
  requireWithinWeeklyLimit,
  unknownItem,
} from '#server/baskets/add/refusals/service.ts'
import type { Taken } from '#server/baskets/add/refusals/service.ts'
import { requireMayHold, requireWithinLimits } from '#server/baskets/limits/service.ts'
import type { VisitorLimits } from '#server/baskets/limits/rules.ts'
import { listBookedOccurrences, listItems } from '#server/baskets/queries.ts'
import type { ItemRow } from '#server/baskets/queries.ts'
import type { BasketRow } from '#server/baskets/rows/queries.ts'
import {
  choosePerson,
  defaultMaxQuantity,
  eligibilityRequest,
  isLive,
  isRepeatable,
} from '#server/baskets/rules.ts'
import { describeRefusal, itemRefusal, whyNotTicketAge } from '#server/baskets/refusals/service.ts'
import { createCustomerBasket, findBasket, openForChange } from '#server/baskets/service.ts'
import { findBuyer, viewBasket } from '#server/baskets/view/service.ts'
import type { Holds } from '#server/holds/service.ts'
import * as messages from '#server/messages/en/baskets.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { forbidden, notFound } from '#server/platform/errors.ts'
import { isUnrestricted } from '#server/pricing/options/rules.ts'
import { limitReferenceGuesses } from '#server/pricing/references/service.ts'
import { whyNotBookable } from '#server/timetable/rules.ts'
import { hasRequirements } from '#server/waivers/eligibility/rules.ts'
import { checkEligibility } from '#server/waivers/eligibility/service.ts'
import { findBookables, isMembershipOf, saveBenefitChoices } from './queries.ts'
import {
  bookableIdsOf,
  choosePrice,
  chooseTicket,
  countInSameWeek,
  findExcess,
  findLateExcess,
  newBasket,
  toLine,
} from './rules.ts'
import type { AddCall, AddedLine, AddRequest, ItemRequest } from './rules.ts'

export { findBookables, isUnderMaintenance } from './queries.ts'
export type { Bookable } from './queries.ts'

export type AddServices = { db: Database; holds: Holds }
export type GuardedAddServices = AddServices & { limits: VisitorLimits }

/**
 * Adds items and penalties to the basket: resolve, validate, hold, then price and present as every basket call does.
 * All items are added, or none.
 * @throws Refusal of wire §2.3, with `errors` by item
 */
export const addToBasket = async (
  services: GuardedAddServices,
  actor: Actor,
  body: AddCall,
  now: Date,
): Promise<Basket> => {
  const hold = actor.isStaff ? holdItems : holdWithinLimits
  const { basket, lines } = await hold(services, actor, body, now)
  return viewBasket(services.db, basket, actor, now, {
    applyDefaults: true,
    expected: { itemIds: [], isAdding: true },
    // A caller with keys knows a repetition from a second addition.
    unkeyedDigests: body.callDigest ? [] : lines.map(({ place }) => place.callDigest),
  })
}

/** Holds items, and gives them back where a visitor or their network then holds too many. */
const holdWithinLimits = async (
  services: GuardedAddServices,
  actor: Actor,
  body: AddCall,
  now: Date,
): Promise<Taken> => {
  const { db, limits } = services
  const { v1: occurrenceIds, v2: publicIds } = bookableIdsOf(actor.operator.id, body.items)
  const wanted = { occurrenceIds, publicIds }
  const heldForSeconds = await requireMayHold(db, actor, wanted, limits, now)
  const before = await findBasket(db, actor)
  const itemsBefore = before === null ? [] : await listItems(db, before.id)
  const taken = await holdItems(services, actor, body, now, heldForSeconds)
  await releaseOnFailure(db, taken, itemsBefore, now, () =>
    requireWithinLimits(
      db,
      actor,
      {
        ...wanted,
        itemIds: body.items.map(({ id }) => id),
        places: taken.lines.reduce((sum, { place }) => sum + place.places, 0),
        added: { basketId: taken.basket.id, callDigests: taken.lines.map(({ place }) => place.callDigest) },
        // A customer's first basket is shared by the calls that come first together.
        isAlone: before === null && actor.person === null,
      },
      limits,
      now,
    ),
  )
  return taken
}

/**
 * Adding without its answer. Runs outside a transaction: concurrent callers share the statement that takes places.
 * @returns the basket, created if there was none, and what the call adds to it
 */
export const holdItems = async (
  services: AddServices,
  actor: Actor,
  body: AddCall,
  now: Date,
  heldForSeconds = actor.operator.basketHoldSeconds,
): Promise<Taken> => {
  const request = await resolveItems(services, actor, body, now)
  const lines = await validateItems(services.db, actor, request, now)
  return holdLines(services, actor, { ...request, heldForSeconds }, lines, now)
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
  throw notFound(messages.membershipNotFound)
}

/** Finds what the ids of a call name, and for whom it books. */
const resolveItems = async (
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

/** Checks items one by one, as the first refusal ends the call. */
const validateItems = async (db: Tx, actor: Actor, request: AddRequest, now: Date): Promise<AddedLine[]> => {
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
  const reason = whyNotBookable(bookable, { isLoggedIn: actor.customerId !== null, now })
  if (reason !== null) throw itemRefusal(reason.code, reason.message, index, reason.availableAt ?? undefined)
  const ticket = chooseTicket(bookable, item.ticketId)
  if (ticket === undefined) throw invalidItem(index, 'ticket_id', messages.ticketRequired)
  const price = choosePrice(bookable, ticket, item.pricingOptionId)
  if (price === undefined) throw invalidItem(index, 'pricing_option_id', messages.priceNotOffered)
  const maxQuantity = ticket === null ? 1 : (ticket.maxQuantity ?? defaultMaxQuantity)
  if (item.quantity > maxQuantity)
    throw invalidItem(index, 'quantity', messages.maximumQuantity({ maximum: maxQuantity, inBasket: 0 }))
  const forGuest = item.forGuest === true
  if (forGuest && ticket === null) throw invalidItem(index, 'for_guest', messages.ticketsForGuests)
  const purchasedForId = choosePerson(buyer, forGuest ? undefined : item.purchasedForUserId)
  if (purchasedForId === undefined) throw forbidden()
  const personId = purchasedForId ?? actor.customerId
  if (personId !== null) await requireEligible(db, actor, { basket, personId, bookable, index, earlier }, now)
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

/** Takes the places of all lines, or of none, and adds the penalties. */
const holdLines = async (
  services: AddServices,
  actor: Actor,
  { basket: existing, items, penaltyIds, memberId, heldForSeconds }: AddRequest & { heldForSeconds: number },
  lines: readonly AddedLine[],
  now: Date,
): Promise<Taken> => {
  const { db } = services
  if (existing !== null) await openForChange(db, existing, now)
  if (lines.length > 0) await requireNothingOwed(db, actor, existing, penaltyIds, items[0]?.index ?? 0)
  const opened = existing ?? (await createCustomerBasket(db, actor, now))
  if (lines.length === 0 && opened !== null)
    return { basket: await addPenalties(db, opened, penaltyIds, now), lines }

  const hasChecks = lines.some(
    ({ place, bookable }) => place.ticketTypeId !== null || bookable.weeklyLimit !== null,
  )
  const wanted = { lines, heldForSeconds }
  const take = hasChecks ? takeLimitedPlaces : takePlaces
  const basket = await take(services, actor, opened, wanted, now)
  for (const { bookable } of lines) db.invalidate(bookable.venueId)
  if (memberId !== null || lines.some(({ applyBenefit, applyPackage }) => !applyBenefit || !applyPackage)) {
    await saveBenefitChoices(db, basket.id, memberId, lines)
  }
  if (penaltyIds.length === 0) return { basket, lines }
  return { basket: await addPenalties(db, basket, penaltyIds, now), lines }
}

/** Takes places of tickets, of which a basket has no more than their maximum, and of activities with a weekly limit. */
const takeLimitedPlaces = async (
  ...[services, actor, basket, wanted, now]: Parameters<typeof takePlaces>
): Promise<BasketRow> => {
  const { db } = services
  const { lines } = wanted
  const itemsBefore = basket === null ? [] : await listItems(db, basket.id)
  requireWithinMaximum(findExcess(lines, liveItems(itemsBefore, now)))
  const filled = await takePlaces(services, actor, basket, wanted, now)
  await releaseOnFailure(db, { basket: filled, lines }, itemsBefore, now, async () => {
    // No other call can have filled a visitor's first basket.
    if (basket !== null && lines.some(({ place }) => place.ticketTypeId !== null))
      requireWithinMaximum(findLateExcess(lines, liveItems(await listItems(db, basket.id), now)))
    for (const line of lines) await requireWithinWeeklyLimit(db, actor, line, now)
  })
  return filled
}

const liveItems = (items: readonly ItemRow[], now: Date): ItemRow[] =>
  items.filter((item) => isLive(item, now))

/** @returns the basket; a visitor's first is created by the statement that takes its places */
const takePlaces = async (
  { db, holds }: AddServices,
  actor: Actor,
  basket: BasketRow | null,
  { lines, heldForSeconds }: { lines: readonly AddedLine[]; heldForSeconds: number },
  now: Date,
): Promise<BasketRow> => {
  const firstBasket = { uuid: randomUUID(), operatorId: actor.operator.id }
  const verdict = await holds.takePlaces({
    heldUntil: new Date(now.getTime() + heldForSeconds * 1000),
    items: lines.map(({ place }) => place),
    ...(basket === null ? { firstBasket } : { basketId: basket.id }),
  })
  if (verdict.outcome !== 'ok') throw await placesRefusal(db, actor, { verdict, lines, basket }, now)
  return basket ?? { ...newBasket, ...firstBasket, id: verdict.basketId }
}
