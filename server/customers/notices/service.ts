import type { NoticeKind } from '#server/notices/rules.ts'

export const welcome: NoticeKind<{ customerId: number; firstName: string; reference: string }> = {
  kind: 'welcome',
  about: ({ customerId }) => `customer:${customerId}`,
  write: ({ firstName, reference }, { seller, sites }) => ({
    subject: `Welcome to ${seller.name}`,
    heading: `Welcome, ${firstName}`,
    blocks: [
      {
        type: 'text',
        text: `Your account is ready. Your customer number is ${reference}. You can log in with it or with this e-mail address.`,
      },
      { type: 'link', label: 'Book an activity', href: sites.bookings },
    ],
  }),
}

/** Sent to the old address, so that the owner notices a change they did not make. */
export const addressChanged: NoticeKind<{ customerId: number; firstName: string; changedAt: string }> = {
  kind: 'address_changed',
  about: ({ customerId, changedAt }) => `address:${customerId}:${changedAt}`,
  write: ({ firstName }, { seller }) => ({
    subject: 'Your e-mail address was changed',
    heading: 'Your e-mail address was changed',
    blocks: [
      {
        type: 'text',
        text: `Hello ${firstName}, the e-mail address of your ${seller.name} account has changed. Log in with the new address. We'll send messages there, too.`,
      },
      {
        type: 'text',
        text: "If you didn't change it, call us or tell reception at your venue right away.",
      },
    ],
  }),
}
