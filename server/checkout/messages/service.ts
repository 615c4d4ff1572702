import { formatted } from '#contract/money.ts'
import type { MessageKind } from '#server/notices/rules.ts'

/**
 * The card payment was released or refunded: nothing was booked. `amount` is pence, `items` what could not be booked.
 */
export const paymentVoided: MessageKind<{
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
      subject: 'Your booking did not go through',
      heading: 'Your booking did not go through',
      blocks: [
        { type: 'text', text: 'While the payment was being confirmed, this could no longer be booked:' },
        { type: 'list', items: items.map((title) => ({ title, lines: [] })) },
        {
          type: 'text',
          text:
            reason === 'refunded'
              ? `We have given ${sum} back to your card in full.`
              : `Nothing has been taken from your card. If your bank shows ${sum} as set aside, it lets go of it by itself within a few days.`,
        },
        {
          type: 'text',
          text: 'We are sorry. Your basket still has what is free, if you would like to try again.',
        },
      ],
    }
  },
}
