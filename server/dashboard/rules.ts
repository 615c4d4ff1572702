import type { Membership } from '#contract/memberships.ts'
import type { CustomerDocument } from '#contract/sessions.ts'
import { dayInWords } from '#contract/time.ts'

export type DashboardNotice = {
  code:
    | 'document_expiring'
    | 'document_required'
    | 'penalty_outstanding'
    | 'waitlist_offer'
    | 'payment_failed'
  message: string
  days: number | null
}

/** What there is to be told about documents: what runs out, what is missing. */
export const documentNotices = (documents: readonly CustomerDocument[]): DashboardNotice[] =>
  documents.flatMap((document): DashboardNotice[] => {
    const { name, status, documentExpiringSoon, daysToExpiry: days } = document
    const what = `${name.charAt(0).toLowerCase()}${name.slice(1)}`
    if (status === 'required')
      return [
        { code: 'document_required', message: `We need your ${what}. Please send it to us.`, days: null },
      ]
    if (status === 'refused')
      return [
        {
          code: 'document_required',
          message: `We could not accept your ${what}. Please send another.`,
          days: null,
        },
      ]
    if (status === 'expired')
      return [
        { code: 'document_required', message: `Your ${what} has run out. Please send a new one.`, days },
      ]
    if (!documentExpiringSoon || days === null) return []
    return [{ code: 'document_expiring', message: `Your ${what} runs out ${inDays(days)}.`, days }]
  })

const inDays = (days: number): string => {
  if (days === 0) return 'today'
  return days === 1 ? 'tomorrow' : `in ${days} days`
}

/** A payment of a membership that could not be collected. */
export const failedPaymentNotices = (memberships: readonly Membership[]): DashboardNotice[] =>
  memberships.flatMap(({ name, failedPayment }): DashboardNotice[] => {
    if (failedPayment === null) return []
    const { amount, triedAgainOn } = failedPayment
    const failed = `We could not collect ${amount.formatted} for your ${name} membership.`
    return [
      {
        code: 'payment_failed',
        message:
          triedAgainOn === null
            ? `${failed} It is frozen until this is paid.`
            : `${failed} We try again on ${dayInWords(triedAgainOn)}.`,
        days: null,
      },
    ]
  })

/** What is owed, and what is kept for somebody who waited. */
export const penaltyNotice = (amount: number, formatted: string): DashboardNotice[] =>
  amount === 0
    ? []
    : [
        {
          code: 'penalty_outstanding',
          message: `You owe ${formatted}. You can pay it with your next booking.`,
          days: null,
        },
      ]

export const offerNotices = (
  entries: readonly { status: string; item: { name: string } }[],
): DashboardNotice[] =>
  entries
    .filter(({ status }) => status === 'offered')
    .map(({ item }) => ({
      code: 'waitlist_offer',
      message: `A place in ${item.name} is kept for you. Book it before it goes to the next person.`,
      days: null,
    }))
