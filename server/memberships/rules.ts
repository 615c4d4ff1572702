import type { Membership } from '#contract/memberships.ts'

export type MembershipStatus = Membership['status']

/** What says from when to when a membership holds. Days of the calendar; `endsOn` is its last. */
export type MembershipDays = {
  status: MembershipStatus
  startsOn: string
  endsOn: string | null
  frozenFrom: string | null
  /** The first day on which it holds again. */
  frozenUntil: string | null
}

/** What a membership is on a day of the calendar. */
export const statusOn = (
  { status, startsOn, endsOn, frozenFrom, frozenUntil }: MembershipDays,
  day: string,
): MembershipStatus => {
  if (status === 'ended' || (endsOn !== null && endsOn < day)) return 'ended'
  if (status === 'awaiting_payment') return status
  if (startsOn > day) return 'pending'
  // Frozen by hand, with no days said: until somebody thaws it.
  if (frozenFrom === null) return status === 'frozen' ? 'frozen' : 'active'
  return frozenFrom <= day && (frozenUntil === null || day < frozenUntil) ? 'frozen' : 'active'
}

const order: readonly MembershipStatus[] = ['active', 'frozen', 'pending', 'awaiting_payment', 'ended']

/** What holds now comes first, what is over last; of two alike the newer. */
export const firstMembershipId = (
  a: { status: MembershipStatus; startsOn: string; id: number },
  b: { status: MembershipStatus; startsOn: string; id: number },
): number =>
  order.indexOf(a.status) - order.indexOf(b.status) || b.startsOn.localeCompare(a.startsOn) || b.id - a.id

/** How a payment is collected, within a sentence. */
export const paymentMethodWords = { direct_debit: 'by Direct Debit', card: 'from your card' } as const
