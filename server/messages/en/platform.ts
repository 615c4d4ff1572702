import { listAny, plural } from './format.ts'

/** The exact texts of wire §1.3 and of the specification, section 8. */
export const unauthenticated = 'Unauthenticated.'
export const unauthorised = 'Unauthorised.'
export const failed = 'Something has gone wrong, please try again.'

export const notFound = "We couldn't find that."
export const busy = 'Many people are booking right now. Please try again.'

export const tooManyAttempts = ({ seconds }: { seconds: number }) =>
  seconds <= 90
    ? `Too many attempts. Wait ${plural(seconds, { one: '1 second', other: `${seconds} seconds` })} and try again.`
    : `Too many attempts. Wait ${Math.ceil(seconds / 60)} minutes and try again.`

// Requests that no page of ours sends
export const requestInvalid = 'The request is not valid.'
export const requestTooLarge = 'The request is too large.'
export const notJson = 'The request is not valid JSON.'
export const methodNotAllowed = 'This address does not accept this method.'
export const foreignOrigin = 'This request did not come from one of our pages.'
export const keyForm = 'Use 1 to 255 visible characters.'
export const keyReused = 'This key was used for a different request.'
export const callInProgress = 'The same request is still being processed.'
export const notAnId = 'Enter a valid id.'

// Fields
export const required = 'This is required.'
/** `field` is the name of the field in the contract. */
export const empty = ({ field }: { field: string }) => {
  const name = fieldNames.get(field)
  return name === undefined ? required : `Enter ${name}.`
}
const fieldNames: ReadonlyMap<string, string> = new Map([
  ['firstName', 'a first name'],
  ['lastName', 'a last name'],
  ['email', 'an e-mail address'],
  ['emailOrReference', 'your e-mail address or customer number'],
  ['username', 'your e-mail address or customer number'],
  ['password', 'a password'],
  ['search', 'a town or postcode'],
  ['reason', 'a reason'],
  ['reference', 'a reference'],
  ['code', 'a code'],
])
export const atMost = ({ maximum }: { maximum: string }) => `Enter ${maximum} or less.`
export const atMostCharacters = ({ maximum }: { maximum: string }) => `Use ${maximum} characters or fewer.`
export const atMostEntries = ({ maximum }: { maximum: string }) => `Choose ${maximum} or fewer.`
export const atLeast = ({ minimum }: { minimum: string }) => `Enter ${minimum} or more.`
export const atLeastCharacters = ({ minimum }: { minimum: string }) => `Use at least ${minimum} characters.`
export const atLeastEntries = ({ minimum }: { minimum: string }) => `Choose at least ${minimum}.`
export const oneOf = ({ values }: { values: readonly string[] }) => `Choose ${listAny(values)}.`
export const unusableCharacters = 'Remove the characters that cannot be shown.'
export const wrongFormat = 'Check the format.'
export const wrongType = 'This value has the wrong type.'
export const wrongTypes: Readonly<Record<string, string>> = {
  string: 'This must be text.',
  number: 'Enter a number.',
  int: 'Enter a whole number.',
  boolean: 'This must be true or false.',
  array: 'This must be a list.',
}

/** What the contract says of a field, by its own sentence, which clients of ours compare and others may show. */
export const ofContract: Readonly<Record<string, string>> = {
  'Choose who takes it.': 'Choose who takes it.',
  'Enter a whole number.': 'Enter a whole number.',
  'A session has no fewer than 0 places.': 'A session has no fewer than 0 places.',
  'A session has no more than 10,000 places.': 'A session has no more than 10,000 places.',
  'Choose at least 1.': 'Choose at least 1.',
  'Choose 100 or fewer.': 'Choose 100 or fewer.',
  'A booking can only be cancelled.': 'A booking can only be cancelled.',
  'Upload a JPEG or PNG picture, or a PDF.': 'Upload a JPEG or PNG picture, or a PDF.',
  'Choose a file.': 'Choose a file.',
  'This is not a favourite.': 'This is not a favourite.',
  'Enter a web address that begins with https://.': 'Enter a web address that begins with https://.',
  'Enter a date of birth, like 31 March 1990.': 'Enter a date of birth, like 31 March 1990.',
  'Enter a time, like 13:30.': 'Enter a time, like 13:30.',
  'Enter an e-mail address, like name@example.com.': 'Enter an e-mail address, like name@example.com.',
  'Use at least 10 characters.': 'Use at least 10 characters.',
  'Use 200 characters or fewer.': 'Use 200 characters or fewer.',
  'Choose a day from 1 to 28.': 'Choose a day from 1 to 28.',
  'Choose how to pay.': 'Choose how to pay.',
  'Choose cash or card.': 'Choose cash or card.',
  'Enter a percentage, like 7.5.': 'Enter a percentage, like 7.5.',
  'Enter 100 or less.': 'Enter 100 or less.',
  'Use at most 2 decimal places.': 'Use at most 2 decimal places.',
  'Enter your current password.': 'Enter your current password.',
  'This is not a point.': 'This is not a point.',
  'Type at least two letters.': 'Type at least two letters.',
  'Choose a date.': 'Choose a date.',
}
