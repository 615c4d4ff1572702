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

// The link out of news
export const newsLink = {
  question: ({ operator }: { operator: string }) => ({
    title: 'Stop news by e-mail?',
    text: `${operator} will send you no more news and offers. Messages about your bookings and payments still come.`,
  }),
  done: ({ operator }: { operator: string }) => ({
    title: 'You get no more news',
    text: `${operator} will send you no more news and offers. You can subscribe again in your account.`,
  }),
  unknown: ({ operator }: { operator: string }) => ({
    title: 'This link does not work',
    text: `Copy all of it from the message, or unsubscribe in your account with ${operator}.`,
  }),
}
export const newsLinkButton = 'Unsubscribe'
