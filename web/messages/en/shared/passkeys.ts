export const title = 'Passkeys'
export const choosePasskey = 'Use a passkey'
export const passkeyNeeded = 'Use your passkey to log in.'
export const notInFrame = "Passkeys don't work inside another website."
export const notInBrowser = "This browser can't use passkeys. Log in on a device that can."
export const cancelled = 'That was cancelled, or took too long. Try again.'
export const failed = "Passkeys don't work here. Log in with your password."
export const failedToAdd = "This browser couldn't make a passkey here."
export const alreadyThere = 'This device has a passkey for your account already.'

// In the account
export const whatTheyAre =
  'With a passkey you log in by fingerprint, face or screen lock, without a password or code.'
export const none = "You don't have a passkey yet."
export const added = ({ date }: { date: string }): string => `Added on ${date}.`
export const lastUsed = ({ date }: { date: string }): string => `Last used on ${date}.`
export const neverUsed = 'Not used yet.'
export const name = 'Name'
export const nameHint = 'So that you recognise it, like "My phone".'
export const add = 'Add a passkey'
export const wasAdded = ({ name: passkey }: { name: string }): string => `${passkey} has been added.`
export const remove = 'Remove'
export const removeNamed = ({ name: passkey }: { name: string }): string => `Remove ${passkey}`
export const removeQuestion = ({ name: passkey }: { name: string }): string => `Remove ${passkey}?`
export const removeHelp = 'You can no longer log in with it. Delete it on your device, too.'
export const cancel = 'Cancel'
export const wasRemoved = ({ name: passkey }: { name: string }): string => `${passkey} has been removed.`
export const needsScript = 'Turn on JavaScript in your browser to add a passkey.'
