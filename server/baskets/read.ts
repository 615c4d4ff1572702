import type { Basket, BasketItem, BasketNotice } from '#contract/baskets.ts'
import { formatted } from '#contract/money.ts'
import { date, instant, shortDuration, time } from '#contract/time.ts'
import { basketCreditOf } from '#server/credits/balance.ts'
import { applicablePayments, sumOf } from '#server/credits/rules.ts'
import type { CreditType } from '#server/credits/rules.ts'
import { lapsePlaces } from '#server/holds/places.ts'
import type { Messages } from '#server/messages/languages.ts'
import type { PenaltyLine } from '#server/penalties/owed.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { inTransaction } from '#server/platform/transact.ts'
import { formatPrice } from '#server/pricing/price.ts'
import { optionsFor } from '#server/pricing/rules.ts'
import { openWaivers, totalWaivers } from '#server/waivers/rules.ts'
import { createCustomerBasket, listItems, listPenalties, lockBasket } from './find.ts'
import { saveNotices } from './moves.ts'
import { updatePrices } from './reprice.ts'
import type { PriceSettings } from './reprice.ts'
import {
  hasPlacesNeeded,
  isLapsed,
  isLive,
  itemHashOf,
  lineTotal,
  maximumRenewals,
  maxQuantityOf,
  noMoney,
  placesNeeded,
  quantityOf,
  totalsOf,
} from './rules.ts'
import type { BasketMoney, BasketRow, ItemRow } from './rules.ts'
import { markLapseNotified, resizeItem } from './sql/lines.ts'

type ViewSettings = PriceSettings & {
  /** Of items just added by a caller without idempotency keys, who is told of what was there before. */
  unkeyedDigests: readonly string[]
}

/**
 * The whole basket, as every basket call answers it, at the prices of now. Notices that the customer has not seen yet
 * are displayed once. A customer without a basket gets one; a visitor without one sees an empty basket that is not stored.
 */
export const readBasket = async (
  tx: Tx,
  existing: BasketRow | null,
  actor: Actor,
  now: Date,
  { unkeyedDigests = [], ...settings }: Partial<ViewSettings> = {},
): Promise<Basket> => {
  const basket = existing ?? (await createCustomerBasket(tx, actor, now))
  const { operator, person, customerId } = actor
  const context = {
    currencySymbol: operator.currencySymbol,
    selectedUserId: person !== null && customerId !== person.id ? customerId : null,
    isEstimated: customerId === null,
    now,
  }
  if (basket === null) return presentBasket(actor.messages, null, [], [], noMoney, context)
  const fitted = await fitPlaces(tx, actor.messages, basket, await listItems(tx, basket.id), now)
  const { items, notices } = await updatePrices(
    tx,
    basket,
    fitted.items,
    actor,
    { applyDefaults: false, ...settings },
    now,
  )
  const lapses = lapseNotices(actor.messages, items, now)
  const lapsedIds = lapses.map(({ cartItemId }) => cartItemId)
  if (lapses.length > 0) await markLapseNotified(tx, lapsedIds)
  if (basket.notices.length > 0) await saveNotices(tx, basket.id, [])
  const money = await findMoney(tx, basket, actor, now)
  return presentBasket(
    actor.messages,
    basket,
    items,
    [
      ...basket.notices,
      ...fitted.notices,
      ...additionNotices(actor.messages, items, unkeyedDigests, now),
      ...notices,
      ...lapses,
    ],
    money,
    context,
  )
}

/** What the customer could pay a basket with. A visitor has nothing, so nothing is read. */
const findMoney = async (
  tx: Tx,
  basket: BasketRow,
  { customerId }: Actor,
  now: Date,
): Promise<BasketMoney> => {
  const penalties = await listPenalties(tx, basket)
  if (customerId === null) return { ...noMoney, penalties }
  return { ...(await basketCreditOf(tx, { customerId, basketId: basket.id }, now)), penalties }
}

/** What a basket is presented with. */
type ViewContext = {
  currencySymbol: string
  selectedUserId: number | null
  isEstimated: boolean
  now: Date
}

const unused = {
  parentItemId: null,
  childItems: [],
  promotionCode: null,
} satisfies Partial<BasketItem>

const presentUse = ({ useId, name }: NonNullable<ItemRow['applied']>) => ({ id: useId, name })

const attendeeOf = ({ personId, personFirstName, personLastName }: ItemRow): BasketItem['attendee'] =>
  personId === null
    ? null
    : { userId: personId, firstName: personFirstName ?? '', lastName: personLastName ?? '' }

/** CARTITEM of a line. The maximum quantity of a ticket is shared by all `live` lines of it. */
export const presentItem = (
  messages: Messages,
  item: ItemRow,
  context: ViewContext,
  live: readonly ItemRow[] = [],
): BasketItem => {
  const isV2 = item.idForm === 'v2'
  const day = date(item.localDate, item.timezone, context.now)
  const startsAt = time(item.startsAt, item.timezone)
  const minutes = Math.round((item.endsAt.getTime() - item.startsAt.getTime()) / 60_000)
  const title = item.ticketName === null ? item.name : `${item.name}, ${item.ticketName}`
  return {
    id: item.id,
    cartableId: isV2 ? item.id : item.occurrenceId,
    cartableType: isV2 ? 'av2Booking' : 'activity',
    name: `${title} - ${day.dayPretty} ${day.datePretty} - ${startsAt.format24Hour}`,
    type: isV2 ? 'purchasableOccurrence' : 'activity',
    price: formatPrice(messages, lineTotal(item), context.currencySymbol, context.isEstimated, item),
    membershipUserId: item.applied?.type === 'membership' ? item.applied.memberId : item.memberId,
    appliedBenefit: item.applied?.type === 'membership' ? presentUse(item.applied) : null,
    appliedPackage: item.applied?.type === 'package' ? presentUse(item.applied) : null,
    benefitAvailable: item.availableBenefit,
    packageAvailable: item.availablePackage,
    quantity: item.quantity,
    maxQuantity: maxQuantityOf(item, live),
    pricingOptionId: item.pricingOptionId,
    pricingOptions: optionsFor(item.options, item.band, item.ticketTypeId, { ...item, now: context.now }).map(
      (option) => ({
        id: option.id,
        name: option.name,
        price: formatPrice(messages, option.price, context.currencySymbol, context.isEstimated),
      }),
    ),
    ticketId: item.ticketTypeId === null ? null : isV2 ? item.ticketPublicId : item.ticketTypeId,
    customerReference: item.customerReference,
    attendee: attendeeOf(item),
    forGuest: item.forGuest,
    proofOfAge: item.asksProofOfAge,
    purchasedForUserId: item.purchasedForId,
    heldUntil: isLive(item, context.now) && item.heldUntil !== null ? instant(item.heldUntil) : null,
    allowsAnonymousBookings: item.allowsAnonymousBookings,
    restrictionIds: item.waiverNeeds.map(({ restrictionId }) => restrictionId),
    waiversRequired: openWaivers(item.waiverNeeds),
    questionsRequired: item.questionsOpen,
    questionsOptional: item.questionsOptional,
    userFriendlyType: item.kind === 'tickets' ? messages.baskets.ticket : messages.baskets.booking,
    sortBy: item.sortBy,
    enablePrintReceipt: item.printReceipt,
    notes: item.preBookingNotice === null ? [] : [item.preBookingNotice],
    cartableResource: {
      id: isV2 ? item.publicId : item.occurrenceId,
      name: item.name,
      venueName: item.venueName,
      compositeKey: item.compositeKey,
      date: day,
      startsAt,
      endsAt: time(item.endsAt, item.timezone),
      duration: shortDuration(minutes),
      location: {
        id: String(item.locationId),
        name: item.locationName,
        type: 'resource',
        slug: item.locationSlug,
        venueId: item.venueId,
        venueSlug: item.venueSlug,
      },
    },
    // Spread last: adding properties after a spread is slow.
    ...unused,
  }
}

/** CARTITEM of a penalty. */
export const presentPenalty = (messages: Messages, line: PenaltyLine, context: ViewContext): BasketItem => ({
  id: line.id,
  cartableId: line.penaltyId,
  cartableType: 'penalty',
  // A failed membership payment and the debt on an account are paid like a penalty but are not called one.
  name:
    line.isForMembership || line.isAccountDebt
      ? line.description
      : messages.baskets.penaltyNamed({ description: line.description }),
  type: 'penalty',
  price: formatPrice(messages, line.amount, context.currencySymbol, false),
  quantity: 1,
  maxQuantity: 1,
  pricingOptionId: null,
  pricingOptions: [],
  ticketId: null,
  customerReference: null,
  attendee: null,
  forGuest: false,
  proofOfAge: false,
  purchasedForUserId: null,
  heldUntil: null,
  allowsAnonymousBookings: false,
  userFriendlyType: messages.baskets.penalty,
  sortBy: line.sortBy,
  enablePrintReceipt: true,
  notes: [],
  membershipUserId: null,
  appliedBenefit: null,
  appliedPackage: null,
  benefitAvailable: null,
  packageAvailable: null,
  restrictionIds: [],
  waiversRequired: 0,
  questionsRequired: 0,
  questionsOptional: 0,
  cartableResource: null,
  ...unused,
})

/** How much could be paid with one kind of credit, after what the other kind pays already. */
const presentCredit = (
  type: CreditType,
  { free }: BasketMoney,
  payments: readonly { type: CreditType; amount: number }[],
  total: number,
) => {
  const other = sumOf(payments.filter((payment) => payment.type !== type))
  return { totalAvailable: free[type], maxApplicable: Math.min(free[type], total - other) }
}

/** BASKET. `basket` is null for a visitor who has added nothing yet. */
const presentBasket = (
  messages: Messages,
  basket: BasketRow | null,
  items: readonly ItemRow[],
  notices: readonly BasketNotice[],
  money: BasketMoney,
  context: ViewContext,
): Basket => {
  const live = items.filter((item) => isLive(item, context.now))
  const { total, taxTotal, subTotal } = totalsOf(live, money.penalties)
  const lines = [
    ...live.map((item) => presentItem(messages, item, context, live)),
    ...money.penalties.map((line) => presentPenalty(messages, line, context)),
  ].toSorted((one, other) => one.sortBy - other.sortBy || one.id - other.id)
  const payments = applicablePayments(money.reserved, total)
  const balance = total - sumOf(payments)
  const ends = live.flatMap((item) => (item.heldUntil === null ? [] : [item.heldUntil.getTime()]))
  return {
    id: basket?.id ?? null,
    cartId: basket?.id ?? null,
    uuid: basket?.uuid ?? null,
    source: 'activity-booking',
    status: basket?.status ?? 'open',
    completeOrderId: null,
    selectedUserId: context.selectedUserId,
    total,
    formattedTotal: formatted(total, context.currencySymbol),
    taxTotal,
    subTotal,
    balance,
    formattedBalance: formatted(balance, context.currencySymbol),
    itemCount: lines.length,
    items: lines,
    lapsedItems: items
      .filter((item) => isLapsed(item, context.now))
      .map((item) => presentItem(messages, item, context)),
    notices: [...notices],
    payments: payments.map(({ id, type, amount }) => ({
      id,
      tenderType: 'credit',
      type,
      amount,
      formattedAmount: formatted(amount, context.currencySymbol),
    })),
    credits: {
      membership: { type: 'membership', ...presentCredit('membership', money, payments, total) },
      general: { type: 'general', ...presentCredit('general', money, payments, total) },
    },
    attendeeWaiversRequired: live.some((item) => openWaivers(item.waiverNeeds) > 0),
    totalWaiversRequired: live.reduce((sum, item) => sum + totalWaivers(item.waiverNeeds), 0),
    itemHash: itemHashOf(lines.map((item) => item.id)),
    expiresAt: ends.length === 0 ? null : instant(new Date(Math.min(...ends))),
    now: instant(context.now),
    renewalsLeft: maximumRenewals - (basket?.renewalsUsed ?? 0),
  }
}

/**
 * Holds the places of tickets whose type has other places than when they were held. Where there are too few, the line is
 * no longer held and stays among the lapsed ones.
 * @returns the lines as they are now, and a notice of each change
 */
const fitPlaces = async (
  db: Tx,
  messages: Messages,
  basket: BasketRow,
  items: ItemRow[],
  now: Date,
): Promise<{ items: ItemRow[]; notices: BasketNotice[] }> => {
  const isUnfit = (item: ItemRow): boolean => isLive(item, now) && !hasPlacesNeeded(item)
  if (basket.status !== 'open' || !items.some(isUnfit)) return { items, notices: [] }
  return inTransaction(db, async (tx) => {
    const locked = await lockBasket(tx, basket.id)
    const current = await listItems(tx, basket.id)
    if (locked?.status !== 'open') return { items: current, notices: [] }
    const notices: BasketNotice[] = []
    for (const item of current.filter(isUnfit)) notices.push(await fitLine(tx, messages, item, now))
    return { items: await listItems(tx, basket.id), notices }
  })
}

const fitLine = async (tx: Tx, messages: Messages, item: ItemRow, now: Date): Promise<BasketNotice> => {
  const places = placesNeeded(item) ?? item.places
  const name = item.ticketName === null ? item.name : `${item.name}, ${item.ticketName}`
  tx.invalidate(item.venueId)
  if ((await resizeItem(tx, item.id, places, now)) === 'ok') {
    const message = messages.baskets.placesChanged({ name, places })
    return { code: 'session_changed', message, cartItemId: item.id }
  }
  await lapsePlaces(tx, [item.holdId], now)
  await markLapseNotified(tx, [item.id])
  const message = messages.baskets.tooFewPlaces({ name, places })
  return { code: 'item_unavailable', message, cartItemId: item.id }
}

/** Notices of what a caller without idempotency keys has added beside what was in the basket: it may be a repetition. */
const additionNotices = (
  messages: Messages,
  items: readonly ItemRow[],
  digests: readonly string[],
  now: Date,
): BasketNotice[] => {
  const live = items.filter((item) => isLive(item, now))
  const isAdded = ({ addedBy }: ItemRow): boolean => addedBy.some((digest) => digests.includes(digest))
  return live.filter(isAdded).flatMap((item): BasketNotice[] => {
    const { id, name, addedBy } = item
    const earlier = quantityOf(
      live.filter((line) => !isAdded(line) && line.id < id),
      item,
    )
    if (item.ticketTypeId === null ? addedBy.length < 2 : earlier === 0) return []
    const message =
      item.ticketTypeId === null
        ? messages.baskets.inBasketAlready({ name, times: addedBy.length })
        : messages.baskets.anotherTicket({ name, quantity: earlier })
    return [{ code: 'added_again', message, cartItemId: id }]
  })
}

/** Notices of holds that have ended, which the customer has not seen yet. */
export const lapseNotices = (
  messages: Messages,
  items: readonly ItemRow[],
  now: Date,
): (BasketNotice & { cartItemId: number })[] =>
  items
    .filter((item) => isLapsed(item, now) && !item.lapseNotified)
    .map(({ id, name, occurrenceStatus }) =>
      occurrenceStatus === 'scheduled'
        ? { code: 'hold_lapsed', message: messages.baskets.holdEnded({ name }), cartItemId: id }
        : {
            code: 'item_unavailable',
            message: messages.baskets.noLongerOn({ name }),
            cartItemId: id,
          },
    )
