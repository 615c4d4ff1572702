import type { Membership } from '#contract/memberships.ts'
import type { CustomerDocument } from '#contract/sessions.ts'
import { dayInWords } from '#contract/time.ts'
import type { Messages, Text } from '#server/messages/languages.ts'

export type DashboardNotice = {
  code:
    | 'document_expiring'
    | 'document_required'
    | 'penalty_outstanding'
    | 'waitlist_offer'
    | 'payment_failed'
  message: Text
  days: number | null
}

/** Days for which a person gets a notice that a document has expired. */
const expiredNoticeDays = 30

/**
 * Documents that are about to expire, and those that are missing. One that has expired is listed for a while: who has
 * no such proof any more cannot upload a new one.
 * @param requestedType the type that the person's membership requires, which is listed until it is there
 */
export const documentNotices = (
  documents: readonly CustomerDocument[],
  requestedType: string | null,
): DashboardNotice[] =>
  documents.flatMap((document): DashboardNotice[] => {
    const { name, status, documentExpiringSoon, daysToExpiry: days } = document
    const whatIn = ({ format }: Messages) => ({ document: format.inSentence(name) })
    if (status === 'required')
      return [
        {
          code: 'document_required',
          message: (messages) => messages.dashboard.documentRequired(whatIn(messages)),
          days: null,
        },
      ]
    if (status === 'refused')
      return [
        {
          code: 'document_required',
          message: (messages) => messages.dashboard.documentRefused(whatIn(messages)),
          days: null,
        },
      ]
    const isRequested = requestedType !== null && document.documentType === requestedType.replaceAll('-', '_')
    if (status === 'expired' && !isRequested && (days ?? 0) < -expiredNoticeDays) return []
    if (status === 'expired')
      return [
        {
          code: 'document_required',
          message: (messages) => messages.dashboard.documentExpired(whatIn(messages)),
          days,
        },
      ]
    if (!documentExpiringSoon || days === null) return []
    return [
      {
        code: 'document_expiring',
        message: (messages) => messages.dashboard.documentExpiring({ ...whatIn(messages), days }),
        days,
      },
    ]
  })

/** A payment of a membership that could not be collected. */
export const failedPaymentNotices = (memberships: readonly Membership[]): DashboardNotice[] =>
  memberships.flatMap(({ name, failedPayment }): DashboardNotice[] => {
    if (failedPayment === null) return []
    const { amount, triedAgainOn } = failedPayment
    const failed = { amount: amount.formatted, plan: name }
    return [
      {
        code: 'payment_failed',
        message:
          triedAgainOn === null
            ? (messages) => messages.dashboard.paymentFailedFrozen(failed)
            : (messages) =>
                messages.dashboard.paymentFailedRetry({ ...failed, day: dayInWords(triedAgainOn) }),
        days: null,
      },
    ]
  })

/** The total of unpaid penalties. */
export const penaltyNotice = (amount: number, formatted: string): DashboardNotice[] =>
  amount === 0
    ? []
    : [
        {
          code: 'penalty_outstanding',
          message: (messages) => messages.dashboard.penaltyOwed({ amount: formatted }),
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
      message: (messages) => messages.dashboard.placeReserved({ name: item.name }),
      days: null,
    }))
