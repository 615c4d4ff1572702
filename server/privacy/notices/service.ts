import * as messages from '#server/messages/en/privacy.ts'
import type { NoticeKind } from '#server/notices/rules.ts'

/**
 * The last message to a customer. It has no personal data, since it may be stored longer than the account.
 */
export const accountClosed: NoticeKind<{ customerId: number }> = {
  kind: 'account_closed',
  about: ({ customerId }) => `closed:${customerId}`,
  forgetsRecipient: true,
  write: (_, { seller }) => ({
    subject: messages.accountDeleted,
    heading: messages.accountDeleted,
    blocks: [
      {
        type: 'text',
        text: messages.accountDeletedText({ seller: seller.name }),
      },
      {
        type: 'text',
        text: messages.accountDeletedContact,
      },
    ],
  }),
}
