import { formatted } from '#contract/money.ts'
import { date } from '#contract/time.ts'
import type { FailureReason } from '#server/memberships/collection/rules.ts'
import { paymentMethodWords } from '#server/memberships/rules.ts'
import type { NoticeKind } from '#server/notices/rules.ts'

/** Format: "Thu 01 April 2027". */
const dayIn = (day: string, zone: string): string => date(day, zone, new Date(0)).fullDatePretty

/** Announces a collection. `isRetry`: an earlier attempt failed. */
export const paymentAnnounced: NoticeKind<{
  collectionId: number
  firstName: string
  plan: string
  amount: number
  on: string
  paymentMethod: 'direct_debit' | 'card'
  isRetry: boolean
}> = {
  kind: 'payment_announced',
  // A day that moves is announced again.
  about: ({ collectionId, on }) => `collection:${collectionId}:${on}`,
  write: ({ firstName, plan, amount, on, paymentMethod, isRetry }, { seller }) => {
    const sum = formatted(amount, seller.currencySymbol)
    const heading = `${sum} on ${dayIn(on, seller.timezone)}`
    return {
      subject: `Your next payment: ${heading}`,
      heading,
      blocks: [
        {
          type: 'text',
          text: isRetry
            ? `Hello ${firstName}, the last payment for your ${plan} membership failed. We'll try to collect ${sum} ${paymentMethodWords[paymentMethod]} again. Make sure the money is available that day and on the next working day.`
            : `Hello ${firstName}, we'll collect ${sum} ${paymentMethodWords[paymentMethod]} for your ${plan} membership. Make sure the money is available that day and on the next working day.`,
        },
        ...(paymentMethod === 'direct_debit'
          ? ([{ type: 'text', text: "If this isn't right, tell us or your bank before then." }] as const)
          : []),
      ],
    }
  },
}

const failureReasons: Readonly<Record<FailureReason, string>> = {
  no_funds: "your bank didn't make the payment",
  mandate_cancelled: 'the Direct Debit was cancelled at your bank',
  account_closed: 'the bank account is closed',
  card_declined: 'your card was declined',
  no_card: "we don't have a card to charge",
}

/** `againOn` null: there is no retry, and the membership is frozen until it is paid another way. */
export const membershipPaymentFailed: NoticeKind<{
  collectionId: number
  tries: number
  firstName: string
  plan: string
  amount: number
  on: string
  reason: FailureReason
  againOn: string | null
}> = {
  kind: 'membership_payment_failed',
  about: ({ collectionId, tries }) => `collection:${collectionId}:${tries}`,
  write: ({ firstName, plan, amount, on, reason, againOn }, { seller }) => {
    const sum = formatted(amount, seller.currencySymbol)
    return {
      subject: `Your payment of ${sum} failed`,
      heading: 'Your payment failed',
      blocks: [
        {
          type: 'text',
          text: `Hello ${firstName}, we couldn't collect ${sum} for your ${plan} membership on ${dayIn(on, seller.timezone)}: ${failureReasons[reason]}.`,
        },
        {
          type: 'text',
          text:
            againOn === null
              ? `Your membership is frozen until you pay. Pay the ${sum} by card in your account, or at the venue.`
              : `We'll try again on ${dayIn(againOn, seller.timezone)}. Your membership continues, and you don't need to do anything.`,
        },
      ],
    }
  },
}
