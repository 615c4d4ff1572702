type Named = { partner: string; seller: string }

// Where a supervisor lets a booking partner sell
export const logInTitle = 'Log in to continue'
export const logInLead = ({ partner, seller }: Named): string =>
  `${partner} wants to sell sessions of ${seller} in its own app. Log in as an administrator to answer.`
export const username = 'E-mail address or customer number'
export const password = 'Password'
export const logIn = 'Log in'
export const notSupervisor = 'Only an administrator can answer this.'
export const consentTitle = ({ partner }: Named): string => `Let ${partner} sell your sessions?`
export const consentLead = ({ partner, seller }: Named): string =>
  `You answer for ${seller}. If you allow it, ${partner} can:`
export const consentPoints = [
  'Book your sessions for its customers, at your public prices',
  'Cancel its own bookings within your terms',
  'Read what becomes of its own bookings',
]
export const allow = 'Allow'
export const refuse = 'No, go back'
export const errorTitle = "This didn't work"
export const errorLead =
  "Go back to the partner's app and try again. If it happens again, tell the partner this:"
export const tooMany = 'Too many requests. Try again in a minute.'
export const expired = 'The request has expired or was begun in another browser.'
export const refused = 'The seller did not allow it.'
export const switchedOff = 'This operator takes no bookings from partners.'
export const bodyTooLarge = 'The body is too large.'
export const unusableCharacters = 'The request contains characters that cannot be stored.'
export const failed = 'Something went wrong on our side.'
export const logInAtDesk = ({ desk }: { desk: string }): string =>
  `Log in at the front desk (${desk}) with your second step, then reload this page.`
