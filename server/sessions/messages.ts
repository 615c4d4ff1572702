import type { RoleId } from '#contract/permissions.ts'
import type { Messages } from '#server/messages/languages.ts'
import type { NoticeContent, NoticeContext, NoticeKind } from '#server/notices/rules.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Tx } from '#server/platform/database.ts'
import { invitationDays } from './rules.ts'

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
  write: ({ firstName, link, minutes }, { messages }) => ({
    subject: messages.sessions.newPassword,
    heading: messages.sessions.newPassword,
    blocks: [
      { type: 'text', text: messages.sessions.resetText({ firstName }) },
      { type: 'link', label: messages.sessions.newPassword, href: link, isSecret: true },
      {
        type: 'text',
        text: messages.sessions.resetValidity({ minutes }),
      },
    ],
  }),
}

/** `code` chooses the first password; null where the person has one. */
export const staffAdded: NoticeKind<{
  customerId: number
  addedAt: string
  firstName: string
  roles: readonly RoleId[]
  code: string | null
}> = {
  kind: 'staff_added',
  about: ({ customerId, addedAt }) => `staff:${customerId}:${addedAt}`,
  write: ({ firstName, roles, code }, { messages, seller, sites }) => ({
    subject: messages.sessions.staffAddedSubject({ seller: seller.name }),
    heading: messages.sessions.staffAddedSubject({ seller: seller.name }),
    blocks: [
      {
        type: 'text',
        text: messages.sessions.staffAddedText({ firstName, seller: seller.name, roles }),
      },
      ...(code === null
        ? [
            {
              type: 'link' as const,
              label: messages.sessions.staffLogIn,
              href: `${sites.desk}/login`,
            },
          ]
        : [
            {
              type: 'link' as const,
              label: messages.sessions.staffChoosePassword,
              href: `${sites.desk}/new-password?code=${code}`,
              isSecret: true,
            },
            {
              type: 'text' as const,
              text: messages.sessions.staffInvitationValidity({ days: invitationDays }),
            },
          ]),
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
  write: ({ firstName, link, minutes }, { messages, seller }) => ({
    subject: messages.sessions.loginLinkSubject,
    heading: messages.sessions.loginLinkSubject,
    blocks: [
      { type: 'text', text: messages.sessions.loginLinkText({ firstName, seller: seller.name }) },
      { type: 'link', label: messages.sessions.loginLinkLabel, href: link, isSecret: true },
      { type: 'text', text: messages.sessions.loginLinkValidity({ minutes }) },
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

type AddressTexts = (messages: Messages) => {
  subject: string
  text: (names: { firstName: string; seller: string }) => string
  link: string
  otherwise: string
}

/** Asks to confirm an address; `query` is added to the link. */
const askToConfirm = (kind: string, textsIn: AddressTexts, query = ''): NoticeKind<AddressFacts> => ({
  kind,
  about: aboutAddress,
  write: ({ firstName, code }, { messages, seller, sites }) => {
    const { text, ...texts } = textsIn(messages)
    return askingMail(
      { ...texts, text: text({ firstName, seller: seller.name }) },
      confirmationLink({ sites }, code) + query,
      true,
    )
  },
})

/** To the owner of an address: is the account theirs? */
export const verifyAddress = askToConfirm('address_verification', ({ sessions }) => ({
  subject: sessions.verifySubject,
  text: sessions.verifyText,
  link: sessions.verifyLink,
  otherwise: sessions.verifyOtherwise,
}))

/** To the new address of a change. */
export const newAddress = askToConfirm('address_new', ({ sessions }) => ({
  subject: sessions.verifySubject,
  text: sessions.newAddressText,
  link: sessions.verifyLink,
  otherwise: sessions.verifyOtherwise,
}))

/** To the old address of a change: to confirm it or to stop it. */
export const oldAddress = askToConfirm(
  'address_old',
  ({ sessions }) => ({
    subject: sessions.oldAddressSubject,
    text: sessions.oldAddressText,
    link: sessions.oldAddressLink,
    otherwise: sessions.oldAddressOtherwise,
  }),
  '&change=old',
)

/** Sent to an address that already has an account, when another account asks for it. */
export const addressTaken: NoticeKind<{ customerId: number; requestedAt: string }> = {
  kind: 'address_taken',
  about: aboutAddress,
  write: (_facts, { messages, seller, sites }) =>
    askingMail(
      {
        subject: messages.sessions.addressTakenSubject,
        text: messages.sessions.addressTakenText({ seller: seller.name }),
        link: messages.sessions.addressTakenLink,
        otherwise: messages.sessions.addressTakenOtherwise,
      },
      `${sites.account}/login`,
      false,
    ),
}

/** Sent to the old address, so that the owner notices a change they did not make. */
export const addressChanged: NoticeKind<{ customerId: number; firstName: string; changedAt: string }> = {
  kind: 'address_changed',
  about: ({ customerId, changedAt }) => `address:${customerId}:${changedAt}`,
  write: ({ firstName }, { messages, seller }) => ({
    subject: messages.sessions.addressChanged,
    heading: messages.sessions.addressChanged,
    blocks: [
      { type: 'text', text: messages.sessions.addressChangedText({ firstName, seller: seller.name }) },
      { type: 'text', text: messages.sessions.addressChangedContact },
    ],
  }),
}

const linkToNewPassword = (messages: Messages, { account }: NoticeContext['sites']) =>
  ({
    type: 'link',
    label: messages.sessions.chooseNewPassword,
    href: `${account}/forgotten-password`,
  }) as const

/** Tells of a new password, so that the owner notices a change they did not make. */
export const passwordChanged: NoticeKind<{
  customerId: number
  firstName: string
  changedAt: string
  /** The address of a change that has ended with it. */
  stoppedAddress?: string | null
}> = {
  kind: 'password_changed',
  about: ({ customerId, changedAt }) => `address:${customerId}:${changedAt}`,
  write: ({ firstName, stoppedAddress = null }, { messages, seller, sites }) => ({
    subject: messages.sessions.passwordChanged,
    heading: messages.sessions.passwordChanged,
    blocks: [
      { type: 'text', text: messages.sessions.passwordChangedText({ firstName, seller: seller.name }) },
      ...(stoppedAddress === null
        ? []
        : ([
            { type: 'text', text: messages.sessions.addressChangeStopped({ email: stoppedAddress }) },
          ] as const)),
      { type: 'text', text: messages.sessions.passwordChangedContact },
      linkToNewPassword(messages, sites),
    ],
  }),
}

type LoginChange = Parameters<Messages['sessions']['loginChanged']>[0]['change']

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
  write: ({ firstName, change, left }, { messages, seller, sites }) => ({
    subject: messages.sessions.loginChanged({ change }),
    heading: messages.sessions.loginChanged({ change }),
    blocks: [
      {
        type: 'text',
        text: messages.sessions.loginChangedText({ change, firstName, seller: seller.name, left }),
      },
      { type: 'text', text: messages.sessions.loginChangedContact },
      linkToNewPassword(messages, sites),
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
