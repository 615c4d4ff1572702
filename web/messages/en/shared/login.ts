// Log in
export const logIn = 'Log in'
export const loginLead = 'Manage your bookings, memberships and payments.'
export const joinLoginLead = 'Then choose your membership and pay.'
export const usernameLabel = 'E-mail address or customer number'
export const password = 'Password'
export const forgotPassword = 'Forgot your password?'
export const createAccount = 'Create an account'
export const findBooking = 'Find a booking made without an account'
export const needsScript = 'Turn on JavaScript in your browser to use this page.'
export const tookTooLong = 'That took too long. Log in again.'
export const cookiesBlocked = "We couldn't keep you logged in, because your browser blocks cookies here"
export const allowCookies = 'Allow cookies for this site in your browser, then log in again.'
export const openOwnTab = 'Open this page on our own site'
/** The specification's words for a failed login without a message of the server (F01). */
export const loginFailed = 'User signed out'

// Log in by a link in an e-mail
export const mailLink = 'E-mail me a link to log in'
export const mailLinkLead =
  "No password needed: we'll e-mail you a link that logs you in. It works for 15 minutes."
export const mailLinkSend = 'Send link'
export const mailLinkRequested =
  "If there's an account with this address, we've sent a link to it. It works for 15 minutes. You need to have confirmed the address before."
export const mailLinkPress = 'Press the button to log in to your account.'
export const mailLinkHere = 'Log in here'
export const mailLinkNew = 'Send me a new link'

// Forgotten password
export const forgottenPassword = 'Forgotten password'
export const forgottenLead = "We'll e-mail you a link to choose a new password."
export const sendLink = 'Send reset link'
export const backToLogin = 'Back to log in'

// New password
export const chooseNewPassword = 'Choose a new password'
export const newPassword = 'New password'
export const passwordHint = 'At least 10 characters.'
export const passwordSaved = 'Your new password is saved.'
export const saveAndLogIn = 'Save and log in'
export const requestNewLink = 'Request a new link'
export const linkIncomplete = "This link isn't complete"
export const linkIncompleteHelp = 'Open the link in your e-mail again, or request a new one.'
