import { formatted } from '#contract/money.ts'
import * as messages from '#server/messages/en/checkout.ts'
import type { NoticeKind } from '#server/notices/rules.ts'

/**
 * The card payment was released or refunded: nothing was booked. `amount` is pence, `items` what could not be booked.
 */
export const paymentVoided: NoticeKind<{
  transactionUuid: string
  amount: number
  items: readonly string[]
  reason: 'place_lost' | 'refunded'
}> = {
  kind: 'payment_voided',
  about: ({ transactionUuid }) => `payment:${transactionUuid}`,
  write: ({ amount: pence, items, reason }, { seller }) => {
    const amount = formatted(pence, seller.currencySymbol)
    return {
      subject: messages.failedSubject,
      heading: messages.failedSubject,
      blocks: [
        { type: 'text', text: messages.unavailableItems },
        { type: 'list', items: items.map((title) => ({ title, lines: [] })) },
        {
          type: 'text',
          text: reason === 'refunded' ? messages.refunded({ amount }) : messages.released({ amount }),
        },
        {
          type: 'text',
          text: messages.tryAgain,
        },
      ],
    }
  },
}

/** A payment that the bank took its time over came to nothing. */
export const paymentFailed: NoticeKind<{
  transactionUuid: string
  amount: number
  items: readonly string[]
  reason: 'declined' | 'unanswered'
}> = {
  kind: 'payment_failed',
  about: ({ transactionUuid }) => `payment:${transactionUuid}`,
  write: ({ amount: pence, items, reason }, { seller, sites }) => {
    const amount = formatted(pence, seller.currencySymbol)
    return {
      subject: messages.paymentFailedSubject({ amount }),
      heading: messages.paymentFailedHeading,
      blocks: [
        {
          type: 'text',
          text: reason === 'declined' ? messages.bankDeclinedItems : messages.bankSilentItems,
        },
        { type: 'list', items: items.map((title) => ({ title, lines: [] })) },
        { type: 'text', text: messages.nothingCharged({ amount }) },
        { type: 'link', label: messages.payAgain, href: `${sites.bookings}/basket` },
      ],
    }
  },
}

/** The bank takes its time: what that means, so that no one pays twice. */
export const paymentPending: NoticeKind<{
  transactionUuid: string
  amount: number
  items: readonly string[]
}> = {
  kind: 'payment_pending',
  about: ({ transactionUuid }) => `payment:${transactionUuid}`,
  write: ({ amount, items }, { seller, sites }) => ({
    subject: messages.paymentPendingSubject({ amount: formatted(amount, seller.currencySymbol) }),
    heading: messages.paymentPendingHeading,
    blocks: [
      { type: 'text', text: messages.paymentPendingItems },
      { type: 'list', items: items.map((title) => ({ title, lines: [] })) },
      { type: 'text', text: messages.paymentPendingText },
      { type: 'link', label: messages.paymentPendingLink, href: `${sites.bookings}/basket/checkout` },
    ],
  }),
}
