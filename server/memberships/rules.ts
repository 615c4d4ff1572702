import type { Membership } from '#contract/memberships.ts'

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

export type CollectedMembership = MembershipDays & {
  collectedHere: boolean
  nextBillingOn: string | null
  paymentMethod: string
  /** A payment is announced, or has failed and is tried again. */
  hasWaitingPayment: boolean
}

/**
 * The payment method whose card or bank account the payer may change: of a membership that is collected here and has a
 * payment to come. null: there is nothing to change.
 */
export const changeableMethod = (
  membership: CollectedMembership,
  today: string,
): 'card' | 'direct_debit' | null => {
  const { collectedHere, nextBillingOn, endsOn, paymentMethod, hasWaitingPayment } = membership
  const status = statusOn(membership, today)
  if (!collectedHere || status === 'ended' || status === 'awaiting_payment') return null
  const isBilledAgain = nextBillingOn !== null && (endsOn === null || nextBillingOn <= endsOn)
  if (!isBilledAgain && !hasWaitingPayment) return null
  return paymentMethod === 'card' || paymentMethod === 'direct_debit' ? paymentMethod : null
}

const order: readonly MembershipStatus[] = ['active', 'frozen', 'pending', 'awaiting_payment', 'ended']

/** The current membership first, ended ones last; of two equal ones the newer. */
export const firstMembershipId = (
  a: { status: MembershipStatus; startsOn: string; id: number },
  b: { status: MembershipStatus; startsOn: string; id: number },
): number =>
  order.indexOf(a.status) - order.indexOf(b.status) || b.startsOn.localeCompare(a.startsOn) || b.id - a.id
