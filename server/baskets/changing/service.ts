import type { baskets } from '#contract/baskets.ts'
import type { Body } from '#contract/endpoint.ts'
import { personWanted } from '#server/baskets/asking/service.ts'
import { bringUpToDate, buyerOf } from '#server/baskets/prices/service.ts'
import {
  eligibilityAsked,
  priceRefusedAs,
  refusalSaid,
  refusedAs,
  refuseTakingAnew,
  whyNoMore,
  whyNotThisPrice,
} from '#server/baskets/refusing/service.ts'
import { isLive, isRepeatable, mostSaid, mostWithoutLimit, quantityOf } from '#server/baskets/rules.ts'
import {
  bookedAlready,
  isElsewhere,
  itemsOf,
  lockBasketFor,
  lockPeople,
  openForChange,
  resizeItem,
} from '#server/baskets/service.ts'
import type { BasketRow, ItemRow } from '#server/baskets/service.ts'
import { lockPursesOf } from '#server/credits/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { invalid, notFound, Refusal } from '#server/platform/errors.ts'
import { optionsFor } from '#server/pricing/rules.ts'
import type { Applied } from '#server/pricing/rules.ts'
import { whyNotFor } from '#server/waivers/eligibility/service.ts'
import { forgetWaivers } from '#server/waivers/keeping/service.ts'
import * as rows from './queries.ts'

type UpdateOptions = Body<typeof baskets.update>['options']

/** Changes price option, quantity or person of a line. What is not named stays. */
export const updateItem = async (
  tx: Tx,
  actor: Actor,
  itemId: number,
  options: UpdateOptions,
  now: Date,
): Promise<BasketRow> => {
  const basket = await lockBasketFor(tx, actor)
  const lines = basket === null ? [] : await itemsOf(tx, basket.id)
  const item = lines.find((line) => line.id === itemId)
  if (basket === null || item === undefined || !isLive(item, now)) throw notFound()
  await openForChange(tx, basket, now)
  await lockPursesOf(tx, basket.id)

  const buyer = await buyerOf(tx, actor)
  const pricingOptionId = options.pricingOptionId ?? item.pricingOptionId
  const option = optionsFor(item.options, item.band, item.ticketTypeId).find(
    (one) => one.id === pricingOptionId,
  )
  if (option === undefined)
    throw invalid({ 'options.pricing_option_id': ['This price is not on offer here.'] })

  const purchasedForId =
    options.purchasedForUserId === undefined
      ? item.purchasedForId
      : personWanted(buyer, options.purchasedForUserId)
  const quantity = options.quantity ?? item.quantity
  if (quantity > item.quantity || purchasedForId !== item.purchasedForId) {
    const most = item.kind === 'tickets' ? (item.maxQuantity ?? mostWithoutLimit) : 1
    const others = lines.filter((line) => line !== item && isLive(line, now))
    const inside = quantityOf(others, { ...item, purchasedForId })
    if (quantity + inside > most) throw invalid({ 'options.quantity': [mostSaid(most, inside)] })
  }
  if (quantity > item.quantity) await refuseTakingAnew(tx, actor, basket, [item], now)
  if (quantity !== item.quantity) {
    const outcome = await resizeItem(tx, item.id, quantity * (item.ticketPlaces ?? 1), now)
    if (outcome !== 'ok') {
      const { code, until } = await whyNoMore(tx, outcome, item, now)
      throw new Refusal(code, refusedAs[code], { availableAt: until })
    }
    tx.invalidate(item.venueId)
  }

  if (options.purchasedForUserId !== undefined) {
    const personId = purchasedForId ?? actor.customerId
    if (personId !== item.personId) {
      if (personId !== null) await refuseOther(tx, actor, personId, item, now)
      await rows.changePersonOfHold(tx, item.holdId, personId)
      // Somebody else takes part, who has not agreed to anything.
      await forgetWaivers(tx, item.id)
    }
  }
  const customerReference = options.customerReference ?? item.customerReference
  if (options.pricingOptionId !== undefined && customerReference === null) {
    const personId = purchasedForId ?? actor.customerId
    const whyNot = await whyNotThisPrice(tx, option, { ...item, personId }, now)
    if (whyNot !== null) throw new Refusal(whyNot, priceRefusedAs[whyNot])
  }
  await rows.changeItem(tx, item.id, {
    pricingOptionId,
    unitPrice: option.price,
    quantity,
    purchasedForId,
    customerReference,
  })
  const { applyBenefit, applyPackage } = options
  if (applyBenefit !== undefined || applyPackage !== undefined) {
    // Whoever asks for the one alone gives up the other: a line is paid for by one of them.
    await rows.setWants(tx, item.id, {
      wantsBenefit: applyBenefit ?? (applyPackage === true ? false : (item.wantsBenefit ?? true)),
      wantsPackage: applyPackage ?? (applyBenefit === true ? false : (item.wantsPackage ?? true)),
    })
  }
  const upToDate = await bringUpToDate(
    tx,
    basket,
    await itemsOf(tx, basket.id),
    actor,
    { settle: true, isChanged: true, quiet: [item.id] },
    now,
  )
  const usedUp = upToDate.priced.find(({ id }) => id === item.id)?.usedUp ?? null
  if (applyBenefit === true && usedUp !== null) {
    throw new Refusal('limit_reached', `${usedUp} has been used as often as it may be in this time.`)
  }
  return { ...basket, notices: [...basket.notices, ...upToDate.notices] }
}

/** Why a line may not be for another person. */
const refuseOther = async (
  tx: Tx,
  actor: Actor,
  personId: number,
  item: ItemRow,
  now: Date,
): Promise<void> => {
  await lockPeople(tx, [personId])
  const asked = { personId, occurrenceId: item.occurrenceId }
  if (!isRepeatable(item)) {
    const isBooked = (await bookedAlready(tx, personId, [item.occurrenceId])).length > 0
    const isBusy = isBooked || (await isElsewhere(tx, personId, item.occurrenceId, item.holdId, now))
    const code = isBooked ? 'already_booked' : 'clash'
    if (isBusy) {
      throw new Refusal(code, await refusalSaid(tx, actor, code, asked, now, item.holdId))
    }
  }
  const why = await whyNotFor(tx, eligibilityAsked(actor, personId, item, { exceptHoldId: item.holdId }), now)
  if (why !== null) throw new Refusal(why.code, why.message)
}

/**
 * Takes a benefit or the visits of a package off a line: its full price stands again, until one of them is asked
 * for. The caller names the use.
 * @throws Refusal `not_found` when no line of the basket has it
 */
export const takeOff = async (
  tx: Tx,
  actor: Actor,
  of: { type: Applied['type']; useId: number },
  now: Date,
): Promise<BasketRow> => {
  const basket = await lockBasketFor(tx, actor)
  const items = basket === null ? [] : await itemsOf(tx, basket.id)
  const item = items.find(
    ({ applied }) => applied !== null && applied.type === of.type && applied.useId === of.useId,
  )
  if (basket === null || item === undefined || !isLive(item, now)) throw notFound()
  await openForChange(tx, basket, now)
  await rows.setWants(tx, item.id, { wantsBenefit: false, wantsPackage: false })
  const { notices } = await bringUpToDate(
    tx,
    basket,
    await itemsOf(tx, basket.id),
    actor,
    { settle: true, quiet: [item.id] },
    now,
  )
  return { ...basket, notices: [...basket.notices, ...notices] }
}
