import type { Membership } from '#contract/memberships.ts'
import { daysAfter } from '#contract/time.ts'

export type MembershipStatus = Membership['status']

/**
 * The days that decide a membership's status. `endsOn` is its last day. A stored `frozen` lasts until what is owed is
 * paid, whatever the dates of a freeze say; these count again afterwards.
 */
export type MembershipDays = {
  status: MembershipStatus
  startsOn: string
  endsOn: string | null
  frozenFrom: string | null
  /** The first active day after the freeze. */
  frozenUntil: string | null
}

/** Membership status on a calendar day. */
export const statusOn = (
  { status, startsOn, endsOn, frozenFrom, frozenUntil }: MembershipDays,
  day: string,
): MembershipStatus => {
  if (status === 'ended' || (endsOn !== null && endsOn < day)) return 'ended'
  if (status === 'awaiting_payment') return status
  if (startsOn > day) return 'pending'
  if (status === 'frozen') return status
  return frozenFrom !== null && frozenFrom <= day && (frozenUntil === null || day < frozenUntil)
    ? 'frozen'
    : 'active'
}

/** A freeze, begun or planned. One that is over decides only when the next may begin. */
export const freezeOn = (
  { frozenFrom, frozenUntil }: MembershipDays,
  day: string,
): Pick<MembershipDays, 'frozenFrom' | 'frozenUntil'> =>
  frozenUntil !== null && frozenUntil <= day
    ? { frozenFrom: null, frozenUntil: null }
    : { frozenFrom, frozenUntil }

/** The day of the next payment: none is collected in a freeze, while an earlier one is owed, or after the end. */
export const nextCollectedOn = (
  membership: MembershipDays & { nextBillingOn: string | null },
  today: string,
): string | null => {
  const { nextBillingOn, status, frozenFrom, frozenUntil, endsOn } = membership
  if (nextBillingOn === null || statusOn(membership, today) === 'ended') return null
  // Frozen until what is owed is paid; the billing day may be long over.
  if (status === 'frozen') return null
  const isSkipped =
    frozenFrom !== null &&
    frozenFrom <= nextBillingOn &&
    (frozenUntil === null || nextBillingOn < frozenUntil)
  const next = isSkipped ? frozenUntil : nextBillingOn
  return next === null || (endsOn !== null && next > endsOn) ? null : next
}

export type CollectedMembership = TransferableMembership & {
  /** A payment is announced, or has failed and is tried again. */
  hasWaitingPayment: boolean
}

/** What decides from when a membership that another system collects can be collected here. */
export type TransferableMembership = MembershipDays & {
  collectedHere: boolean
  nextBillingOn: string | null
  billingPeriod: 'month' | 'year' | 'once'
  paymentMethod: string
  collectionNoticeDays: number
  /** Empty: the operator has not said that memberships may be collected here. */
  takeOverEmail: string
}

/**
 * The first payment that is collected here if the payer of a membership that another system collects gives a card or a
 * bank account today. What is due within the notice has been announced there, and stays there. null: it stays as it is.
 */
export const takeOverFrom = (membership: TransferableMembership, today: string): string | null => {
  const { collectedHere, takeOverEmail, nextBillingOn, endsOn, billingPeriod, collectionNoticeDays } =
    membership
  const status = statusOn(membership, today)
  if (collectedHere || takeOverEmail === '' || nextBillingOn === null || billingPeriod === 'once') return null
  if (status === 'ended' || status === 'awaiting_payment' || providerMethod(membership) === null) return null
  let from = nextBillingOn
  while (from < daysAfter(today, collectionNoticeDays)) from = periodAfter(from, billingPeriod)
  return endsOn !== null && from > endsOn ? null : from
}

const providerMethod = ({ paymentMethod }: { paymentMethod: string }): 'card' | 'direct_debit' | null =>
  paymentMethod === 'card' || paymentMethod === 'direct_debit' ? paymentMethod : null

/**
 * The payment method whose card or bank account the payer may give or change: of a membership that has a payment to
 * come and is collected here, or can be from now on. null: there is nothing to change.
 */
export const changeableMethod = (
  membership: CollectedMembership,
  today: string,
): 'card' | 'direct_debit' | null => {
  const { collectedHere, nextBillingOn, endsOn, hasWaitingPayment } = membership
  const status = statusOn(membership, today)
  if (!collectedHere) return takeOverFrom(membership, today) === null ? null : providerMethod(membership)
  if (status === 'ended' || status === 'awaiting_payment') return null
  const isBilledAgain = nextBillingOn !== null && (endsOn === null || nextBillingOn <= endsOn)
  if (!isBilledAgain && !hasWaitingPayment) return null
  return providerMethod(membership)
}

const order: readonly MembershipStatus[] = ['active', 'frozen', 'pending', 'awaiting_payment', 'ended']

/** The current membership first, ended ones last; of two equal ones the newer. */
export const firstMembershipId = (
  a: { status: MembershipStatus; startsOn: string; id: number },
  b: { status: MembershipStatus; startsOn: string; id: number },
): number =>
  order.indexOf(a.status) - order.indexOf(b.status) || b.startsOn.localeCompare(a.startsOn) || b.id - a.id

/* The days on which a membership is paid for. Days are calendar days, `2027-03-04`. */

/** The same day so many months later, or the last day of a shorter month. */
export const monthsAfter = (day: string, months: number): string => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const count = year * 12 + month - 1 + months
  const first = `${String(Math.floor(count / 12)).padStart(4, '0')}-${twoDigits((count % 12) + 1)}`
  return `${first}-${twoDigits(Math.min(date, lengthOf(count)))}`
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** Days in a month; months are counted from the year 0. */
const lengthOf = (monthCount: number): number =>
  new Date(Date.UTC(Math.floor(monthCount / 12), (monthCount % 12) + 1, 0)).getUTCDate()

/** The first date after `day` on that day of a month. */
export const billingDayAfter = (day: string, billingDay: number): string => {
  const inMonth = `${day.slice(0, 8)}${twoDigits(billingDay)}`
  return inMonth > day ? inMonth : monthsAfter(inMonth, 1)
}

/** The first day of the next period. */
export const periodAfter = (day: string, billingPeriod: 'month' | 'year'): string =>
  monthsAfter(day, billingPeriod === 'month' ? 1 : 12)

/** The plan that a membership has from a billing day on; `isSame`: the one that it has, at another price. Pence. */
export type NextPlan = { id: number; name: string; price: number; from: string; isSame: boolean }

/** What decides whether a payer may change the plan. */
type PlanChangeable = MembershipDays & {
  billingPeriod: 'month' | 'year' | 'once'
  nextBillingOn: string | null
  collectedHere: boolean
  nextPlan: NextPlan | null
  failedPayment: { amount: number } | null
}

/** Whether a payer may change the plan now: of one paid by the month that runs, is paid, and has no change planned. */
export const canChangePlan = (membership: PlanChangeable, today: string): boolean => {
  const { billingPeriod, nextBillingOn, collectedHere, endsOn, frozenFrom, frozenUntil } = membership
  const isFreezeOpen = frozenFrom !== null && (frozenUntil === null || frozenUntil > today)
  return (
    collectedHere &&
    billingPeriod === 'month' &&
    nextBillingOn !== null &&
    nextBillingOn > today &&
    endsOn === null &&
    !isFreezeOpen &&
    (membership.nextPlan === null || membership.nextPlan.isSame) &&
    membership.failedPayment === null &&
    statusOn(membership, today) === 'active'
  )
}

/** A price of a plan from a day on. Pence. */
export type PlanPriceStep = { fromDay: string; price: number }

/** A dearer price is taken so many days after its member was told at the earliest, or after the notice of the plan where that is longer. */
const priceNoticeDays = 30

/** What a plan costs: its own price, and those that begin on a day, by day. Pence. */
type PlanPrices = { basePrice: number; steps: readonly PlanPriceStep[] }

/** What decides from when a membership has a new price of its plan. Pence. */
export type PricedMembership = PlanPrices & {
  price: number
  billingPeriod: 'month' | 'year'
  nextBillingOn: string
  minimumUntil: string | null
  cancellationNoticeDays: number | null
  collectionNoticeDays: number
}

const pricesOf = ({ basePrice, steps }: PlanPrices): PlanPriceStep[] => [
  { fromDay: '', price: basePrice },
  ...steps,
]

/** The position of a price among those of its plan that have begun; -1 where it is none of them. */
const positionOf = (plan: PlanPrices, price: number, today: string): number =>
  pricesOf(plan).findLastIndex((step) => step.fromDay <= today && step.price === price)

/** Whether a membership pays a price of its plan, and not one of its own. */
export const paysPlanPrice = (plan: PlanPrices, price: number, today: string): boolean =>
  positionOf(plan, price, today) !== -1

/**
 * The next price of its plan, and the billing day from which a membership has it. Who pays none of the plan's prices has
 * one of their own, and keeps it. More is taken only after its minimum term, and once its payer could have cancelled: so
 * it is never before the notice is over. null: it stays as it is.
 */
export const followedPrice = (membership: PricedMembership, today: string): PlanPriceStep | null => {
  const { price, billingPeriod, nextBillingOn, minimumUntil } = membership
  const paid = positionOf(membership, price, today)
  if (paid === -1) return null
  const coming = pricesOf(membership).slice(paid + 1)
  // One that was never told of is left out once a later one has begun.
  const next = coming.findLast(({ fromDay }) => fromDay <= today) ?? coming[0]
  if (next === undefined || next.price === price) return null
  const notice =
    next.price > price
      ? Math.max(priceNoticeDays, membership.cancellationNoticeDays ?? 0)
      : membership.collectionNoticeDays + 1
  const earliest = latestOf(
    next.fromDay,
    daysAfter(today, notice),
    next.price > price && minimumUntil !== null ? daysAfter(minimumUntil, 1) : '',
  )
  let fromDay = nextBillingOn
  while (fromDay < earliest) fromDay = periodAfter(fromDay, billingPeriod)
  return { fromDay, price: next.price }
}

/** What a period from a day on costs. Pence. */
export const priceFrom = (
  { price, nextPlan }: { price: number; nextPlan: Pick<NextPlan, 'price' | 'from'> | null },
  on: string,
): number => (nextPlan !== null && on >= nextPlan.from ? nextPlan.price : price)

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
  const noticeEnd = latestOf(
    daysAfter(today, cancellationNoticeDays),
    minimumUntil ?? '',
    membership.startsOn,
  )
  let next = nextBillingOn
  while (daysAfter(next, -1) < noticeEnd) next = periodAfter(next, period)
  return daysAfter(next, -1)
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
  nextBillingOn ?? (endsOn === null ? null : daysAfter(endsOn, 1))

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
    daysAfter(today, 1),
    minimumUntil === null ? '' : daysAfter(minimumUntil, 1),
    frozenFrom === null ? '' : monthsAfter(frozenFrom, monthsBetweenFreezes),
  )
  let next = nextBillingOn
  while (next < earliest) next = periodAfter(next, billingPeriod)
  return Array.from({ length: freezeStartsOffered }, (_, months) => monthsAfter(next, months))
}

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

/** Local time of day at which a payment is requested. */
export const collectedAt = '06:00'

/** Delay before a pending payment is polled again. */
export const pendingMs = 6 * 3_600_000

export type FailureReason = 'no_funds' | 'mandate_cancelled' | 'account_closed' | 'card_declined' | 'no_card'

/** Whether a retry on another day can succeed. */
const mayChange: Readonly<Record<FailureReason, boolean>> = {
  no_funds: true,
  card_declined: true,
  mandate_cancelled: false,
  account_closed: false,
  no_card: false,
}

type CollectionSettings = { collectionRetryDays: number; collectionTries: number }

/** The day of the next retry of a failed payment; null: no retry. */
export const triedAgainOn = (
  { tries, reason, today }: { tries: number; reason: FailureReason; today: string },
  { collectionRetryDays, collectionTries }: CollectionSettings,
): string | null =>
  mayChange[reason] && tries < collectionTries ? daysAfter(today, collectionRetryDays) : null

/** Days between announcement and payment. Monthly card payments are not announced, save when they are late. */
export const noticeDaysFor = (
  { paymentMethod, billingPeriod }: { paymentMethod: string; billingPeriod: string },
  noticeDays: number,
  isPaymentLate = false,
): number => (paymentMethod === 'card' && billingPeriod === 'month' && !isPaymentLate ? 0 : noticeDays)

/** So many days after its day nobody expects a payment any more. */
const expectedForDays = 3

/** Whether a payment of a day, that nothing has requested since, has to be announced anew. */
export const isLate = (on: string, today: string): boolean => daysAfter(on, expectedForDays) < today

/**
 * Whether staff decide about a late payment because the next one is due as well: of several that were missed, the last
 * alone is collected.
 */
export const isMissed = (
  { periodFrom, dueOn }: { periodFrom: string; dueOn: string },
  { billingPeriod, endsOn }: { billingPeriod: 'month' | 'year'; endsOn: string | null },
  today: string,
): boolean => {
  const next = periodAfter(periodFrom, billingPeriod)
  return isLate(dueOn, today) && next <= today && (endsOn === null || next <= endsOn)
}

/*
 * Whoever joins at a distance may withdraw for 14 days without a reason and gets back what was paid (Consumer Contracts
 * Regulations 2013, regulations 29 to 36). Once it has been used, the days that have passed are paid for.
 */

/** What was bought at a distance. Pence. */
export type JoinedAtDistance = {
  /** The day on which it was bought. */
  on: string
  orderId: number
  joiningFee: number
  firstDaysPrice: number
  /** The last day of those that were paid for on joining. */
  firstDaysUntil: string | null
  /** A member has booked with one of its benefits. */
  isUsed: boolean
  /** A later payment has been requested or collected, so that staff have to refund it. */
  hasLaterPayment: boolean
}
