import type { Basket, BasketItem, BasketNotice } from '#contract/baskets.ts'
import { formatted } from '#contract/money.ts'
import { date, instant, shortDuration, time } from '#contract/time.ts'
import type { ItemRow } from '#server/baskets/queries.ts'
import type { BasketRow } from '#server/baskets/rows/queries.ts'
import {
  isLapsed,
  isLive,
  itemHashOf,
  lineTotal,
  maximumRenewals,
  maxQuantityOf,
  totalsOf,
} from '#server/baskets/rules.ts'
import type { BasketMoney } from '#server/baskets/rules.ts'
import { applicablePayments, sumOf } from '#server/credits/rules.ts'
import type { CreditType } from '#server/credits/rules.ts'
import * as messages from '#server/messages/en/baskets.ts'
import type { PenaltyLine } from '#server/penalties/owed.ts'
import { optionsFor } from '#server/pricing/options/rules.ts'
import { formatPrice } from '#server/pricing/prices/rules.ts'
import { openWaivers, totalWaivers } from '#server/waivers/rules.ts'

/** What a basket is presented with. */
export type ViewContext = {
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
    price: formatPrice(lineTotal(item), context.currencySymbol, context.isEstimated, item),
    membershipUserId: item.applied?.type === 'membership' ? item.applied.memberId : item.memberId,
    appliedBenefit: item.applied?.type === 'membership' ? presentUse(item.applied) : null,
    appliedPackage: item.applied?.type === 'package' ? presentUse(item.applied) : null,
    benefitAvailable: item.availableBenefit,
    packageAvailable: item.availablePackage,
    quantity: item.quantity,
    maxQuantity: maxQuantityOf(item, live),
    pricingOptionId: item.pricingOptionId,
    pricingOptions: optionsFor(item.options, item.band, item.ticketTypeId).map((option) => ({
      id: option.id,
      name: option.name,
      price: formatPrice(option.price, context.currencySymbol, context.isEstimated),
    })),
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
    userFriendlyType: item.kind === 'tickets' ? messages.ticket : messages.booking,
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
export const presentPenalty = (line: PenaltyLine, context: ViewContext): BasketItem => ({
  id: line.id,
  cartableId: line.penaltyId,
  cartableType: 'penalty',
  // A failed membership payment and the debt on an account are paid like a penalty but are not called one.
  name:
    line.isForMembership || line.isAccountDebt
      ? line.description
      : messages.penaltyNamed({ description: line.description }),
  type: 'penalty',
  price: formatPrice(line.amount, context.currencySymbol, false),
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
  userFriendlyType: messages.penalty,
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
export const presentBasket = (
  basket: BasketRow | null,
  items: readonly ItemRow[],
  notices: readonly BasketNotice[],
  money: BasketMoney,
  context: ViewContext,
): Basket => {
  const live = items.filter((item) => isLive(item, context.now))
  const { total, taxTotal, subTotal } = totalsOf(live, money.penalties)
  const lines = [
    ...live.map((item) => presentItem(item, context, live)),
    ...money.penalties.map((line) => presentPenalty(line, context)),
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
      .map((item) => presentItem(item, context)),
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
