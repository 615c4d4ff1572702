import * as messages from '#server/messages/en/customers.ts'
import type { NoticeKind } from '#server/notices/rules.ts'

export const welcome: NoticeKind<{ customerId: number; firstName: string; reference: string }> = {
  kind: 'welcome',
  about: ({ customerId }) => `customer:${customerId}`,
  write: ({ firstName, reference }, { seller, sites }) => ({
    subject: messages.welcomeSubject({ seller: seller.name }),
    heading: messages.welcomeHeading({ firstName }),
    blocks: [
      {
        type: 'text',
        text: messages.welcomeText({ reference }),
      },
      { type: 'link', label: messages.bookActivity, href: sites.bookings },
    ],
  }),
}

/** Sent to the old address, so that the owner notices a change they did not make. */
export const addressChanged: NoticeKind<{ customerId: number; firstName: string; changedAt: string }> = {
  kind: 'address_changed',
  about: ({ customerId, changedAt }) => `address:${customerId}:${changedAt}`,
  write: ({ firstName }, { seller }) => ({
    subject: messages.addressChanged,
    heading: messages.addressChanged,
    blocks: [
      {
        type: 'text',
        text: messages.addressChangedText({ firstName, seller: seller.name }),
      },
      {
        type: 'text',
        text: messages.addressChangedContact,
      },
    ],
  }),
}
