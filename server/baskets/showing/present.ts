import type { Basket, BasketItem, BasketNotice } from '#contract/baskets.ts'
import { formatted } from '#contract/money.ts'
import { date, instant, shortDuration, time } from '#contract/time.ts'
import { fittingPayments, sumOf } from '#server/credits/rules.ts'
import type { CreditType } from '#server/credits/rules.ts'
import type { PenaltyLine } from '#server/penalties/service.ts'
import { optionsFor, shownPrice } from '#server/pricing/rules.ts'
import { openWaivers, totalWaivers } from '#server/waivers/rules.ts'
import {
  itemHashOf,
  isLapsed,
  isLive,
  lineTotal,
  maximumRenewals,
  mostOf,
  totalsOf,
} from '#server/baskets/rules.ts'
import type { BasketMoney, BasketRow, ItemRow } from '#server/baskets/rules.ts'

export type Shown = { currencySymbol: string; selectedUserId: number | null; isEstimated: boolean; now: Date }

const empty = {
  parentItemId: null,
  childItems: [],
  promotionCode: null,
} satisfies Partial<BasketItem>

const named = ({ useId, name }: NonNullable<ItemRow['applied']>) => ({ id: useId, name })

/** CARTITEM of a line; `live` are the lines of the basket with a place, which share what there is of its tickets. */
export const presentItem = (item: ItemRow, shown: Shown, live: readonly ItemRow[] = []): BasketItem => {
  const isV2 = item.idForm === 'v2'
  const day = date(item.localDate, item.timezone, shown.now)
  const startsAt = time(item.startsAt, item.timezone)
  const minutes = Math.round((item.endsAt.getTime() - item.startsAt.getTime()) / 60_000)
  const title = item.ticketName === null ? item.name : `${item.name}, ${item.ticketName}`
  return {
    id: item.id,
    cartableId: isV2 ? item.id : item.occurrenceId,
    cartableType: isV2 ? 'av2Booking' : 'activity',
    name: `${title} - ${day.dayPretty} ${day.datePretty} - ${startsAt.format24Hour}`,
    type: isV2 ? 'purchasableOccurrence' : 'activity',
    price: shownPrice(lineTotal(item), shown.currencySymbol, shown.isEstimated, item),
    membershipUserId: item.applied?.type === 'membership' ? item.applied.memberId : item.memberId,
    appliedBenefit: item.applied?.type === 'membership' ? named(item.applied) : null,
    appliedPackage: item.applied?.type === 'package' ? named(item.applied) : null,
    benefitAvailable: item.availableBenefit,
    packageAvailable: item.availablePackage,
    quantity: item.quantity,
    maxQuantity: mostOf(item, live),
    pricingOptionId: item.pricingOptionId,
    pricingOptions: optionsFor(item.options, item.band, item.ticketTypeId).map((option) => ({
      id: option.id,
      name: option.name,
      price: shownPrice(option.price, shown.currencySymbol, shown.isEstimated),
    })),
    ticketId: item.ticketTypeId === null ? null : isV2 ? item.ticketPublicId : item.ticketTypeId,
    customerReference: item.customerReference,
    purchasedForUserId: item.purchasedForId,
    heldUntil: isLive(item, shown.now) && item.heldUntil !== null ? instant(item.heldUntil) : null,
    allowsAnonymousBookings: item.allowsAnonymousBookings,
    restrictionIds: item.waiverNeeds.map(({ restrictionId }) => restrictionId),
    waiversRequired: openWaivers(item.waiverNeeds),
    questionsRequired: item.questionsOpen,
    questionsOptional: item.questionsOptional,
    userFriendlyType: item.kind === 'tickets' ? 'Ticket' : 'Booking',
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
    // Last: after a spread, each further name costs an object as much as all others before it together.
    ...empty,
  }
}

/** CARTITEM of a penalty. */
export const presentPenalty = (line: PenaltyLine, shown: Shown): BasketItem => ({
  id: line.id,
  cartableId: line.penaltyId,
  cartableType: 'penalty',
  // A payment of a membership that failed is no punishment.
  name: line.isForMembership ? line.description : `Penalty - ${line.description}`,
  type: 'penalty',
  price: shownPrice(line.amount, shown.currencySymbol, false),
  quantity: 1,
  maxQuantity: 1,
  pricingOptionId: null,
  pricingOptions: [],
  ticketId: null,
  customerReference: null,
  purchasedForUserId: null,
  heldUntil: null,
  allowsAnonymousBookings: false,
  userFriendlyType: 'Penalty',
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
  ...empty,
})

/** What could be paid with credit of one kind, beside what credit of the other kind pays already. */
const applicable = (
  type: CreditType,
  { free }: BasketMoney,
  payments: readonly { type: CreditType; amount: number }[],
  total: number,
) => {
  const other = sumOf(payments.filter((payment) => payment.type !== type))
  return { totalAvailable: free[type], maxApplicable: Math.min(free[type], total - other) }
}

/** BASKET. `basket` is null for a visitor who has put nothing into one yet. */
export const presentBasket = (
  basket: BasketRow | null,
  items: readonly ItemRow[],
  notices: readonly BasketNotice[],
  money: BasketMoney,
  shown: Shown,
): Basket => {
  const live = items.filter((item) => isLive(item, shown.now))
  const { total, taxTotal, subTotal } = totalsOf(live, money.penalties)
  const shownItems = [
    ...live.map((item) => presentItem(item, shown, live)),
    ...money.penalties.map((line) => presentPenalty(line, shown)),
  ].toSorted((one, other) => one.sortBy - other.sortBy || one.id - other.id)
  const payments = fittingPayments(money.reserved, total)
  const balance = total - sumOf(payments)
  const ends = live.flatMap((item) => (item.heldUntil === null ? [] : [item.heldUntil.getTime()]))
  return {
    id: basket?.id ?? null,
    cartId: basket?.id ?? null,
    uuid: basket?.uuid ?? null,
    source: 'activity-booking',
    status: basket?.status ?? 'open',
    completeOrderId: null,
    selectedUserId: shown.selectedUserId,
    total,
    formattedTotal: formatted(total, shown.currencySymbol),
    taxTotal,
    subTotal,
    balance,
    formattedBalance: formatted(balance, shown.currencySymbol),
    itemCount: shownItems.length,
    items: shownItems,
    lapsedItems: items.filter((item) => isLapsed(item, shown.now)).map((item) => presentItem(item, shown)),
    notices: [...notices],
    payments: payments.map(({ id, type, amount }) => ({
      id,
      tenderType: 'credit',
      type,
      amount,
      formattedAmount: formatted(amount, shown.currencySymbol),
    })),
    credits: {
      membership: { type: 'membership', ...applicable('membership', money, payments, total) },
      general: { type: 'general', ...applicable('general', money, payments, total) },
    },
    attendeeWaiversRequired: live.some((item) => openWaivers(item.waiverNeeds) > 0),
    totalWaiversRequired: live.reduce((sum, item) => sum + totalWaivers(item.waiverNeeds), 0),
    itemHash: itemHashOf(shownItems.map((item) => item.id)),
    expiresAt: ends.length === 0 ? null : instant(new Date(Math.min(...ends))),
    now: instant(shown.now),
    renewalsLeft: maximumRenewals - (basket?.renewalsUsed ?? 0),
  }
}
