import * as messages from '#server/messages/en/sessions.ts'
import type { LoginChange } from '#server/messages/en/sessions.ts'
import type { NoticeContent, NoticeContext, NoticeKind } from '#server/notices/rules.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Tx } from '#server/platform/database.ts'

export type Mailbox = {
  id: number
  operatorId: number
  email: string
  emailVerifiedAt: Date | null
  firstName: string
}

/** A customer's e-mail address and name. */
export const mailboxOf = async (tx: Tx, customerId: number): Promise<Mailbox | undefined> =>
  tx
    .selectFrom('customer')
    .select(['id', 'operatorId', 'email', 'emailVerifiedAt', 'firstName'])
    .where('id', '=', customerId)
    .executeTakeFirst()

/** `request` is unique to each reset request, so that each gets its own e-mail. */
export const passwordReset: NoticeKind<{
  customerId: number
  request: string
  firstName: string
  link: string
  minutes: number
}> = {
  kind: 'password_reset',
  about: ({ customerId, request }) => `reset:${customerId}:${request}`,
  write: ({ firstName, link, minutes }) => ({
    subject: messages.newPassword,
    heading: messages.newPassword,
    blocks: [
      { type: 'text', text: messages.resetText({ firstName }) },
      { type: 'link', label: messages.newPassword, href: link, isSecret: true },
      {
        type: 'text',
        text: messages.resetValidity({ minutes }),
      },
    ],
  }),
}

/** `request` is unique to each link, so that each gets its own e-mail. */
export const loginLink: NoticeKind<{
  customerId: number
  request: string
  firstName: string
  link: string
  minutes: number
}> = {
  kind: 'login_link',
  about: ({ customerId, request }) => `login-link:${customerId}:${request}`,
  write: ({ firstName, link, minutes }, { seller }) => ({
    subject: messages.loginLinkSubject,
    heading: messages.loginLinkSubject,
    blocks: [
      { type: 'text', text: messages.loginLinkText({ firstName, seller: seller.name }) },
      { type: 'link', label: messages.loginLinkLabel, href: link, isSecret: true },
      { type: 'text', text: messages.loginLinkValidity({ minutes }) },
    ],
  }),
}

type AddressFacts = { customerId: number; firstName: string; requestedAt: string; code: string }

const aboutAddress = ({ customerId, requestedAt }: { customerId: number; requestedAt: string }): string =>
  `address:${customerId}:${requestedAt}`

/** The link that proves an e-mail address. */
export const confirmationLink = ({ sites }: Pick<NoticeContext, 'sites'>, code: string): string =>
  `${sites.bookings}/confirm-email?code=${code}`

const askingMail = (
  texts: { subject: string; text: string; link: string; otherwise: string },
  href: string,
  isSecret: boolean,
): NoticeContent => ({
  subject: texts.subject,
  heading: texts.subject,
  blocks: [
    { type: 'text', text: texts.text },
    { type: 'link', label: texts.link, href, isSecret },
    { type: 'text', text: texts.otherwise },
  ],
})

type AddressTexts = {
  subject: string
  text: (names: { firstName: string; seller: string }) => string
  link: string
  otherwise: string
}

/** Asks to confirm an address; `query` is added to the link. */
const askToConfirm = (
  kind: string,
  { text, ...texts }: AddressTexts,
  query = '',
): NoticeKind<AddressFacts> => ({
  kind,
  about: aboutAddress,
  write: ({ firstName, code }, context) =>
    askingMail(
      { ...texts, text: text({ firstName, seller: context.seller.name }) },
      confirmationLink(context, code) + query,
      true,
    ),
})

/** To the owner of an address: is the account theirs? */
export const verifyAddress = askToConfirm('address_verification', {
  subject: messages.verifySubject,
  text: messages.verifyText,
  link: messages.verifyLink,
  otherwise: messages.verifyOtherwise,
})

/** To the new address of a change. */
export const newAddress = askToConfirm('address_new', {
  subject: messages.verifySubject,
  text: messages.newAddressText,
  link: messages.verifyLink,
  otherwise: messages.verifyOtherwise,
})

/** To the old address of a change: to confirm it or to stop it. */
export const oldAddress = askToConfirm(
  'address_old',
  {
    subject: messages.oldAddressSubject,
    text: messages.oldAddressText,
    link: messages.oldAddressLink,
    otherwise: messages.oldAddressOtherwise,
  },
  '&change=old',
)

/** Sent to an address that already has an account, when another account asks for it. */
export const addressTaken: NoticeKind<{ customerId: number; requestedAt: string }> = {
  kind: 'address_taken',
  about: aboutAddress,
  write: (_facts, { seller, sites }) =>
    askingMail(
      {
        subject: messages.addressTakenSubject,
        text: messages.addressTakenText({ seller: seller.name }),
        link: messages.addressTakenLink,
        otherwise: messages.addressTakenOtherwise,
      },
      `${sites.account}/login`,
      false,
    ),
}

/** Sent to the old address, so that the owner notices a change they did not make. */
export const addressChanged: NoticeKind<{ customerId: number; firstName: string; changedAt: string }> = {
  kind: 'address_changed',
  about: ({ customerId, changedAt }) => `address:${customerId}:${changedAt}`,
  write: ({ firstName }, { seller }) => ({
    subject: messages.addressChanged,
    heading: messages.addressChanged,
    blocks: [
      { type: 'text', text: messages.addressChangedText({ firstName, seller: seller.name }) },
      { type: 'text', text: messages.addressChangedContact },
    ],
  }),
}

const linkToNewPassword = ({ account }: NoticeContext['sites']) =>
  ({ type: 'link', label: messages.chooseNewPassword, href: `${account}/forgotten-password` }) as const

/** Tells of a new password, so that the owner notices a change they did not make. */
export const passwordChanged: NoticeKind<{ customerId: number; firstName: string; changedAt: string }> = {
  kind: 'password_changed',
  about: ({ customerId, changedAt }) => `address:${customerId}:${changedAt}`,
  write: ({ firstName }, { seller, sites }) => ({
    subject: messages.passwordChanged,
    heading: messages.passwordChanged,
    blocks: [
      { type: 'text', text: messages.passwordChangedText({ firstName, seller: seller.name }) },
      { type: 'text', text: messages.passwordChangedContact },
      linkToNewPassword(sites),
    ],
  }),
}

/** Tells of a change of how a person logs in, so that the owner notices one they did not make. */
export const loginChanged: NoticeKind<{
  customerId: number
  firstName: string
  changedAt: string
  change: LoginChange
  left: number
}> = {
  kind: 'login_changed',
  about: ({ customerId, changedAt, change }) => `login:${customerId}:${changedAt}:${change}`,
  write: ({ firstName, change, left }, { seller, sites }) => ({
    subject: messages.loginChanged({ change }),
    heading: messages.loginChanged({ change }),
    blocks: [
      {
        type: 'text',
        text: messages.loginChangedText({ change, firstName, seller: seller.name, left }),
      },
      { type: 'text', text: messages.loginChangedContact },
      linkToNewPassword(sites),
    ],
  }),
}

/** @param left recovery codes not used yet, where the change is about them */
export const sendLoginChange = async (
  tx: Tx,
  customerId: number,
  change: LoginChange,
  now: Date,
  left = 0,
): Promise<void> => {
  const customer = await mailboxOf(tx, customerId)
  if (customer === undefined || customer.email === '') return
  const { operatorId, email: to, firstName } = customer
  const facts = { customerId, firstName, changedAt: now.toISOString(), change, left }
  await sendNotice(tx, loginChanged, { operatorId, to }, facts, now)
}
