import type { baskets } from '#contract/baskets.ts'
import type { Body } from '#contract/endpoint.ts'
import type { Buyer } from '#server/baskets/prices/service.ts'
import {
  eligibilityAsked,
  isForAnybody,
  priceRefusedAs,
  refusalSaid,
  refuseItem,
  whyNotThisPrice,
} from '#server/baskets/refusing/service.ts'
import { isLive, isRepeatable, mostWithoutLimit } from '#server/baskets/rules.ts'
import { basketFor, bookablesForAll, bookedAlready, itemsOf, itemsOfAll } from '#server/baskets/service.ts'
import type { Bookable, BookableIds, ItemRow } from '#server/baskets/service.ts'
import type { PlaceWanted } from '#server/holds/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { createBatcher } from '#server/platform/batcher.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { forbidden, invalid } from '#server/platform/errors.ts'
import { optionsFor } from '#server/pricing/rules.ts'
import { whyNotBookable } from '#server/timetable/rules.ts'
import { weekOf } from '#server/waivers/eligibility/rules.ts'
import { whyNotFor } from '#server/waivers/eligibility/service.ts'

/*
 * What a call asks for, looked up and judged thing by thing, before any place is taken.
 */

type AddBody = Body<typeof baskets.add>
export type Wanted = AddBody['items'][number]

/** What everybody who adds has to look up, read for all who do so in the same moment at once. */
export type Lookups = {
  bookables: (ids: BookableIds) => Promise<Bookable[]>
  items: (basketId: number) => Promise<ItemRow[]>
}

export const createLookups = (db: Database): Lookups => {
  const together = { batchSize: 64, inFlight: 2 }
  const bookables = createBatcher((asks: BookableIds[]) => bookablesForAll(db, asks), together)
  const items = createBatcher((ids: number[]) => itemsOfAll(db, ids), together)
  return { bookables: bookables.ask, items: items.ask }
}

/** A thing asked for, and which of the call's it is. `most` is what there may be of it, at all its prices. */
export type Asked = PlaceWanted & { index: number; most: number }

/** One thing of a call, with what the call asks for before it. */
type OneOfMany = {
  wanted: Wanted
  bookable: Bookable
  index: number
  before: readonly Asked[]
  found: readonly Bookable[]
}

/** What must be taken for a thing. @throws Refusal of wire §2.3, `invalid` */
export const placeWanted = async (
  tx: Tx,
  actor: Actor,
  buyer: Buyer,
  { wanted, bookable, index, before, found }: OneOfMany,
  now: Date,
): Promise<Asked> => {
  const why = whyNotBookable(bookable, { isLoggedIn: actor.customerId !== null, now })
  if (why !== null) throw refuseItem(why.code, why.message, index, why.availableAt ?? undefined)

  const ticket = ticketWanted(bookable, wanted, index)
  const options = optionsFor(bookable.options, bookable.band, ticket?.id ?? null)
  const option = wanted.pricingOptionId
    ? options.find((candidate) => candidate.id === wanted.pricingOptionId)
    : (options.find(isForAnybody) ?? options[0])
  if (option === undefined) {
    throw invalid({ [`items.${index}.pricing_option_id`]: ['This price is not on offer here.'] })
  }
  const most = bookable.kind === 'tickets' ? (ticket?.maxQuantity ?? mostWithoutLimit) : 1
  if (wanted.quantity > most) {
    throw invalid({ [`items.${index}.quantity`]: [`At most ${most} of these.`] })
  }
  const purchasedForId = personWanted(buyer, wanted.purchasedForUserId)
  const personId = purchasedForId ?? actor.customerId
  if (personId !== null) {
    const alike = before.filter(
      (one) =>
        one.personId === personId &&
        one.occurrenceId !== bookable.id &&
        found.some(
          ({ id, activityId, localDate }) =>
            id === one.occurrenceId &&
            activityId === bookable.activityId &&
            weekOf(localDate).monday === weekOf(bookable.localDate).monday,
        ),
    )
    await refuseForPerson(tx, actor, personId, { bookable, index, plus: alike.length }, now)
  }
  // Whose reference it is decides when it is priced.
  const priced = wanted.customerReference ? null : { personId, ...bookable }
  const whyNot = priced === null ? null : await whyNotThisPrice(tx, option, priced, now)
  if (whyNot !== null) throw refuseItem(whyNot, priceRefusedAs[whyNot], index)
  return {
    index,
    most,
    occurrenceId: bookable.id,
    places: wanted.quantity * (ticket?.places ?? 1),
    idForm: typeof wanted.id === 'number' ? 'v1' : 'v2',
    ticketTypeId: ticket?.id ?? null,
    pricingOptionId: option.id,
    quantity: wanted.quantity,
    unitPrice: option.price,
    purchasedForId,
    customerReference: wanted.customerReference ?? null,
    personId,
    mayOverlap: isRepeatable(bookable),
  }
}

const ticketWanted = (bookable: Bookable, wanted: Pick<Wanted, 'ticketId'>, index: number) => {
  if (bookable.kind !== 'tickets') return null
  const only = bookable.ticketTypes.length === 1 ? bookable.ticketTypes[0] : undefined
  const ticket =
    wanted.ticketId === undefined
      ? only
      : bookable.ticketTypes.find((one) => one.id === wanted.ticketId || one.publicId === wanted.ticketId)
  if (ticket === undefined) throw invalid({ [`items.${index}.ticket_id`]: ['Choose a kind of ticket.'] })
  return ticket
}

/** Oneself is null; else a linked person, or for staff the selected customer's. */
export const personWanted = (
  { customerId, linkedIds }: Buyer,
  purchasedForUserId: number | undefined,
): number | null => {
  if (!purchasedForUserId || purchasedForUserId === customerId) return null
  if (linkedIds.includes(purchasedForUserId)) return purchasedForUserId
  throw forbidden()
}

const refuseForPerson = async (
  tx: Tx,
  actor: Actor,
  personId: number,
  { bookable, index, plus }: { bookable: Bookable; index: number; plus: number },
  now: Date,
): Promise<void> => {
  if (!isRepeatable(bookable) && (await bookedAlready(tx, personId, [bookable.id])).length > 0) {
    const item = { personId, occurrenceId: bookable.id }
    throw refuseItem('already_booked', await refusalSaid(tx, actor, 'already_booked', item, now), index)
  }
  // What lies in the basket already is not asked for again.
  const exceptHoldId = (await heldHere(tx, actor, personId, bookable, now)) ?? undefined
  const why = await whyNotFor(
    tx,
    eligibilityAsked(actor, personId, bookable, {
      plus,
      ...(exceptHoldId !== undefined && { exceptHoldId }),
    }),
    now,
  )
  if (why !== null) throw refuseItem(why.code, why.message, index)
}

/** The hold by which the person has this very thing in the caller's basket; asked only where a limit counts it. */
const heldHere = async (
  tx: Tx,
  actor: Actor,
  personId: number,
  { id, weeklyLimit }: Bookable,
  now: Date,
): Promise<number | null> => {
  const basket = weeklyLimit === null ? null : await basketFor(tx, actor)
  if (basket === null) return null
  const lines = await itemsOf(tx, basket.id)
  return (
    lines.find((line) => isLive(line, now) && line.occurrenceId === id && line.personId === personId)
      ?.holdId ?? null
  )
}
