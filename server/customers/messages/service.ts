import type { MessageKind } from '#server/notices/rules.ts'

export const welcome: MessageKind<{ customerId: number; firstName: string; reference: string }> = {
  kind: 'welcome',
  about: ({ customerId }) => `customer:${customerId}`,
  write: ({ firstName, reference }, { seller, sites }) => ({
    subject: `Welcome to ${seller.name}`,
    heading: `Welcome, ${firstName}`,
    blocks: [
      {
        type: 'text',
        text: `Your account is ready. Your customer reference is ${reference}; you can log in with it or with this e-mail address.`,
      },
      { type: 'link', label: 'Book an activity', href: sites.bookings },
    ],
  }),
}

/** Sent to the old address, where somebody who did not change it still reads. */
export const addressChanged: MessageKind<{ customerId: number; firstName: string; changedAt: string }> = {
  kind: 'address_changed',
  about: ({ customerId, changedAt }) => `address:${customerId}:${changedAt}`,
  write: ({ firstName }, { seller }) => ({
    subject: 'Your e-mail address was changed',
    heading: 'Your e-mail address was changed',
    blocks: [
      {
        type: 'text',
        text: `Hello ${firstName}, from now on you log in to ${seller.name} with another e-mail address, and we write to you there.`,
      },
      {
        type: 'text',
        text: 'If it was not you, please tell us at once, by telephone or at the desk of your venue.',
      },
    ],
  }),
}
