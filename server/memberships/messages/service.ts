import { formatted } from '#contract/money.ts'
import { date } from '#contract/time.ts'
import type { FailureReason } from '#server/memberships/collection/rules.ts'
import { paymentMethodWords } from '#server/memberships/rules.ts'
import type { MessageKind } from '#server/notices/rules.ts'

/** A day in words: "Thu 01 April 2027". */
const dayIn = (day: string, zone: string): string => date(day, zone, new Date(0)).fullDatePretty

/** Announces a collection. `isRetry`: the payment was tried before. */
export const paymentAnnounced: MessageKind<{
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
          text: `Hello ${firstName}, we will collect ${sum} ${paymentMethodWords[paymentMethod]} for your ${plan} membership${isRetry ? ', as the last try did not go through' : ''}. There is nothing to do but to have the money there on that day or on the working day after it.`,
        },
        ...(paymentMethod === 'direct_debit'
          ? ([{ type: 'text', text: 'If this is not right, tell us or your bank before then.' }] as const)
          : []),
      ],
    }
  },
}

const failureReasons: Readonly<Record<FailureReason, string>> = {
  no_funds: 'your bank did not pay it',
  mandate_cancelled: 'the Direct Debit has been cancelled at your bank',
  account_closed: 'the bank account has been closed',
  card_declined: 'your card was declined',
  no_card: 'there is no card to take it from any more',
}

/** `againOn` null: it is not tried again, and the membership is frozen until it is paid in another way. */
export const membershipPaymentFailed: MessageKind<{
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
      subject: `Your payment of ${sum} did not go through`,
      heading: 'Your payment did not go through',
      blocks: [
        {
          type: 'text',
          text: `Hello ${firstName}, we could not collect ${sum} for your ${plan} membership on ${dayIn(on, seller.timezone)}: ${failureReasons[reason]}.`,
        },
        {
          type: 'text',
          text:
            againOn === null
              ? `Your membership is frozen until it is paid. You find the ${sum} among what you owe in your account, where you can pay it by card, or you can pay it at the venue.`
              : `We will try again on ${dayIn(againOn, seller.timezone)}. Your membership goes on until then, and there is nothing else to do.`,
        },
      ],
    }
  },
}
