import type { NoticeKind } from '#server/notices/rules.ts'

/**
 * The last message to a customer. It has no personal data, since it may be stored longer than the account.
 */
export const accountClosed: NoticeKind<{ customerId: number }> = {
  kind: 'account_closed',
  about: ({ customerId }) => `closed:${customerId}`,
  forgetsRecipient: true,
  write: (_, { seller }) => ({
    subject: 'Your account is deleted',
    heading: 'Your account is deleted',
    blocks: [
      {
        type: 'text',
        text: `Your account with ${seller.name} and your personal data have been deleted. We keep records of payments, without your name.`,
      },
      {
        type: 'text',
        text: "If this wasn't you, call us or tell reception at your venue right away.",
      },
    ],
  }),
}
