import type { RoleId } from '#contract/permissions.ts'

/** The text of wire §4. */
export const resetRequested = 'If we know you, an e-mail is on its way.'
/** The text of the specification. */
export const invalidCredentials = 'Invalid credentials'
export const loggedInElsewhere =
  'You are logged in on another screen. Log out there, or leave it alone for 5 minutes.'
export const currentPasswordRequired = 'Enter your current password.'
export const currentPasswordWrong = 'Your current password is wrong.'
export const passwordIsEmail = "Choose a password that isn't your e-mail address."
export const passwordBreached =
  'This password has been published in a data leak, so others try it. Choose another one.'
export const passwordWeak = 'This password is too easy to guess. Choose another one.'
export const linkExpired = 'This link has been used or has expired. Ask for a new one.'

export const loginLinkRequested =
  "If there's an account with this address, we've sent a link to it. It works for 15 minutes. You need to have confirmed the address before."
export const loginLinkOtherBrowser = ({ email }: { email: string }) =>
  `You opened this link in another browser or on another device than you asked for it. It logs you in as ${email}.`

// Mail
export const newPassword = 'Choose a new password'
export const resetText = ({ firstName }: { firstName: string }) =>
  `Hello ${firstName}, someone asked to reset the password of your account.`
export const resetValidity = ({ minutes }: { minutes: number }) =>
  `The link works once, for ${minutes} minutes. If this wasn't you, you don't need to do anything. Your password stays the same.`

export const staffAddedSubject = ({ seller }: { seller: string }) => `You work at ${seller} now`
/** What people of each role do, as their welcome says it. */
const workOf: Readonly<Record<RoleId, string>> = {
  instructor: 'see who has booked your sessions, and mark who came',
  desk: 'sell and check in at the front desk',
  duty_manager: 'run the front desk, call sessions off and close places',
  programme: 'plan the programme',
  finance: 'set prices, give refunds and read reports',
  administrator: 'do everything, staff and settings included',
}
export const staffAddedText = ({
  firstName,
  seller,
  roles,
}: {
  firstName: string
  seller: string
  roles: readonly RoleId[]
}) =>
  `Hello ${firstName}, you've been added to the staff of ${seller}. You can ${[...new Set(roles)].map((role) => workOf[role]).join(', and ')}.`
export const staffLogIn = 'Log in at the front desk'
export const staffChoosePassword = 'Choose a password'
export const staffInvitationValidity = ({ days }: { days: number }) =>
  `The link works once, for ${days} days. After that, use "Forgotten your password?" where you log in.`

export const loginLinkSubject = 'Your link to log in'
export const loginLinkText = ({ firstName, seller }: { firstName: string; seller: string }) =>
  `Hello ${firstName}, you asked for a link to log in to your ${seller} account.`
export const loginLinkLabel = 'Log in'
export const loginLinkValidity = ({ minutes }: { minutes: number }) =>
  `The link works once, for ${minutes} minutes. Never pass it on. If this wasn't you, you don't need to do anything.`

export const verifySubject = 'Confirm your e-mail address'
export const verifyText = ({ firstName, seller }: { firstName: string; seller: string }) =>
  `Hello ${firstName}, is this the right address for your ${seller} account?`
export const verifyLink = 'Confirm e-mail address'
export const verifyOtherwise =
  "The link works once, for 7 days. If you don't have an account with us, you don't need to do anything."
export const newAddressText = ({ firstName, seller }: { firstName: string; seller: string }) =>
  `Hello ${firstName}, you asked to use this address for your ${seller} account.`
export const oldAddressSubject = 'Is this change of e-mail address from you?'
export const oldAddressText = ({ firstName, seller }: { firstName: string; seller: string }) =>
  `Hello ${firstName}, someone asked to use another e-mail address for your ${seller} account.`
export const oldAddressLink = 'Allow or stop the change'
export const oldAddressOtherwise =
  "If it was you, allow it. If not, stop it and choose a new password. If we don't hear from you within 7 days, the new address is used once its owner has confirmed it."
export const addressTakenSubject = 'You already have an account'
export const addressTakenText = ({ seller }: { seller: string }) =>
  `Someone asked to use this e-mail address for another ${seller} account. It belongs to your account, so nothing has changed.`
export const addressTakenLink = 'Log in'
export const addressTakenOtherwise = "If this wasn't you, you don't need to do anything."
export const addressChanged = 'Your e-mail address was changed'
export const addressChangedText = ({ firstName, seller }: { firstName: string; seller: string }) =>
  `Hello ${firstName}, the e-mail address of your ${seller} account has changed. Log in with the new address. We'll send messages there, too.`
export const addressChangedContact =
  "If you didn't change it, call us or tell reception at your venue right away."
export const passwordChanged = 'Your password was changed'
export const passwordChangedText = ({ firstName, seller }: { firstName: string; seller: string }) =>
  `Hello ${firstName}, the password of your ${seller} account has changed. Other devices have been logged out.`
export const addressChangeStopped = ({ email }: { email: string }) =>
  `We've stopped the change of your e-mail address to ${email}: the links we sent for it don't work any more. Ask for the change again in your details.`
export const passwordChangedContact =
  "If you didn't change it, reset your password now and tell reception at your venue."

export const codeRequired = 'Enter the code from your app, or a recovery code.'
export const linksSent = "If there is an address to confirm, we've sent a link to it."

// The list of log-ins
export const untrustedDevice = 'Unknown device'
export const browserOn = ({ browser, system }: { browser: string; system: string }) =>
  `${browser} on ${system}`

// A link that would log in another person
export const switchTitle = 'Switch account?'
export const switchText = ({ from, to }: { from: string; to: string }) =>
  `You're logged in as ${from}. This link logs you in as ${to}.`
export const switchConfirm = ({ to }: { to: string }) => `Continue as ${to}`
export const switchRefuse = ({ from }: { from: string }) => `Stay logged in as ${from}`

// Links that log in: from a page of another company, and of another browser
export const foreignLinkTitle = 'Log in?'
export const foreignLinkText = ({ to }: { to: string }) => `This link logs you in as ${to}. Is that you?`
export const foreignLinkConfirm = ({ to }: { to: string }) => `Log in as ${to}`
export const foreignLinkRefuse = 'Continue without logging in'
export const otherBrowserTitle = "This link doesn't work here"
export const otherBrowserText =
  "It only works in the browser it was made in. You haven't been logged in, and nothing has changed."
export const otherBrowserContinue = 'Continue'

// The second factor
export const secondFactorRequired = 'Enter the code from your authenticator app.'
export const secondFactorSetupRequired = 'Set up two-step verification to log in.'
export const challengeExpired = 'That took too long. Log in again.'
export const codeWrong =
  "This code isn't right. Wait for the next one and try again. If that one is wrong too, let your phone set its time automatically."
export const secondFactorAlreadyOn = 'Two-step verification is already on.'
export const passkeyRefused = "This passkey didn't work. Try again, or log in with your password."
export const passkeyLimit = 'You have 20 passkeys. Remove one before you add another.'
export const notOwnSecondFactor =
  'Turn off your own two-step verification in your account, with your password and a code.'

// Mail about a change of how a person logs in
const loginChangeSubjects = {
  second_factor_on: 'Two-step verification is on',
  second_factor_off: 'Two-step verification is off',
  second_factor_reset: 'Two-step verification was reset',
  recovery_codes_renewed: 'You have new recovery codes',
  recovery_code_used: 'A recovery code was used',
  passkey_added: 'A passkey was added',
  passkey_removed: 'A passkey was removed',
} as const
export type LoginChange = keyof typeof loginChangeSubjects
export const loginChanged = ({ change }: { change: LoginChange }) => loginChangeSubjects[change]
const loginChangeTexts = {
  second_factor_on: ({ seller }) =>
    `From now on, logging in to your ${seller} account takes your password and a code from your authenticator app.`,
  second_factor_off: ({ seller }) => `Your password is now enough to log in to your ${seller} account.`,
  second_factor_reset: ({ seller }) =>
    `A colleague turned off two-step verification for your ${seller} account, removed your passkeys and logged you out everywhere. You can set it up again when you log in.`,
  recovery_codes_renewed: ({ seller }) =>
    `The old recovery codes of your ${seller} account no longer work. Keep the new ones somewhere safe.`,
  recovery_code_used: ({ seller, left }) =>
    `Someone used a recovery code of your ${seller} account. Codes left: ${left}.`,
  passkey_added: ({ seller }) => `A new passkey can log in to your ${seller} account.`,
  passkey_removed: ({ seller }) => `A passkey of your ${seller} account no longer works.`,
} as const satisfies Record<LoginChange, (names: { seller: string; left: number }) => string>
export const loginChangedText = ({
  change,
  firstName,
  ...names
}: {
  change: LoginChange
  firstName: string
  seller: string
  left: number
}) => `Hello ${firstName}. ${loginChangeTexts[change](names)}`
export const chooseNewPassword = 'Choose a new password'
export const loginChangedContact =
  "If this wasn't you, choose a new password now and tell reception at your venue."
export const alreadyStaff = ({ email }: { email: string }) => `${email} is staff already.`
export const addressUnconfirmed = ({ email }: { email: string }) =>
  `${email} belongs to a customer account whose owner hasn't confirmed it. Ask them to follow the link in their welcome e-mail first.`
/** The sentences of the specification. */
export const lastAdministrator = 'Without an administrator nobody could give rights back.'
export const ownRights = 'Somebody else has to change your rights.'
export const rightsBeyondOwn = "You can't give or take rights that you don't have yourself."
export const keyTooLong = 'A key works for two years at most. Choose an earlier day.'
export const scopeBeyondOwn = "You can't give a key more than you may do yourself."
export const lastDayOver = 'This day has passed.'
export const chooseVenue = 'Choose a venue of yours.'
export const chooseInstructor = 'Choose who they are in the timetable.'
