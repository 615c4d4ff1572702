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
