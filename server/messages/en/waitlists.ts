// Why somebody cannot join
/** `firstName` is null for the reader themselves. */
export const alreadyOnWaitlist = ({ firstName }: { firstName: string | null }) =>
  firstName === null ? "You're already on the waitlist." : `${firstName} is already on the waitlist.`
export const placesFree = 'Spaces are available. Book now.'
export const closed = 'The waitlist is closed.'
export const cancelled = 'This session has been cancelled.'
export const noWaitlist = "This session doesn't have a waitlist."
export const noPriceForAge = 'There is no price for this age.'
export const noPriceWithoutProof = "Every price here needs proof. We haven't seen yours, or it has expired."
export const noPlaceToOffer = "You can't offer this person a place right now."

// History
export const joined = 'Joined the waitlist'
export const left = 'Left the waitlist'
export const offered = 'Place reserved'
export const offeredUntil = ({ until }: { until: string }) => `Place reserved until ${until}`
export const taken = 'Place added to the basket'
export const passed = 'Declined. The place went to the next person.'
export const lapsed = 'Not booked in time. The place went to the next person.'
export const bookedElsewhere = 'Booked another way'
export const removedForClash = 'Removed: another booking is at the same time.'
export const calledOff = 'Cancelled by the venue'
export const tooLate = 'No place became free in time'
export const withdrawn = 'The venue withdrew the place. You are back in your old position.'
export const passedOver = 'The venue gave a place to someone further back'

export const paused = 'Paused while another place is reserved for you'
export const resumed = 'Back in your old position'

// For any place between two times
export const wrongTimes = 'The end time must be after the start time.'
export const nothingBetween = "There's nothing to wait for between these times."
export const tooLateToRejoin = "It's too late to undo this. You can join the waitlist again."

// Mail
type Mail = { firstName: string; title: string }
type Titled = { title: string; when: string }
export const lines = {
  when: ({ day, from, to }: { day: string; from: string; to: string }) => `${day}, ${from} to ${to}`,
  where: ({ location, venue }: { location: string; venue: string }) => `${location}, ${venue}`,
}
export const offerSubject = ({ title, when }: Titled) => `A place for you: ${title}, ${when}`
export const offerHeading = 'A place is free'
export const offerText = ({ firstName, until }: Pick<Mail, 'firstName'> & { until: string | null }) =>
  until === null
    ? `Hello ${firstName}, you're next on the waitlist. We've reserved a place for you.`
    : `Hello ${firstName}, you're next on the waitlist. We've reserved a place for you until ${until}.`
export const offerLink = 'Book this place'
export const offerDecline = "Can't make it? Decline and we'll offer it to the next person."
export const lapseSubject = ({ title, when }: Titled) => `No longer reserved for you: ${title}, ${when}`
export const lapseHeading = 'The place went to the next person'
export const lapseText = ({ firstName }: Pick<Mail, 'firstName'>) =>
  `Hello ${firstName}, you didn't book the place we reserved for you in time. We haven't charged you.`
export const lapseLink = 'See if places are free, or join the waitlist again'
export const withdrawalSubject = ({ title, when }: Titled) => `Place withdrawn: ${title}, ${when}`
export const withdrawalHeading = 'The venue now has fewer places'
export const withdrawalLink = 'See your waitlists'
export const withdrawalText = ({ firstName }: Pick<Mail, 'firstName'>) =>
  `Hello ${firstName}, we're sorry. The venue now has fewer places, so the place we reserved for you is gone. You're back on the waitlist, in your old position.`
export const callOffSubject = ({ title, when }: Titled) => `Cancelled: ${title}, ${when}`
export const callOffText = ({ firstName }: Pick<Mail, 'firstName'>) =>
  `Hello ${firstName}, we're sorry, this session can't go ahead, so the place we reserved for you is gone. We haven't charged you.`
export const callOffLink = 'Find another time'
export const changeSubject = ({ title, when }: Titled) => `Changed: ${title}, ${when}`
export const changeHeading = "The session you're waiting for has changed"
export const changeText = ({ firstName }: Pick<Mail, 'firstName'>) =>
  `Hello ${firstName}, the venue has changed a session that you are on the waitlist for. You keep your position. Here is what it is now:`
export const changeLeave = "If it doesn't suit you any more, leave the waitlist."
