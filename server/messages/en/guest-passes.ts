export const dayInPast = 'Choose today or a later day.'
export const dayOutsidePass = "This pass isn't valid on that day."
export const notAvailable = 'This pass has already been sent or has expired.'
export const alreadyUsed = 'This pass has already been used or has expired.'
export const venueUnknown = 'Choose a venue from the list.'

// Mail
export const subject = ({ senderName, venueName }: { senderName: string; venueName: string }) =>
  `${senderName} invites you to ${venueName}`
export const heading = "You're invited"
type PassOfGuest = { firstName: string; senderName: string; name: string; venueName: string; day: string }
export const text = ({ firstName, senderName, name, venueName, day }: PassOfGuest) =>
  `Hello ${firstName}, ${senderName} has sent you a guest pass: ${name}. It's for ${venueName} on ${day}.`
export const code = ({ code: value }: { code: string }) => `Code ${value}`
export const showCode = 'Show this code at reception.'
export const seeVenue = 'See the venue'
export const withdrawnSubject = ({ senderName, venueName }: { senderName: string; venueName: string }) =>
  `${senderName} has withdrawn your guest pass for ${venueName}`
export const withdrawnHeading = 'Your guest pass is withdrawn'
export const withdrawnText = ({ firstName, senderName, name, venueName, day }: PassOfGuest) =>
  `Hello ${firstName}, ${senderName} has withdrawn your guest pass: ${name}. It was for ${venueName} on ${day}, and its code doesn't work any more.`
