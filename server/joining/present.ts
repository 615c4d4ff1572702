import { joiningMethods } from '#contract/memberships.ts'
import type { Joining, JoiningMethod, Plan } from '#contract/memberships.ts'
import { money } from '#contract/money.ts'
import { instant } from '#contract/time.ts'
import { addDays, dayOf } from '#server/platform/wallclock.ts'
import type { MemberToBe } from '#server/memberships/members/service.ts'
import { statusOn } from '#server/memberships/rules.ts'
import type { ActivatedMembership, JoiningRow, PlanRow } from './queries.ts'
import { startsWithinDays } from './rules.ts'
import type { Costs } from './rules.ts'

export const paymentMethodsOf = (plan: Pick<PlanRow, 'paymentMethods'>): JoiningMethod[] =>
  joiningMethods.filter((method) => plan.paymentMethods.includes(method))

/** PLAN with what it costs from a day on. */
export const presentPlan = (
  plan: PlanRow,
  costs: Costs,
  { startsOn, today }: { startsOn: string; today: string },
): Plan => {
  const presented = (pence: number) => money(pence, plan.currencySymbol)
  return {
    id: plan.id,
    name: plan.name,
    description: plan.description,
    venueSlug: plan.venueSlug,
    venueName: plan.venueName,
    price: presented(plan.price),
    billingPeriod: plan.billingPeriod,
    joiningFee: presented(plan.joiningFee),
    dueToday: presented(costs.dueToday),
    firstDays: { from: startsOn, until: costs.firstDaysUntil, price: presented(costs.firstDaysPrice) },
    nextPayment: costs.next === null ? null : { on: costs.next.on, amount: presented(costs.next.amount) },
    minimumTermMonths: plan.minimumTermMonths,
    minimumUntil: costs.minimumUntil,
    minimumTotal: presented(costs.minimumTotal),
    endsOn: costs.endsOn,
    cancellationNoticeDays: plan.cancellationNoticeDays,
    freezeMonths: plan.freezeMonths,
    maxMembers: plan.maxMembers,
    maxAdults: plan.maxAdults,
    paymentMethods: paymentMethodsOf(plan),
    benefits: plan.benefits,
    ageMin: plan.ageMin,
    ageMax: plan.ageMax,
    documentRequired: plan.documentType !== null,
    documentType: plan.documentType,
    terms: plan.terms.map(({ id, name, html }) => ({ id, name, html })),
    startFrom: today,
    startUntil: addDays(today, startsWithinDays),
  }
}

/** The joining as its owner sees it. `became`: the membership it has become. `people`: who belongs to it. */
export const presentJoining = (
  row: JoiningRow,
  became: ActivatedMembership | null,
  people: readonly MemberToBe[],
  now: Date,
): Joining => ({
  id: row.id,
  status: became === null ? 'awaiting_payment' : statusOn(became, dayOf(now, became.timezone)),
  plan: row.plan,
  startDate: row.startsOn,
  dueToday: row.plan.dueToday,
  nextPayment: row.plan.nextPayment,
  paymentMethod: row.paymentMethod,
  billingDay: row.billingDay,
  isChange: row.changesId !== null,
  members: [row.customerId, ...row.memberIds].flatMap((id) => {
    const one = people.find((person) => person.id === id)
    return one === undefined ? [] : { userId: id, firstName: one.firstName, lastName: one.lastName }
  }),
  goodUntil: instant(row.goodUntil),
  reference: became?.reference ?? null,
  membershipUserId: became?.memberId ?? null,
  completeOrderId: row.orderId,
})
