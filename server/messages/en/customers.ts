export const dateOfBirthUnlikely = 'Enter a real date of birth.'
export const tooYoung = ({ minimumAge }: { minimumAge: number }) =>
  `You must be at least ${minimumAge} to register. Ask a parent to add you to their account.`
export const phoneUnlikely = 'Enter a phone number, like 01632 960 001 or +44 1632 960 001.'
export const postcodeUnlikely = 'Enter the whole postcode, like OL1 9ZZ.'
export const emailTaken = 'This e-mail address already has an account. Log in or reset your password.'
export const venueUnknown = 'Choose a venue from the list.'
export const languageNotOffered = 'Choose a language that we offer.'
export const alreadyLoggedIn = "You're already logged in."
export const termsRequired = 'You must accept the terms.'
export const foreignClient = 'This client belongs to another operator.'
export const searchTooShort = 'Enter at least 2 letters.'
export const customerNotFound = "We couldn't find that customer."
export const inductionNotFound = "We couldn't find that induction."
export const dayToCome = 'Choose today or a day before.'

// Mail
export const welcomeSubject = ({ seller }: { seller: string }) => `Welcome to ${seller}`
export const welcomeHeading = ({ firstName }: { firstName: string }) => `Welcome, ${firstName}`
export const welcomeText = ({ reference }: { reference: string }) =>
  `Your account is ready. Your customer number is ${reference}. You can log in with it or with this e-mail address.`
export const confirmAddress = 'Confirm e-mail address'
export const confirmAddressText = 'Is this the right address? Please confirm it within 7 days.'
export const bookActivity = 'Book an activity'
