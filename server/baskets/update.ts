import type { baskets } from '#contract/baskets.ts'
import type { Body } from '#contract/endpoint.ts'
import { lockCreditAccounts } from '#server/credits/reserve.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { forbidden, invalid, notFound, Refusal } from '#server/platform/errors.ts'
import { findOptionOfAge, whyPriceRefused } from '#server/pricing/price.ts'
import { limitReferenceGuesses, whyReferenceRefused } from '#server/pricing/references.ts'
import { optionsFor } from '#server/pricing/rules.ts'
import { forgetWaivers } from '#server/waivers/agreements.ts'
import { checkEligibility } from '#server/waivers/eligibility.ts'
import { listItems, lockBasketOf, openForChange } from './find.ts'
import { describeRefusal, explainShortage, whyNotTicketAge } from './refusals.ts'
import { requireRetakeAllowed } from './renew.ts'
import { findBuyer, updatePrices } from './reprice.ts'
import type { PriceSettings } from './reprice.ts'
import {
  choicesOf,
  choosePerson,
  eligibilityRequest,
  isLive,
  isRepeatable,
  ownIdsOf,
  priceRefusalMessages,
  whyQuantityRefused,
} from './rules.ts'
import type { BasketRow, ItemRow } from './rules.ts'
import {
  changeItem,
  changePersonOfHold,
  hasOverlappingPlace,
  listBookedOccurrences,
  lockPeople,
  resizeItem,
  setWants,
} from './sql/lines.ts'

type UpdateOptions = Body<typeof baskets.update>['options']

/** Changes the price option, quantity or person of a line. Options that are left out stay as they are. */
export const updateItem = async (
  tx: Tx,
  actor: Actor,
  itemId: number,
  options: UpdateOptions,
  now: Date,
): Promise<BasketRow> => {
  const { basket, lines, item } = await lockLine(tx, actor, ({ id }) => id === itemId, now)
  await lockCreditAccounts(tx, basket.id)

  const purchasedForId =
    options.purchasedForUserId === undefined
      ? item.purchasedForId
      : choosePerson(await findBuyer(tx, actor), options.purchasedForUserId)
  if (purchasedForId === undefined) throw forbidden()
  const personId = purchasedForId ?? actor.customerId
  const changesPerson = options.purchasedForUserId !== undefined && personId !== item.personId
  const offered = optionsFor(item.options, item.band, item.ticketTypeId, { ...item, now })
  const ofAge =
    changesPerson && personId !== null ? await findOptionOfAge(tx, offered, { ...item, personId }, now) : null
  const pricingOptionId = options.pricingOptionId ?? ofAge?.id ?? item.pricingOptionId
  const option = offered.find(({ id }) => id === pricingOptionId)
  if (option === undefined)
    throw invalid({ 'options.pricing_option_id': [(messages) => messages.baskets.priceNotOffered] })
  const quantity = options.quantity ?? item.quantity
  // Naming a person makes a guest's line theirs.
  const forGuest = item.forGuest && options.purchasedForUserId === undefined
  const tooMany = whyQuantityRefused(item, lines, { quantity, purchasedForId, forGuest }, now)
  if (tooMany !== null) throw invalid({ 'options.quantity': [tooMany] })

  if (quantity > item.quantity) await requireRetakeAllowed(tx, actor, basket, [item], now)
  if (quantity !== item.quantity) await resizeLine(tx, item, quantity, now)
  if (changesPerson) {
    if (personId !== null) await requireEligible(tx, actor, personId, item, now)
    const ages = { ageMin: item.ticketAgeMin, ageMax: item.ticketAgeMax }
    const wrongAge =
      personId === null ? null : await whyNotTicketAge(tx, actor, personId, { ...item, ...ages }, now)
    if (wrongAge !== null) throw new Refusal(wrongAge.code, wrongAge.message)
    await changePersonOfHold(tx, item.holdId, personId)
    // Waivers are agreed to by each attendee.
    await forgetWaivers(tx, item.id)
  }
  if (options.customerReference !== undefined)
    await limitReferenceGuesses(tx, actor, [options.customerReference], now)
  const customerReference = options.customerReference ?? item.customerReference
  if (customerReference !== null && (options.customerReference !== undefined || quantity > item.quantity)) {
    const buyer = await findBuyer(tx, actor)
    const use = { reference: customerReference, occurrenceId: item.occurrenceId, quantity }
    const refused = await whyReferenceRefused(
      tx,
      { ...buyer, ownIds: ownIdsOf(buyer) },
      { ...use, exceptItemId: item.id, exceptBasketId: null },
      now,
    )
    if (refused !== null && !actor.isStaff) throw invalid({ 'options.customer_reference': [refused] })
  }
  if (options.pricingOptionId !== undefined && customerReference === null) {
    const payee = { ...item, personId: forGuest ? null : personId }
    const refused = await whyPriceRefused(tx, option, payee, now)
    if (refused !== null) throw new Refusal(refused, priceRefusalMessages[refused])
  }
  const unitPrice = option.price
  await changeItem(tx, item.id, {
    pricingOptionId,
    unitPrice,
    quantity,
    purchasedForId,
    customerReference,
    forGuest,
  })
  const { applyBenefit, applyPackage } = options
  if (applyBenefit !== undefined || applyPackage !== undefined) {
    await setWants(tx, item.id, choicesOf(item, options))
  }
  const { priced, ...changed } = await repriceBasket(tx, basket, actor, item, { isChanged: true }, now)
  const usedUp = priced.find(({ id }) => id === item.id)?.usedUp ?? null
  if (applyBenefit === true && usedUp !== null) {
    throw new Refusal('limit_reached', (messages) => messages.baskets.benefitUsedUp({ name: usedUp }))
  }
  return changed.basket
}

/** The caller's basket, locked and open for change, with the live line that matches. @throws Refusal `not_found`, `busy` */
export const lockLine = async (
  tx: Tx,
  actor: Actor,
  matches: (line: ItemRow) => boolean,
  now: Date,
): Promise<{ basket: BasketRow; lines: ItemRow[]; item: ItemRow }> => {
  const basket = await lockBasketOf(tx, actor)
  const lines = basket === null ? [] : await listItems(tx, basket.id)
  const item = lines.find(matches)
  if (basket === null || item === undefined || !isLive(item, now)) throw notFound()
  await openForChange(tx, basket, now)
  return { basket, lines, item }
}

/** @throws Refusal `full`, `held`, `cancelled` */
const resizeLine = async (tx: Tx, item: ItemRow, quantity: number, now: Date): Promise<void> => {
  const outcome = await resizeItem(tx, item.id, quantity * (item.ticketPlaces ?? 1), now)
  if (outcome !== 'ok') {
    const { code, message, availableAt } = await explainShortage(tx, outcome, item, now)
    throw new Refusal(code, message, { availableAt })
  }
  tx.invalidate(item.venueId)
}

/** @throws Refusal when the line may not be for the person */
const requireEligible = async (
  tx: Tx,
  actor: Actor,
  personId: number,
  item: ItemRow,
  now: Date,
): Promise<void> => {
  await lockPeople(tx, [personId])
  const { occurrenceId, holdId: exceptHoldId } = item
  if (!isRepeatable(item)) {
    const isBooked = (await listBookedOccurrences(tx, personId, [occurrenceId])).length > 0
    if (isBooked || (await hasOverlappingPlace(tx, personId, occurrenceId, exceptHoldId, now))) {
      const code = isBooked ? 'already_booked' : 'clash'
      const place = { personId, occurrenceId, exceptHoldId }
      throw new Refusal(code, await describeRefusal(tx, actor, code, place, now))
    }
  }
  const reason = await checkEligibility(tx, eligibilityRequest(actor, personId, item, { exceptHoldId }), now)
  if (reason !== null) throw new Refusal(reason.code, reason.message)
}

/** Prices the basket after a change of one line, whose new price needs no notice. */
export const repriceBasket = async (
  tx: Tx,
  basket: BasketRow,
  actor: Actor,
  item: ItemRow,
  settings: Pick<PriceSettings, 'isChanged'>,
  now: Date,
) => {
  const items = await listItems(tx, basket.id)
  const how = { applyDefaults: true, expected: { itemIds: [item.id] }, ...settings }
  const { notices, priced } = await updatePrices(tx, basket, items, actor, how, now)
  return { basket: { ...basket, notices: [...basket.notices, ...notices] }, priced }
}
