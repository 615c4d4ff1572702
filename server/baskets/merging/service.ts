import { letGo } from '#server/baskets/emptying/service.ts'
import { refusedAs } from '#server/baskets/refusing/service.ts'
import { isLive, isRepeatable, mostWithoutLimit, quantityOf } from '#server/baskets/rules.ts'
import {
  anonymousBasket,
  bookedAlready,
  isElsewhere,
  itemsOf,
  lockBasketById,
  lockPeople,
  markLapseTold,
  openBasketOf,
  setNotices,
} from '#server/baskets/service.ts'
import type { BasketRow, ItemRow } from '#server/baskets/service.ts'
import { parkHolds } from '#server/holds/service.ts'
import type { Tx } from '#server/platform/database.ts'
import { markSettled } from '#server/pricing/service.ts'
import { clashSaid, whyNotFor } from '#server/waivers/eligibility/service.ts'
import { adoptAttendees } from '#server/waivers/keeping/service.ts'
import * as rows from './queries.ts'

/**
 * A visitor's basket joins the customer's at log-in or registration (wire §1.4): doubles fall away, holds keep
 * their end, and the basket tells what became of it.
 */
export const joinBasket = async (
  tx: Tx,
  joining: { operatorId: number; uuid: string; customerId: number },
  now: Date,
): Promise<void> => {
  const found = await anonymousBasket(tx, joining.operatorId, joining.uuid)
  if (found === undefined) return
  const own = await openBasketOf(tx, joining.customerId)
  // In order of id, like everybody who locks baskets.
  const ids = own === undefined ? [found.id] : [found.id, own.id].toSorted((one, other) => one - other)
  const locked: (BasketRow | undefined)[] = []
  for (const id of ids) locked.push(await lockBasketById(tx, id))
  const visitor = locked.find((basket) => basket?.id === found.id)
  // One that is being paid goes its own way; its order page stays open to the cookie that placed it.
  if (visitor === undefined || visitor.status !== 'open' || visitor.customerId !== null) return
  const items = await itemsOf(tx, visitor.id)

  const ownItems = own === undefined ? [] : await itemsOf(tx, own.id)
  const booked =
    items.length === 0
      ? []
      : await bookedAlready(
          tx,
          joining.customerId,
          items.map((item) => item.occurrenceId),
        )
  const doubles = items.filter(
    (item) =>
      (item.kind !== 'tickets' && booked.includes(item.occurrenceId)) ||
      isDouble(
        item,
        ownItems.filter((line) => isLive(line, now)),
      ),
  )
  await letGo(tx, doubles, now)
  const kept = items.filter((item) => !doubles.includes(item))
  if (kept.length === 0) return

  await lockPeople(tx, [joining.customerId])
  const parked = await park(tx, joining.customerId, kept, now)
  if (parked.length > 0) kept.forEach((item) => tx.invalidate(item.venueId))
  // They are priced for the customer when the basket is next shown, which tells what changed.
  await markSettled(
    tx,
    kept.map((item) => item.id),
  )
  await adoptAttendees(tx, visitor.id, joining.customerId)
  if (own === undefined) {
    await rows.adoptBasket(tx, visitor.id, joining.customerId)
    if (parked.length > 0) await setNotices(tx, visitor.id, [...visitor.notices, ...parked])
    return
  }
  await rows.moveItems(
    tx,
    kept.map((item) => item.id),
    own.id,
  )
  const message =
    kept.length === 1
      ? 'What you chose before logging in has been added to your basket.'
      : `The ${kept.length} things you chose before logging in have been added to your basket.`
  await setNotices(tx, own.id, [...own.notices, { code: 'merged', message, cartItemId: null }, ...parked])
}

/** Whether somebody has a thing already; of tickets at another price no more may be added than there may be. */
const isDouble = (item: ItemRow, own: readonly ItemRow[]): boolean => {
  const same = own.filter(
    (line) =>
      line.occurrenceId === item.occurrenceId &&
      line.ticketTypeId === item.ticketTypeId &&
      line.purchasedForId === item.purchasedForId,
  )
  if (item.ticketTypeId === null) return same.length > 0
  return (
    same.some((line) => line.pricingOptionId === item.pricingOptionId) ||
    item.quantity + quantityOf(own, item) > (item.maxQuantity ?? mostWithoutLimit)
  )
}

/**
 * Puts the customer's name to what they chose as a visitor. What they cannot have beside what they have already, or
 * cannot have at all, is held no longer; it stays with the lapsed lines, where it can be taken for somebody else.
 * @returns what to tell
 */
const park = async (
  tx: Tx,
  customerId: number,
  items: readonly ItemRow[],
  now: Date,
): Promise<BasketRow['notices']> => {
  const told: BasketRow['notices'] = []
  const lost: ItemRow[] = []
  // In their order: of two that clash the first stays.
  for (const item of items) {
    const why = isLive(item, now) ? await whyParked(tx, customerId, item, now) : null
    if (why === null) {
      await rows.nameHolds(tx, [item.holdId], customerId)
      continue
    }
    lost.push(item)
    told.push({
      code: 'item_unavailable',
      message: `${item.name} is no longer held for you. ${why}`,
      cartItemId: item.id,
    })
  }
  if (lost.length === 0) return told
  const holdIds = lost.map((item) => item.holdId)
  await parkHolds(tx, holdIds, now)
  await rows.nameHolds(tx, holdIds, customerId)
  await markLapseTold(
    tx,
    lost.map((item) => item.id),
  )
  return told
}

const whyParked = async (tx: Tx, customerId: number, item: ItemRow, now: Date): Promise<string | null> => {
  const { occurrenceId, holdId } = item
  if (!isRepeatable(item) && (await isElsewhere(tx, customerId, occurrenceId, holdId, now))) {
    const asked = { personId: customerId, isSelf: true, occurrenceId, exceptHoldId: holdId }
    return (await clashSaid(tx, asked, now)) ?? refusedAs.clash
  }
  const { activityId, localDate } = item
  const why = await whyNotFor(
    tx,
    { personId: customerId, isSelf: true, activityId, localDate, needs: item, exceptHoldId: holdId },
    now,
  )
  return why?.message ?? null
}
