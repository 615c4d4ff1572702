import { isUnderMaintenance } from '#server/baskets/add/queries.ts'
import type { Bookable, TicketType } from '#server/baskets/add/queries.ts'
import type { AddedLine, AddRequest, findExcess, ItemRequest } from '#server/baskets/add/rules.ts'
import { listItems } from '#server/baskets/queries.ts'
import type { ItemRow } from '#server/baskets/queries.ts'
import { lockBasket } from '#server/baskets/rows/queries.ts'
import type { BasketRow } from '#server/baskets/rows/queries.ts'
import { eligibilityRequest, isLive, ownIdsOf, priceRefusalMessages } from '#server/baskets/rules.ts'
import { describeRefusal, findAvailableAt, itemRefusal } from '#server/baskets/refusals/service.ts'
import { busyRefusal, withdrawAdditions } from '#server/baskets/service.ts'
import type { TakeResult } from '#server/holds/service.ts'
import * as messages from '#server/messages/en/baskets.ts'
import { bookingsPaused } from '#server/messages/en/venues.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { invalid } from '#server/platform/errors.ts'
import type { Refusal } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'
import { whyReferenceRefused } from '#server/pricing/references/service.ts'
import { whyPriceRefused } from '#server/pricing/service.ts'
import type { OptionOnOffer } from '#server/pricing/options/rules.ts'
import { checkEligibility } from '#server/waivers/eligibility/service.ts'

type ItemAtPrice = Omit<ItemRequest, 'bookable'> & {
  bookable: Bookable
  ticket: TicketType | null
  price: OptionOnOffer
}

export const findOwnHold = async (
  db: Tx,
  basket: BasketRow | null,
  { personId, occurrenceId }: { personId: number; occurrenceId: number },
  now: Date,
): Promise<number | null> => {
  const items = basket === null ? [] : await listItems(db, basket.id)
  const isOwn = (item: ItemRow) => item.occurrenceId === occurrenceId && item.personId === personId
  return items.find((item) => isLive(item, now) && isOwn(item))?.holdId ?? null
}

/** Says why places were refused and, where other baskets hold them, when the first of those holds ends. */
export const placesRefusal = async (
  db: Tx,
  actor: Actor,
  { verdict, lines, basket }: { verdict: TakeResult; lines: readonly AddedLine[]; basket: BasketRow | null },
  now: Date,
): Promise<Refusal> => {
  if (verdict.outcome === 'ok' || verdict.outcome === 'basket_closed') return busyRefusal()
  const line = lines[verdict.itemIndex ?? 0]
  const message = await describeRefusal(db, actor, verdict.outcome, line?.place, now)
  const place = { occurrenceId: line?.bookable.id, basketId: basket?.id ?? null }
  return itemRefusal(
    verdict.outcome,
    message,
    line?.index ?? 0,
    await findAvailableAt(db, verdict.outcome, place, now),
  )
}

/** Concurrent calls may each be within the weekly limit and exceed it together; then each gives its places back. */
export const requireWithinWeeklyLimit = async (
  db: Tx,
  actor: Actor,
  { index, bookable, place }: AddedLine,
  now: Date,
): Promise<void> => {
  if (place.personId === null || bookable.weeklyLimit === null) return
  // The place just taken is among those counted.
  const request = eligibilityRequest(actor, place.personId, bookable, { plus: -1 })
  const reason = await checkEligibility(db, request, now)
  if (reason?.code === 'limit_reached') throw itemRefusal(reason.code, reason.message, index)
}

/** @throws Refusal `invalid` */
export const requireWithinMaximum = (excess: ReturnType<typeof findExcess>): void => {
  if (excess === undefined) return
  const { line, inBasket } = excess
  throw invalidItem(line.index, 'quantity', messages.maximumQuantity({ maximum: line.maxQuantity, inBasket }))
}

/** What a call adds to a basket. */
export type Taken = { basket: BasketRow; lines: readonly AddedLine[] }

/** Makes a last check of places just taken; when it refuses, what the call has added now is taken back. */
export const releaseOnFailure = async (
  db: Database,
  taken: Taken,
  itemsBefore: readonly ItemRow[],
  now: Date,
  check: () => Promise<void>,
): Promise<void> => {
  try {
    await check()
  } catch (error) {
    await transact(db, async (tx) => {
      const { basket, lines } = taken
      await lockBasket(tx, basket.id)
      const digests = lines.map(({ place }) => place.callDigest)
      const items = await listItems(tx, basket.id)
      await withdrawAdditions(
        tx,
        items.map((item) => {
          const before = itemsBefore.find(({ id }) => id === item.id)
          return { item, calls: digests.filter((digest) => !before?.addedBy.includes(digest)) }
        }),
        now,
      )
    })
    throw error
  }
}

/** @throws Refusal when the price is for others, or the customer reference may not be used */
export const requirePrice = async (
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
export const unknownItem = async (
  db: Tx,
  { operator }: Actor,
  id: number | string,
  index: number,
): Promise<Refusal> =>
  (await isUnderMaintenance(db, operator.id, id))
    ? itemRefusal('maintenance', bookingsPaused, index)
    : itemRefusal('not_found', messages.sessionNotFound, index)

/** A refusal of one field of an item. */
export const invalidItem = (index: number, field: string, message: string): Refusal =>
  invalid({ [`items.${index}.${field}`]: [message] })
