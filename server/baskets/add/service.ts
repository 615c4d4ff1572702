import { randomUUID } from 'node:crypto'
import type { Basket } from '#contract/baskets.ts'
import { findBookables } from '#server/baskets/add/bookables/service.ts'
import {
  addPenalties,
  isPenalty,
  requireNothingOwed,
  resolvePenalties,
} from '#server/baskets/add/penalties/service.ts'
import { findOwnHold, placesRefusal, requireWithinWeeklyLimit } from '#server/baskets/add/refusals/service.ts'
import { isTrusted } from '#server/baskets/limits/rules.ts'
import { requireMayHold, requireWithinLimits } from '#server/baskets/limits/service.ts'
import type { VisitorLimits } from '#server/baskets/limits/rules.ts'
import { mergeLines } from '#server/baskets/merge/rules.ts'
import { increaseQuantities, planQuantityIncreases } from '#server/baskets/merge/service.ts'
import { listBookedOccurrences, listItems } from '#server/baskets/queries.ts'
import type { BasketRow } from '#server/baskets/rows/queries.ts'
import {
  choosePerson,
  defaultMaxQuantity,
  eligibilityRequest,
  isRepeatable,
  priceRefusalMessages,
} from '#server/baskets/rules.ts'
import {
  createCustomerBasket,
  describeRefusal,
  findBasket,
  itemRefusal,
  openForChange,
  releaseItems,
  whyNotTicketAge,
} from '#server/baskets/service.ts'
import { findBuyer, viewBasket } from '#server/baskets/view/service.ts'
import type { Holds } from '#server/holds/service.ts'
import * as messages from '#server/messages/en/baskets.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { forbidden, invalid, notFound } from '#server/platform/errors.ts'
import type { Refusal } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'
import { isUnrestricted } from '#server/pricing/options/rules.ts'
import { limitReferenceGuesses } from '#server/pricing/references/service.ts'
import { whyPriceRefused } from '#server/pricing/service.ts'
import { whyNotBookable } from '#server/timetable/rules.ts'
import { hasRequirements } from '#server/waivers/eligibility/rules.ts'
import { checkEligibility } from '#server/waivers/eligibility/service.ts'
import { isMembershipOf, saveBenefitChoices } from './queries.ts'
import { bookableIdsOf, choosePrice, chooseTicket, countInSameWeek, toLine } from './rules.ts'
import type { AddBody, AddedLine, AddRequest, ItemRequest } from './rules.ts'

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
  body: AddBody,
  now: Date,
): Promise<Basket> => {
  const { db, limits } = services
  const { v1: occurrenceIds, v2: publicIds } = bookableIdsOf(actor.operator.id, body.items)
  const heldForSeconds = await requireMayHold(db, actor, { occurrenceIds, publicIds }, limits, now)
  const references = body.items.flatMap(({ customerReference }) => customerReference ?? [])
  await limitReferenceGuesses(db, actor, references, now)
  const before = isTrusted(actor) ? null : await findBasket(db, actor)
  const earlierIds = before === null ? [] : (await listItems(db, before.id)).map(({ id }) => id)
  const basket = await holdItems(services, actor, body, now, heldForSeconds)
  try {
    await requireWithinLimits(db, actor, { basketId: basket.id, isFirst: before === null }, limits, now)
  } catch (error) {
    const added = (await listItems(db, basket.id)).filter(({ id }) => !earlierIds.includes(id))
    await transact(db, (tx) => releaseItems(tx, added, now))
    throw error
  }
  return viewBasket(db, basket, actor, now, {
    applyDefaults: true,
    expected: 'new',
  })
}

/**
 * Adding without its answer. Runs outside a transaction: concurrent callers share the statement that takes places.
 * @returns the basket, created if there was none
 */
export const holdItems = async (
  services: AddServices,
  actor: Actor,
  body: AddBody,
  now: Date,
  heldForSeconds = actor.operator.basketHoldSeconds,
): Promise<BasketRow> => {
  const request = await resolveItems(services, actor, body)
  const lines = await validateItems(services.db, actor, request, now)
  return holdLines(services, actor, { ...request, heldForSeconds }, lines, now)
}

/**
 * Whose membership pays: null for the buyer's own, which is also what the id of somebody without a membership says
 * (their own id, wire §4).
 */
const resolveMembership = async (
  db: Tx,
  membershipUserId: number | null,
  people: readonly number[],
): Promise<number | null> => {
  if (!membershipUserId) return null
  if (await isMembershipOf(db, membershipUserId, people)) return membershipUserId
  if (people.includes(membershipUserId)) return null
  throw notFound(messages.membershipNotFound)
}

/** Finds what the ids of a call name, and for whom it books. */
const resolveItems = async (
  { db }: AddServices,
  actor: Actor,
  { items, membershipUserId }: AddBody,
): Promise<AddRequest> => {
  const penaltyIds = items.some(isPenalty) ? await resolvePenalties(db, actor, items) : []
  const bookables = await findBookables(db, bookableIdsOf(actor.operator.id, items))
  const basket = await findBasket(db, actor)
  const buyer = await findBuyer(db, actor)
  const people = buyer.customerId === null ? [] : [buyer.customerId, ...buyer.linkedIds]
  return {
    basket,
    buyer,
    penaltyIds,
    memberId: await resolveMembership(db, membershipUserId ?? null, people),
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
  { basket, buyer }: AddRequest,
  { index, item, bookable }: ItemRequest,
  earlier: readonly AddedLine[],
  now: Date,
): Promise<AddedLine> => {
  if (bookable === undefined) throw itemRefusal('not_found', messages.sessionNotFound, index)
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
  // A customer reference names the person whose price it is; pricing looks it up.
  if (!item.customerReference && !isUnrestricted(price)) {
    const payee = forGuest ? null : personId
    const refused = await whyPriceRefused(db, price, { personId: payee, ...bookable }, now)
    if (refused !== null) throw itemRefusal(refused, priceRefusalMessages[refused], index)
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
  { db, holds }: AddServices,
  actor: Actor,
  { basket: existing, items, penaltyIds, memberId, heldForSeconds }: AddRequest & { heldForSeconds: number },
  lines: readonly AddedLine[],
  now: Date,
): Promise<BasketRow> => {
  if (existing !== null) await openForChange(db, existing, now)
  if (lines.length > 0) await requireNothingOwed(db, actor, existing, penaltyIds, items[0]?.index ?? 0)
  const opened = existing ?? (await createCustomerBasket(db, actor, now))
  if (lines.length === 0 && opened !== null) return addPenalties(db, opened, penaltyIds, now)

  const tickets = lines.filter(({ place }) => place.ticketTypeId !== null)
  const increases = tickets.length === 0 ? [] : await planQuantityIncreases(db, existing, tickets, now)
  const isIncrease = (line: AddedLine) => increases.some(({ requests }) => requests.includes(line))
  const added = tickets.length === 0 ? lines : mergeLines(lines.filter((line) => !isIncrease(line)))
  const limited = added.filter(({ bookable }) => bookable.weeklyLimit !== null)
  const mayUndo = existing !== null && (increases.length > 0 || limited.length > 0)
  const before = mayUndo ? await listItems(db, existing.id) : []
  const basket = await takePlaces({ db, holds }, actor, opened, { lines: added, heldForSeconds }, now)
  try {
    if (increases.length > 0) await increaseQuantities(db, basket, increases, now)
    for (const line of limited) await requireWithinWeeklyLimit(db, actor, line, now)
  } catch (error) {
    const idsBefore = before.map(({ id }) => id)
    const taken = (await listItems(db, basket.id)).filter(({ id }) => !idsBefore.includes(id))
    await transact(db, (tx) => releaseItems(tx, taken, now))
    throw error
  }
  for (const { bookable } of lines) db.invalidate(bookable.venueId)
  if (memberId !== null || lines.some(({ applyBenefit, applyPackage }) => !applyBenefit || !applyPackage)) {
    await saveBenefitChoices(db, basket.id, memberId, lines)
  }
  return penaltyIds.length > 0 ? addPenalties(db, basket, penaltyIds, now) : basket
}

/** @returns the basket; a visitor's first is created by the statement that takes its places */
const takePlaces = async (
  { db, holds }: Pick<AddServices, 'db' | 'holds'>,
  actor: Actor,
  basket: BasketRow | null,
  { lines, heldForSeconds }: { lines: readonly AddedLine[]; heldForSeconds: number },
  now: Date,
): Promise<BasketRow> => {
  if (basket !== null && lines.length === 0) return basket
  const firstBasket = { uuid: randomUUID(), operatorId: actor.operator.id }
  const verdict = await holds.takePlaces({
    heldUntil: new Date(now.getTime() + heldForSeconds * 1000),
    items: lines.map(({ place }) => place),
    ...(basket === null ? { firstBasket } : { basketId: basket.id }),
  })
  if (verdict.outcome !== 'ok') throw await placesRefusal(db, actor, { verdict, lines, basket }, now)
  return basket ?? { ...emptyBasket, ...firstBasket, id: verdict.basketId }
}

const emptyBasket = {
  customerId: null,
  status: 'open',
  renewalsUsed: 0,
  notices: [],
  pricedForId: null,
} satisfies Partial<BasketRow>

const invalidItem = (index: number, field: string, message: string): Refusal =>
  invalid({ [`items.${index}.${field}`]: [message] })
