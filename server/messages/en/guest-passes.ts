export const dayInPast = 'Choose today or a later day.'
export const dayOutsidePass = "This pass isn't valid on that day."
export const notAvailable = 'This pass has already been sent or has expired.'
export const alreadyUsed = 'This pass has already been used or has expired.'
export const venueUnknown = 'Choose a venue from the list.'

// At the desk
export const codeNotFound = 'No booking or guest pass found for this code.'
export const passNotFound = "We couldn't find that guest pass."
export const usedToday = ({ time, name }: { time: string; name: string | null }) =>
  `This pass was used today at ${time}${by(name)}.`
export const usedOn = ({ day, name }: { day: string; name: string | null }) =>
  `This pass was used on ${day}${by(name)}.`
const by = (name: string | null) => (name === null ? '' : ` (admitted by ${name})`)
export const passWithdrawn = 'The member has withdrawn this pass.'
export const passExpired = ({ day }: { day: string }) => `This pass has expired. It was valid until ${day}.`
export const visitOver = ({ day }: { day: string }) => `This pass has expired. It was for ${day}.`
export const passNotSent =
  "This pass hasn't been sent to a guest yet. The member can send it from their account."
export const anotherVenue = ({ venue }: { venue: string }) => `This pass is for ${venue}.`
export const anotherDay = ({ day }: { day: string }) => `This pass is for ${day}.`
export const undoTooLate = 'You can only undo this on the day the guest was admitted.'
export const undoElsewhere = ({ venue }: { venue: string }) =>
  `The guest was admitted at ${venue}. Only ${venue} can undo this.`

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
export const usedSubject = ({ guest, venueName }: { guest: string; venueName: string }) =>
  guest === '' ? `Your guest has visited ${venueName}` : `${guest} has visited ${venueName}`
export const usedHeading = 'Your guest pass was used'
export const usedText = ({
  firstName,
  guest,
  name,
  venueName,
  day,
}: {
  firstName: string
  guest: string
  name: string
  venueName: string
  day: string
}) =>
  `Hello ${firstName}, ${guest === '' ? 'your guest' : guest} came to ${venueName} on ${day} with your guest pass: ${name}.`
export const seePasses = 'See your guest passes'
export const withdrawnSubject = ({ senderName, venueName }: { senderName: string; venueName: string }) =>
  `${senderName} has withdrawn your guest pass for ${venueName}`
export const withdrawnHeading = 'Your guest pass is withdrawn'
export const withdrawnText = ({ firstName, senderName, name, venueName, day }: PassOfGuest) =>
  `Hello ${firstName}, ${senderName} has withdrawn your guest pass: ${name}. It was for ${venueName} on ${day}, and its code doesn't work any more.`
