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
