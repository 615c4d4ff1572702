// Details of a person
export const firstName = 'First name'
export const lastName = 'Last name'
export const dateOfBirth = 'Date of birth'
export const dateOfBirthHint = 'Like 31 March 1990 or 31/3/1990.'
export const phone = 'Phone'
export const email = 'E-mail address'
export const addressLineOne = 'Address'
export const addressLineTwo = 'Address line 2'
export const city = 'Town or city'
export const postcode = 'Postcode'
export const homeVenue = 'Home venue'
export const noPreference = 'No preference'

// A new account
export const password = 'Password'
export const passwordHint = 'At least 10 characters.'
export const acceptTerms = ({ terms }: { terms: string }): string =>
  `I have read and accept the ${terms.charAt(0).toLowerCase()}${terms.slice(1)}`
export const readTerms = ({ terms }: { terms: string }): string => `Read ${terms}`
export const checkAnswers = "Check your answers. We've marked the ones that need changing."
export const sendNews = 'Send me news and offers by e-mail'

// Parts of the form
export const aboutYou = 'About you'
export const loginDetails = 'Login details'
export const addressAndVenue = 'Address and home venue'
