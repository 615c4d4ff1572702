import type { MessageKind } from '#server/notices/rules.ts'

/**
 * The last message to a customer. It has no personal data, since it may be stored longer than the account.
 */
export const accountClosed: MessageKind<{ customerId: number }> = {
  kind: 'account_closed',
  about: ({ customerId }) => `closed:${customerId}`,
  forgetsRecipient: true,
  write: (_, { seller }) => ({
    subject: 'Your account is deleted',
    heading: 'Your account is deleted',
    blocks: [
      {
        type: 'text',
        text: `Your account with ${seller.name} is deleted, and with it what we knew about you. What was paid stays in our books, without your name.`,
      },
      {
        type: 'text',
        text: 'If it was not you, please tell us at once, by telephone or at the desk of your venue.',
      },
    ],
  }),
}
