import { plural } from '#messages/format.ts'

// The second step of log-in
export const title = 'Two-step verification'
export const enterCode = 'Enter the code from your authenticator app.'
export const code = 'Code'
export const codeHint = 'Six digits. Or enter one of your recovery codes.'
export const remember = "Don't ask for a code in this browser for 30 days"
export const logIn = 'Log in'
export const startAgain = 'Start again'

// Set it up
export const setUpToLogIn = 'Your operator wants staff to use two-step verification. Set it up to log in.'
export const whatItIs =
  'Besides your password, you enter a code from an app on your phone. A stolen password alone is not enough to log in.'
export const scan = '1. Install an authenticator app on your phone and scan this code with it.'
export const qrCode = 'QR code for your authenticator app'
export const openApp = 'Open the app on this phone'
export const typeSecret = "Can't scan? Type this key into the app:"
export const enterFirstCode = '2. Enter the six digits that the app displays.'
export const turnOn = 'Turn on'
export const setUp = 'Set up'
export const needsScript = 'Turn on JavaScript in your browser to set up two-step verification.'

// Recovery codes
export const recoveryCodes = 'Your recovery codes'
export const recoveryHelp =
  "Save these codes now. Each one works once, if you lose your phone. We can't display them again."
export const copy = 'Copy codes'
export const copied = 'Copied.'
export const notCopied =
  "Copying isn't possible here. Write the codes down, or select and copy them yourself."
export const savedAndLogIn = "I've saved them. Log in"
export const savedThem = "I've saved them"

// In the account
export const securityTitle = 'Log-in and security'
export const securityLead = 'What it takes to log in to your account.'
export const isOff = 'Two-step verification is off.'
export const isOn = ({ date }: { date: string }): string => `On since ${date}.`
export const codesLeft = ({ count }: { count: number }): string =>
  plural(count, { one: `${count} recovery code left.`, other: `${count} recovery codes left.` })
export const isRequired = 'Your operator wants staff to use it.'
export const currentPassword = 'Current password'
export const currentPasswordHint = "Enter it to confirm it's you."
export const newCodes = 'New recovery codes'
export const turnOff = 'Turn off'
export const turnOffTitle = 'Turn off two-step verification'
export const cancel = 'Cancel'
export const turnedOff = 'Two-step verification is off.'
export const turnedOn = 'Two-step verification is on.'
