import {
  bookingEnded,
  eligibilityAsked,
  refusedAs,
  refuseTakingAnew,
  whenFree,
} from '#server/baskets/refusing/service.ts'
import { isLapsed, isLive, maximumRenewals } from '#server/baskets/rules.ts'
import { itemsOf, lockBasketForChange, lockPeople } from '#server/baskets/service.ts'
import type { BasketRow, ItemRow } from '#server/baskets/service.ts'
import { renewHolds } from '#server/holds/service.ts'
import type { Lost } from '#server/holds/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { whyNotFor } from '#server/waivers/eligibility/service.ts'
import { countRenewal } from './queries.ts'

/** Fresh holds from now on, for the lines named or for all, lapsed ones too. */
export const renewBasket = async (
  tx: Tx,
  actor: Actor,
  itemIds: readonly number[] | undefined,
  now: Date,
): Promise<BasketRow | null> => {
  const basket = await lockBasketForChange(tx, actor, now)
  if (basket === null) return null
  if (basket.renewalsUsed >= maximumRenewals) {
    throw new Refusal('renewals_used', 'These places have been kept for as long as they can be.')
  }
  const items = (await itemsOf(tx, basket.id)).filter(
    (item) =>
      (isLive(item, now) || isLapsed(item, now)) && (itemIds === undefined || itemIds.includes(item.id)),
  )
  for (const item of items) {
    if (item.occurrenceStatus !== 'scheduled')
      throw new Refusal('cancelled', `${item.name} has been called off.`)
    if (item.endsAt <= now) throw bookingEnded(item)
  }
  await refuseTakingAnew(
    tx,
    actor,
    basket,
    items.filter((item) => !isLive(item, now)),
    now,
  )
  // What others hold for the same people is counted with nobody adding to it meanwhile.
  await lockPeople(
    tx,
    items.flatMap((item) => (item.personId === null || isLive(item, now) ? [] : item.personId)),
  )
  for (const item of items) {
    // What is held was looked at when it was taken; what was parked at log-in perhaps never was.
    if (item.personId === null || isLive(item, now)) continue
    const why = await whyNotFor(
      tx,
      eligibilityAsked(actor, item.personId, item, { exceptHoldId: item.holdId }),
      now,
    )
    if (why !== null) {
      throw new Refusal(why.code, why.message, {
        errors: { [`cart_item_ids.${item.id}`]: [`${item.name}: ${why.message}`] },
      })
    }
  }
  const until = new Date(now.getTime() + actor.operator.basketHoldSeconds * 1000)
  const lost = await renewHolds(
    tx,
    items.map((item) => item.id),
    until,
    now,
  )
  const first = items.find((item) => item.id === lost[0]?.itemId)
  const availableAt = await whenFree(tx, lost[0]?.outcome ?? '', first?.occurrenceId, basket.id, now)
  refuseLost(lost, items, availableAt)
  if (items.length > 0) await countRenewal(tx, basket.id, now)
  for (const item of items) tx.invalidate(item.venueId)
  return { ...basket, renewalsUsed: basket.renewalsUsed + (items.length > 0 ? 1 : 0) }
}

const refuseLost = (
  lost: readonly Lost[],
  items: readonly ItemRow[],
  availableAt: Date | undefined,
): void => {
  const first = lost[0]
  if (first === undefined) return
  const errors: Record<string, string[]> = {}
  for (const { itemId, outcome } of lost) {
    const item = items.find((line) => line.id === itemId)
    errors[`cart_item_ids.${itemId}`] = [`${item?.name ?? 'This'}: ${refusedAs[outcome]}`]
  }
  throw new Refusal(first.outcome, refusedAs[first.outcome], { errors, availableAt })
}
