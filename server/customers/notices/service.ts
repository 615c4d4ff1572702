import * as messages from '#server/messages/en/customers.ts'
import type { NoticeKind } from '#server/notices/rules.ts'
import { confirmationLink } from '#server/sessions/messages.ts'

/** `code` proves the address; messages written before there were codes have none. */
export const welcome: NoticeKind<{
  customerId: number
  firstName: string
  reference: string
  code?: string
}> = {
  kind: 'welcome',
  about: ({ customerId }) => `customer:${customerId}`,
  write: ({ firstName, reference, code }, context) => ({
    subject: messages.welcomeSubject({ seller: context.seller.name }),
    heading: messages.welcomeHeading({ firstName }),
    blocks: [
      {
        type: 'text',
        text: messages.welcomeText({ reference }),
      },
      ...(code === undefined
        ? []
        : [
            { type: 'text' as const, text: messages.confirmAddressText },
            {
              type: 'link' as const,
              label: messages.confirmAddress,
              href: confirmationLink(context, code),
              isSecret: true,
            },
          ]),
      {
        type: 'link',
        label: messages.bookActivity,
        href: context.sites.bookings,
        ...(code === undefined ? {} : { isSecondary: true as const }),
      },
    ],
  }),
}
