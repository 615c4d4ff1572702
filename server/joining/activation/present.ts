import type { BasketItem } from '#contract/baskets.ts'
import type { Plan } from '#contract/memberships.ts'
import { date } from '#contract/time.ts'
import type { JoiningRow } from '#server/joining/queries.ts'
import * as messages from '#server/messages/en/joining.ts'
import { formatPrice } from '#server/pricing/prices/rules.ts'

/** The words for the days that are paid for on joining. */
const paidFor = ({ billingPeriod, firstDays: { from, until } }: Plan, zone: string, now: Date): string => {
  const day = (raw: string) => date(raw, zone, now).datePretty
  if (until === null) return messages.paidOnce
  return billingPeriod === 'month'
    ? `${day(from)} to ${day(until)}`
    : `${date(from, zone, now).fullDate} to ${date(until, zone, now).fullDate}`
}

/** What is paid on joining, as the lines of an order: the days until the next payment, and the fee. */
export const presentSold = (
  { id, planId, plan, joiningFee, firstDaysPrice }: JoiningRow,
  { timezone, currencySymbol, now }: { timezone: string; currencySymbol: string; now: Date },
): BasketItem[] => {
  const line = (name: string, note: string | null, pence: number, position: number): BasketItem => ({
    id,
    cartableId: planId,
    cartableType: 'membership',
    parentItemId: null,
    name,
    type: 'membership',
    price: formatPrice(pence, currencySymbol, false),
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
    membershipUserId: null,
    appliedBenefit: null,
    appliedPackage: null,
    benefitAvailable: null,
    packageAvailable: null,
    heldUntil: null,
    allowsAnonymousBookings: false,
    restrictionIds: [],
    waiversRequired: 0,
    questionsRequired: 0,
    questionsOptional: 0,
    userFriendlyType: 'Membership',
    sortBy: position,
    enablePrintReceipt: true,
    notes: note === null ? [] : [note],
    childItems: [],
    promotionCode: null,
    cartableResource: null,
  })
  const lines = [
    line(messages.membership({ plan: plan.name }), paidFor(plan, timezone, now), firstDaysPrice, 1),
  ]
  if (joiningFee > 0) lines.push(line(messages.joiningFee, null, joiningFee, 2))
  return lines
}
