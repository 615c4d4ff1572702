import { list, plural } from '#messages/format.ts'

export const attendees = 'Attendees'
export const lead = "Tell us who's coming. We save what you enter as you go."
export const optionalLead = 'These questions are optional. Leave them blank to skip them.'
export const javascriptTitle = 'Turn on JavaScript to continue'
export const javascriptText =
  'JavaScript is off in your browser. Your basket is saved. Turn JavaScript on and reload this page.'
export const questionsFailed = "We couldn't load the questions."
export const tryAgain = 'Try again'
export const loading = 'Loading'
export const nothingNeeded = 'Nothing to fill in for this basket'
export const continueToCheckout = 'Continue to checkout'
export const saving = 'Saving…'
export const aboutBooking = 'About this booking'

/** The exact text of the specification, section 8. */
export const waiversFailed = 'Error with waivers, unable to complete order, please try again'
export const errorTitle = 'There is a problem'

// One attendee
export const attendee = 'Attendee'
export const anotherAttendee = 'Another attendee'
export const agreesForAll = 'Person who agrees for everyone'
export const personOf = ({ number, total }: { number: number; total: number }) =>
  `Person ${number} of ${total}`
export const tickets = ({ names }: { names: readonly string[] }) =>
  plural(names.length, { one: `Ticket: ${list(names)}`, other: `Tickets: ${list(names)}` })
export const ticketAt = ({ ticket, time }: { ticket: string; time: string }) => `${ticket} (${time})`
export const firstName = 'First name'
export const lastName = 'Last name'
export const dateOfBirth = 'Date of birth'
export const dateOfBirthHint = 'Like 31 March 1990 or 31/3/1990.'
export const born = ({ date }: { date: string }) => `Born ${date}`
export const someoneElse = 'Someone else'
export const accepted = '{name} has agreed to the {waiver}.'
export const acceptedUntil = '{name} has agreed to the {waiver}, valid until {date}.'
export const alreadyAgreed = ({ waiver, date }: { waiver: string; date: string }) =>
  `${waiver}: agreed, valid until ${date}. Nothing to sign.`
export const agree = ({ waiver }: { waiver: string }) => `I have read the ${waiver} and agree to it`
export const agreeFor = ({ waiver, name }: { waiver: string; name: string }) =>
  `I have read the ${waiver} and agree to it for ${name}`
export const chooseAnswer = 'Choose an answer'

// The adult who signs for people under 18
export const guardian = 'Parent or guardian'
export const guardianLead = ({ names }: { names: readonly string[] }) =>
  plural(names.length, {
    one: `${list(names)} is under 18, so an adult signs for them.`,
    other: `${list(names)} are under 18, so an adult signs for them.`,
  })
export const guardianOnce = 'We record this name with each waiver you agree to here.'
export const unnamedMinor = 'Someone you named'
export const guardianName = 'Full name of the adult'
export const guardianRelation = 'They are a'
export const chooseRelation = 'Choose one'
export const guardianRelations = {
  parent: 'Parent',
  guardian: 'Legal guardian',
  relative: 'Grandparent or other relative',
  other: 'Other adult responsible',
}
export const guardianNameMissing = 'Enter the full name of the adult who signs'
export const guardianRelationMissing = 'Choose who signs for the people under 18'

// What is missing
export const firstNameMissing = 'Enter the first name'
export const lastNameMissing = 'Enter the last name'
export const dateOfBirthMissing = 'Enter the date of birth'
export const agreementMissing = ({ waiver }: { waiver: string }) => `Agree to the ${waiver}`
export const choiceMissing = ({ question }: { question: string }) => `Choose an answer to “${question}”`
export const boxMissing = ({ question }: { question: string }) => `Tick “${question}”`
export const answerMissing = ({ question }: { question: string }) => `Answer “${question}”`
/** In a list of mistakes, whose each one is: `Ravi: agree to the health statement`. */
export const missingOf = ({ name, missing }: { name: string; missing: string }) =>
  `${name}: ${missing.charAt(0).toLowerCase()}${missing.slice(1)}`

// People who came before
export const previousAttendee = 'Someone you brought before'
export const previousAttendeeHint = 'Type two letters of their name, or fill in the fields below.'
export const personBorn = '{name}, born {date}'
export const searchFailed = "Search isn't working at the moment. Fill in the details below."
export const noPeopleFound = 'No people found. Fill in the details below.'
export const peopleFound = ({ count }: { count: number }) =>
  plural(count, { one: `${count} person found`, other: `${count} people found` })
