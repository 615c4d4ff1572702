import { inSentence } from '#messages/rareFormat.ts'
export const joinPage = ({ plan, venue }: { plan: string; venue: string }): string =>
  `Join ${plan} – ${venue}`
export const join = ({ plan }: { plan: string }): string => `Join ${plan}`
export const yourMembership = 'Your membership'
export const chooseAnother = 'Choose another membership'

// Another membership that covers the same
export const alreadyHave = ({ membership }: { membership: string }) => `You already have ${membership}`
export const overlap = ({ activities, ends }: { activities: string; ends: string | null }): string =>
  `${ends === null ? 'It' : `Until ${ends} it`} covers ${activities} too, so you'd pay for the same twice.`
export const overlapAll = ({ ends }: { ends: string | null }): string =>
  `${ends === null ? 'It' : `Until ${ends} it`} covers everything this one does, so you'd pay for the same twice.`
export const seeMemberships = 'See your memberships'

// A visitor's first step
export const createAccountFirst = 'First, create your account'
export const logInFirst = 'First, log in'
export const alreadyRegistered = 'Already have an account?'
export const logIn = 'Log in'
export const noAccountYet = 'No account yet?'
export const createAccount = 'Create an account'

export const scriptTitle = 'Turn on JavaScript to join online'
export const scriptHelp = 'Turn it on in your browser and reload this page, or join at reception.'
export const checkAnswers = "Check your answers. We've marked the ones that need changing."

export const startDate = 'Start date'
export const firstDay = 'First day'
export const firstDayHint = 'Today or in the next 60 days.'
export const paymentDay = 'Monthly payment day'
export const paymentDayHint = 'From the 1st to the 28th.'

export const laterPayments = 'Later payments'
export const method = { card: 'Card', direct_debit: 'Direct Debit' } as const
export const methodHelp = {
  card: 'The card you pay with today, saved securely.',
  direct_debit: 'From your bank account. We tell you before each payment.',
} as const

export const accountName = 'Name on the account'
export const sortCode = 'Sort code'
export const sortCodeExample = '00-00-00'
export const accountNumber = 'Account number'
export const guarantee = 'The Direct Debit Guarantee'
export const guaranteeText =
  'We tell you about every payment before we collect it. If we make a mistake, your bank refunds you in full straight away. You can cancel a Direct Debit at any time with your bank. Please tell us too.'

export const yourDocument = ({ document }: { document: string }): string => `Your ${inSentence(document)}`

export const terms = 'Terms'
export const readTerms = ({ terms: name }: { terms: string }): string => `Read the ${name.toLowerCase()}`
export const acceptTerms = ({ terms: name }: { terms: string }): string =>
  `I have read and accept the ${name.toLowerCase()}`

export const continueFree = 'Continue'
export const continueToPayment = 'Continue to payment'
export const bankDetailsSecure =
  "Your bank details go straight to our Direct Debit provider. We don't store them."
export const checkBeforePaying = 'You can check everything before you pay.'
