import type { BasketItem } from '#contract/baskets.ts'
import type { Plan } from '#contract/memberships.ts'
import { date, time } from '#contract/time.ts'
import type { JoiningRow } from '#server/memberships/joining/service.ts'
import { shownPrice } from '#server/pricing/rules.ts'
import { instantOf } from '#server/platform/wallclock.ts'

/** The words for the days that are paid for on joining. */
const paidFor = ({ billingPeriod, firstDays: { from, until } }: Plan, zone: string, now: Date): string => {
  const day = (raw: string) => date(raw, zone, now).datePretty
  if (until === null) return 'Paid once'
  return billingPeriod === 'month'
    ? `${day(from)} to ${day(until)}`
    : `${date(from, zone, now).fullDate} to ${date(until, zone, now).fullDate}`
}

/** What is paid on joining, as the lines of an order: the days until the next payment, and the fee. */
export const presentSold = (
  { id, planId, plan, joiningFee, firstDaysPrice, startsOn, venueId }: JoiningRow,
  { timezone, currencySymbol, now }: { timezone: string; currencySymbol: string; now: Date },
): BasketItem[] => {
  const line = (name: string, note: string | null, pence: number, position: number): BasketItem => ({
    id,
    cartableId: planId,
    cartableType: 'membership',
    parentItemId: null,
    name,
    type: 'membership',
    price: shownPrice(pence, currencySymbol, false),
    quantity: 1,
    maxQuantity: 1,
    pricingOptionId: null,
    pricingOptions: [],
    ticketId: null,
    customerReference: null,
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
    userFriendlyType: 'Membership',
    sortBy: position,
    enablePrintReceipt: true,
    notes: note === null ? [] : [note],
    childItems: [],
    promotionCode: null,
    cartableResource: {
      id: planId,
      name: plan.name,
      venueName: plan.venueName,
      compositeKey: '',
      date: date(startsOn, timezone, now),
      // It holds from the first minute of its day to the last.
      startsAt: time(instantOf(startsOn, '00:00', timezone), timezone),
      endsAt: { format12Hour: '11:59pm', format24Hour: '23:59' },
      duration: '',
      location: {
        id: String(venueId),
        name: plan.venueName,
        type: 'venue',
        slug: plan.venueSlug,
        venueId,
        venueSlug: plan.venueSlug,
      },
    },
  })
  const lines = [line(`${plan.name} membership`, paidFor(plan, timezone, now), firstDaysPrice, 1)]
  if (joiningFee > 0) lines.push(line('Joining fee', null, joiningFee, 2))
  return lines
}
