import type { Membership } from '#contract/memberships.ts'
import type { CustomerDocument } from '#contract/sessions.ts'
import { dayInWords } from '#contract/time.ts'
import * as messages from '#server/messages/en/dashboard.ts'

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
    const what = { document: `${name.charAt(0).toLowerCase()}${name.slice(1)}` }
    if (status === 'required')
      return [{ code: 'document_required', message: messages.documentRequired(what), days: null }]
    if (status === 'refused')
      return [{ code: 'document_required', message: messages.documentRefused(what), days: null }]
    const isRequested = requestedType !== null && document.documentType === requestedType.replaceAll('-', '_')
    if (status === 'expired' && !isRequested && (days ?? 0) < -expiredNoticeDays) return []
    if (status === 'expired')
      return [{ code: 'document_required', message: messages.documentExpired(what), days }]
    if (!documentExpiringSoon || days === null) return []
    return [{ code: 'document_expiring', message: messages.documentExpiring({ ...what, days }), days }]
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
            ? messages.paymentFailedFrozen(failed)
            : messages.paymentFailedRetry({ ...failed, day: dayInWords(triedAgainOn) }),
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
          message: messages.penaltyOwed({ amount: formatted }),
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
      message: messages.placeReserved({ name: item.name }),
      days: null,
    }))
