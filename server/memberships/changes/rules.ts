import { priceFrom } from '#server/memberships/plan-changes/rules.ts'
import type { NextPlan } from '#server/memberships/plan-changes/rules.ts'
import { statusOn } from '#server/memberships/rules.ts'
import type { MembershipDays } from '#server/memberships/rules.ts'
import { monthsAfter, periodAfter } from '#server/memberships/periods/rules.ts'
import { addDays } from '#server/platform/wallclock.ts'

/**
 * What a payer may change of a membership without staff. Only those collected here: what another system collects is
 * cancelled there. Everything begins and ends with a paid period, so nothing is collected in part or refunded.
 */
export type ChangeableMembership = MembershipDays & {
  billingPeriod: 'month' | 'year' | 'once'
  nextBillingOn: string | null
  minimumUntil: string | null
  cancelledAt: Date | null
  collectedHere: boolean
  cancellationNoticeDays: number | null
  freezeMonths: number
  /** Its payer has another membership of the same plan, for one of its members, that lasts longer. */
  hasSuccessor: boolean
}

/** The number of months from the beginning of a freeze until the next one may begin. */
const monthsBetweenFreezes = 12

/** How many billing days are offered as the beginning of a freeze. */
const freezeStartsOffered = 3

/**
 * The last day of a membership that is cancelled today: of the paid period in which the notice and the minimum term
 * end. null where it cannot be cancelled here.
 */
export const lastDayIfCancelled = (membership: ChangeableMembership, today: string): string | null => {
  const { collectedHere, cancellationNoticeDays, endsOn, nextBillingOn, minimumUntil } = membership
  const period = periodOf(membership)
  const status = statusOn(membership, today)
  if (!collectedHere || cancellationNoticeDays === null || period === null || nextBillingOn === null)
    return null
  if (endsOn !== null || status === 'ended' || status === 'awaiting_payment') return null
  const noticeEnd = latestOf(addDays(today, cancellationNoticeDays), minimumUntil ?? '', membership.startsOn)
  let next = nextBillingOn
  while (addDays(next, -1) < noticeEnd) next = periodAfter(next, period)
  return addDays(next, -1)
}

/** What is collected for a membership from now until it ends on a day. Pence. */
export type PaymentsToCome = { count: number; total: number; first: string; last: string }

/** The payments of a membership that is cancelled and ends on a day; null where there are none. */
export const paymentsUntil = (
  membership: Pick<ChangeableMembership, 'billingPeriod' | 'nextBillingOn' | 'frozenFrom' | 'frozenUntil'> & {
    price: number
    nextPlan: Pick<NextPlan, 'price' | 'from'> | null
    failedPayment: { amount: number; triedAgainOn: string | null } | null
  },
  endsOn: string,
): PaymentsToCome | null => {
  const { nextBillingOn, frozenFrom, frozenUntil, failedPayment } = membership
  const period = periodOf(membership)
  const payments: { on: string; amount: number }[] = []
  if (failedPayment !== null && failedPayment.triedAgainOn !== null)
    payments.push({ on: failedPayment.triedAgainOn, amount: failedPayment.amount })
  for (
    let on = nextBillingOn;
    on !== null && on <= endsOn;
    on = period === null ? null : periodAfter(on, period)
  ) {
    const isFrozen = frozenFrom !== null && frozenFrom <= on && (frozenUntil === null || on < frozenUntil)
    if (!isFrozen) payments.push({ on, amount: priceFrom(membership, on) })
  }
  const days = payments.map(({ on }) => on).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return null
  return { count: days.length, total: payments.reduce((sum, { amount }) => sum + amount, 0), first, last }
}

/** Whether it is cancelled, has not ended, and no other one takes its place: a person would pay for both. */
export const canKeep = (
  { cancelledAt, endsOn, hasSuccessor }: ChangeableMembership,
  today: string,
): boolean => cancelledAt !== null && endsOn !== null && endsOn >= today && !hasSuccessor

/** The billing day of a membership whose cancellation is withdrawn. Collection stops when the next one is after the end. */
export const resumedBillingDay = ({ nextBillingOn, endsOn }: ChangeableMembership): string | null =>
  nextBillingOn ?? (endsOn === null ? null : addDays(endsOn, 1))

/** What delays a freeze beyond the next billing day. */
export const whyFreezeLater = (
  { minimumUntil, frozenFrom, nextBillingOn }: ChangeableMembership,
  starts: readonly string[],
): 'minimum_term' | 'frozen_before' | null => {
  const [first] = starts
  if (first === undefined || nextBillingOn === null || first === nextBillingOn) return null
  const again = frozenFrom === null ? '' : monthsAfter(frozenFrom, monthsBetweenFreezes)
  if (minimumUntil !== null && minimumUntil >= nextBillingOn && minimumUntil >= again) return 'minimum_term'
  return again > nextBillingOn ? 'frozen_before' : null
}

/** The days from which a membership may be frozen: billing days after the minimum term. */
export const freezeStarts = (membership: ChangeableMembership, today: string): string[] => {
  const { collectedHere, freezeMonths, billingPeriod, endsOn, nextBillingOn, minimumUntil, frozenFrom } =
    membership
  if (!collectedHere || freezeMonths === 0 || billingPeriod !== 'month') return []
  if (endsOn !== null || nextBillingOn === null || statusOn(membership, today) !== 'active') return []
  if (isFreezeOpen(membership, today)) return []
  const earliest = latestOf(
    addDays(today, 1),
    minimumUntil === null ? '' : addDays(minimumUntil, 1),
    frozenFrom === null ? '' : monthsAfter(frozenFrom, monthsBetweenFreezes),
  )
  let next = nextBillingOn
  while (next < earliest) next = periodAfter(next, billingPeriod)
  return Array.from({ length: freezeStartsOffered }, (_, months) => monthsAfter(next, months))
}

/** The first day after a freeze, on which it is paid for again. */
export const frozenUntilFor = (from: string, months: number): string => monthsAfter(from, months)

/**
 * From when a membership holds again if its freeze is ended today: today where it has not begun, otherwise the next
 * billing day. null without a freeze to end, and while a payment is owed: it would stay frozen.
 */
export const unfreezeOn = (membership: ChangeableMembership, today: string): string | null => {
  const { collectedHere, status, frozenFrom, frozenUntil, nextBillingOn } = membership
  const period = periodOf(membership)
  if (!collectedHere || status === 'frozen' || frozenFrom === null || !isFreezeOpen(membership, today))
    return null
  if (frozenFrom > today) return today
  if (nextBillingOn === null || period === null) return null
  let next = nextBillingOn
  while (next <= today) next = periodAfter(next, period)
  return frozenUntil !== null && next >= frozenUntil ? null : next
}

/** Begun or planned, and not over. */
const isFreezeOpen = ({ frozenFrom, frozenUntil }: MembershipDays, today: string): boolean =>
  frozenFrom !== null && (frozenUntil === null || frozenUntil > today)

const periodOf = ({ billingPeriod }: Pick<ChangeableMembership, 'billingPeriod'>) =>
  billingPeriod === 'once' ? null : billingPeriod

const latestOf = (...days: readonly string[]): string =>
  days.reduce((latest, day) => (day > latest ? day : latest))
