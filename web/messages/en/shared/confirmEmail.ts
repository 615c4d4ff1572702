export const title = 'Confirm your e-mail address'
export const lead = 'Press the button to finish. It proves that this address is yours.'
export const confirm = 'Confirm e-mail address'
export const changeTitle = 'Change of e-mail address'
export const changeLead = 'Someone asked to use another e-mail address for your account. Was it you?'
export const allow = 'Yes, change it'
export const stop = 'No, keep this address'

export const needsScript = 'Turn on JavaScript in your browser to use this page.'

// Afterwards
export const verified = ({ email }: { email: string }) => `Thank you. ${email} is confirmed.`
export const changed = ({ email }: { email: string }) =>
  `Done. Your account now uses ${email}. Log in with it.`
export const oldAddressPending = ({ email }: { email: string }) =>
  `Thank you. ${email} is confirmed. We've also sent a link to your old address: open it to finish. Without an answer we change the address after 7 days.`
export const newAddressPending = ({ email }: { email: string }) =>
  `Thank you. Now open the link we've sent to ${email} to finish.`
export const refused = ({ email }: { email: string }) =>
  `The change is stopped. Your account still uses ${email}. Choose a new password, in case someone knows yours.`
export const newPassword = 'Choose a new password'
export const goOn = 'Book an activity'

// Links that do not work
export const linkIncomplete = "This link isn't complete"
export const linkIncompleteHelp = 'Open the link in your e-mail again.'
export const sendAgainHelp = 'Log in and open My details to get a new link.'

// In the account
export const unconfirmed = ({ email }: { email: string }) =>
  `Confirm your e-mail address: open the link we've sent to ${email}.`
export const pending = ({ email, current }: { email: string; current: string }) =>
  `You asked to change your address to ${email}. Open the links we've sent to both addresses. Until then we use ${current}.`
export const sendAgain = 'Send the link again'
export const keepAddress = 'Keep the old address'
export const unchanged = 'Your address stays the same.'
