import { formatted } from '#contract/money.ts'
import type { NoticeKind } from '#server/notices/rules.ts'

/** Credit that is left and can soon not be used any more. `expiresOn` is its last day; pence. */
export const creditExpiring: NoticeKind<{
  customerId: number
  firstName: string
  amount: number
  expiresOn: string
}> = {
  kind: 'credit_expiring',
  about: ({ customerId, expiresOn }) => `customer:${customerId} credit ${expiresOn}`,
  write: ({ firstName, amount: pence, expiresOn }, { messages, seller, sites }) => {
    const amount = formatted(pence, seller.currencySymbol)
    const day = messages.format.fullDay(expiresOn)
    return {
      subject: messages.credits.expiringSubject({ amount, day }),
      heading: messages.credits.expiringHeading({ amount }),
      blocks: [
        { type: 'text', text: messages.credits.expiringText({ firstName, amount, day }) },
        { type: 'link', label: messages.credits.book, href: sites.bookings },
        {
          type: 'link',
          isSecondary: true,
          label: messages.credits.seeCredit,
          href: `${sites.account}/payments`,
        },
      ],
    }
  },
}
