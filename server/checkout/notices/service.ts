import { formatted } from '#contract/money.ts'
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
  write: ({ amount, items, reason }, { seller }) => {
    const sum = formatted(amount, seller.currencySymbol)
    return {
      subject: "Your booking didn't go through",
      heading: "Your booking didn't go through",
      blocks: [
        { type: 'text', text: 'These became unavailable while we confirmed your payment:' },
        { type: 'list', items: items.map((title) => ({ title, lines: [] })) },
        {
          type: 'text',
          text:
            reason === 'refunded'
              ? `We've refunded ${sum} to your card in full.`
              : `We haven't charged your card. If your bank shows ${sum} as pending, it will disappear within a few days.`,
        },
        {
          type: 'text',
          text: "We're sorry. What is still available is in your basket, if you'd like to try again.",
        },
      ],
    }
  },
}
