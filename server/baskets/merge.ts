import { operatorMessages } from '#server/messages/languages.ts'
import type { Text } from '#server/messages/languages.ts'
import { lapsePlaces } from '#server/holds/places.ts'
import type { BasketOwner } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { markSettled } from '#server/pricing/price.ts'
import { adoptAttendees } from '#server/waivers/attendees.ts'
import { checkEligibility, describeClash } from '#server/waivers/eligibility.ts'
import { onlyAges } from '#server/waivers/rules.ts'
import { findOpenBasket, findVisitorBasket, listItems, lockBasket, lockOpenBasket } from './find.ts'
import { saveNotices } from './moves.ts'
import { releaseItems } from './remove.ts'
import { findDuplicates, isLapsed, isLive, isRepeatable, refusalMessages } from './rules.ts'
import type { BasketRow, ItemRow } from './rules.ts'
import {
  adoptBasket,
  hasOverlappingPlace,
  listBookedOccurrences,
  lockPeople,
  markLapseNotified,
  moveItems,
  nameAttendee,
} from './sql/lines.ts'

/**
 * Merges a visitor's basket into the customer's at log-in or registration (wire §1.4). Duplicates are removed, holds
 * keep their end, and notices say what changed.
 */
export const mergeBasket = async (
  tx: Tx,
  { operatorId, uuid, owner }: { operatorId: number; uuid: string; owner: BasketOwner },
  now: Date,
): Promise<void> => {
  const { customerId } = owner
  const visitorId = (await findVisitorBasket(tx, operatorId, uuid))?.id
  if (visitorId === undefined) return
  const { visitor, own: opened } = await lockBoth(tx, visitorId, owner)
  // A basket that is being paid stays the visitor's; the cookie that placed the order still opens it.
  if (visitor === undefined || visitor.status !== 'open' || visitor.customerId !== null) return

  // What lapsed longer ago is in no basket that anyone sees.
  const items = (await listItems(tx, visitor.id)).filter((item) => isLive(item, now) || isLapsed(item, now))
  if (items.length === 0) return
  const isAdopted = opened === undefined && (await adoptBasket(tx, visitor.id, owner))
  const own = isAdopted ? undefined : (opened ?? (await lockOwn(tx, owner)))
  const unique = await removeDuplicates(tx, customerId, { items, own }, now)
  if (unique.length === 0) return
  await lockPeople(tx, [customerId])
  const notices = await assignToCustomer(tx, customerId, unique, now)
  if (notices.length > 0) for (const item of unique) tx.invalidate(item.venueId)
  const itemIds = unique.map(({ id }) => id)
  // The next view prices them for the customer and says what changed.
  await markSettled(tx, itemIds)
  await adoptAttendees(tx, visitor.id, customerId)
  if (own === undefined) {
    if (notices.length > 0) await saveNotices(tx, visitor.id, [...visitor.notices, ...notices])
    return
  }
  await moveItems(tx, itemIds, own.id)
  const message = operatorMessages().baskets.merged({ count: unique.length })
  await saveNotices(tx, own.id, [...own.notices, { code: 'merged', message, cartItemId: null }, ...notices])
}

/**
 * Locks the visitor's basket and the customer's open one. A basket that was paid while this call waited for its lock
 * takes no more lines. One that is being paid does: an order leaves them in the customer's next basket (place_orders).
 */
const lockBoth = async (
  tx: Tx,
  visitorId: number,
  owner: BasketOwner,
): Promise<{ visitor: BasketRow | undefined; own: BasketRow | undefined }> => {
  const ownId = (await findOpenBasket(tx, owner))?.id
  // Baskets are locked in order of id everywhere.
  const ids = ownId === undefined ? [visitorId] : [visitorId, ownId].toSorted((one, other) => one - other)
  const locked: (BasketRow | undefined)[] = []
  for (const id of ids) locked.push(await lockBasket(tx, id))
  const visitor = locked.find((basket) => basket?.id === visitorId)
  const own = ownId === undefined ? undefined : locked.find((basket) => basket?.id === ownId)
  // The customer's next basket is younger than both, so the order of ids is kept.
  return { visitor, own: own?.status === 'paymentComplete' ? await lockOwn(tx, owner) : own }
}

/** The customer's open basket, locked; the next one when it has been paid meanwhile. */
const lockOwn = async (tx: Tx, owner: BasketOwner): Promise<BasketRow | undefined> => {
  const own = await lockOpenBasket(tx, owner)
  return own?.status === 'paymentComplete' ? lockOwn(tx, owner) : own
}

/** Removes what the customer has booked, where it can be booked once, or has in their own basket. @returns the other items */
const removeDuplicates = async (
  tx: Tx,
  customerId: number,
  { items, own }: { items: readonly ItemRow[]; own: BasketRow | undefined },
  now: Date,
): Promise<ItemRow[]> => {
  const ownItems = own === undefined ? [] : (await listItems(tx, own.id)).filter((item) => isLive(item, now))
  const occurrenceIds = items.map((item) => item.occurrenceId)
  const booked = await listBookedOccurrences(tx, customerId, occurrenceIds)
  const isBooked = (item: ItemRow): boolean => !isRepeatable(item) && booked.includes(item.occurrenceId)
  const unbooked = items.filter((item) => !isBooked(item))
  const duplicates = findDuplicates(unbooked, ownItems)
  await releaseItems(tx, [...items.filter(isBooked), ...duplicates], now)
  return unbooked.filter((item) => !duplicates.includes(item))
}

/**
 * Makes the customer the attendee of what they chose as a visitor. What they may not have is no longer held; it stays
 * among the lapsed lines, where it can be held for another person.
 */
const assignToCustomer = async (
  tx: Tx,
  customerId: number,
  items: readonly ItemRow[],
  now: Date,
): Promise<BasketRow['notices']> => {
  const notices: BasketRow['notices'] = []
  const refused: ItemRow[] = []
  // In order: of two items that overlap the first stays.
  for (const item of items) {
    const reason = isLive(item, now) ? await whyNotAssigned(tx, customerId, item, now) : null
    if (reason === null) {
      if (await isForCustomer(tx, customerId, item, now)) await nameAttendee(tx, [item.holdId], customerId)
      continue
    }
    refused.push(item)
    const messages = operatorMessages()
    const message = messages.baskets.holdEndedBecause({ name: item.name, reason: reason(messages) })
    notices.push({ code: 'item_unavailable', message, cartItemId: item.id })
  }
  if (refused.length === 0) return notices
  const holdIds = refused.map((item) => item.holdId)
  await lapsePlaces(tx, holdIds, now)
  await nameAttendee(tx, holdIds, customerId)
  await markLapseNotified(
    tx,
    refused.map((item) => item.id),
  )
  return notices
}

/** A child's ticket stays without a name when an adult logs in. */
const isForCustomer = async (
  tx: Tx,
  personId: number,
  { forGuest, ticketAgeMin: ageMin, ticketAgeMax: ageMax, activityId, localDate }: ItemRow,
  now: Date,
): Promise<boolean> => {
  const request = { personId, isSelf: true, activityId, localDate, needs: onlyAges({ ageMin, ageMax }) }
  return !forGuest && (await checkEligibility(tx, request, now)) === null
}

const whyNotAssigned = async (tx: Tx, personId: number, item: ItemRow, now: Date): Promise<Text | null> => {
  const { occurrenceId, holdId: exceptHoldId, activityId, localDate } = item
  const who = { personId, isSelf: true, exceptHoldId }
  if (!isRepeatable(item) && (await hasOverlappingPlace(tx, personId, occurrenceId, exceptHoldId, now))) {
    return (await describeClash(tx, { ...who, occurrenceId }, now)) ?? refusalMessages.clash
  }
  const reason = await checkEligibility(tx, { ...who, activityId, localDate, needs: item }, now)
  return reason?.message ?? null
}
