export const dayInPast = 'Choose today or a later day.'
export const dayOutsidePass = "This pass isn't valid on that day."
export const notAvailable = 'This pass has already been sent or has expired.'
export const alreadyUsed = 'This pass has already been used or has expired.'
export const venueUnknown = 'Choose a venue from the list.'

// Mail
export const subject = ({ name }: { name: string }) => `You're invited: ${name}`
export const heading = "You're invited"
export const text = ({ firstName, name, day }: { firstName: string; name: string; day: string }) =>
  `Hello ${firstName}, someone has sent you a guest pass: ${name}, for ${day}.`
export const code = ({ code: value }: { code: string }) => `Code ${value}`
export const showCode = 'Show this code at reception.'
export const seeVenue = 'See the venue'
