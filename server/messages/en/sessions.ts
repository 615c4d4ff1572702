/** The text of the wire description, section 4. */
export const resetRequested = 'If we know you, an e-mail is on its way.'
/** The text of the specification. */
export const invalidCredentials = 'Invalid credentials'
export const passwordIsEmail = "Choose a password that isn't your e-mail address."
export const passwordWeak = 'This password is too easy to guess. Choose another one.'
export const linkExpired = 'This link has been used or has expired. Ask for a new one.'

// Mail
export const newPassword = 'Choose a new password'
export const resetText = ({ firstName }: { firstName: string }) =>
  `Hello ${firstName}, someone asked to reset the password of your account.`
export const resetValidity = ({ minutes }: { minutes: number }) =>
  `The link works once, for ${minutes} minutes. If this wasn't you, you don't need to do anything. Your password stays the same.`
