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
/** Who waits; `isOfOther`: not the reader, but a person whom they book for. */
type Waiting = { firstName: string; isOfOther: boolean }
type Titled = Waiting & { title: string; when: string }
const whom = ({ firstName, isOfOther }: Waiting) => (isOfOther ? firstName : 'you')
export const lines = {
  when: ({ day, from, to }: { day: string; from: string; to: string }) => `${day}, ${from} to ${to}`,
  where: ({ location, venue }: { location: string; venue: string }) => `${location}, ${venue}`,
}
export const offerSubject = ({ title, when, ...waiting }: Titled) =>
  `A place for ${whom(waiting)}: ${title}, ${when}`
export const offerHeading = 'A place is free'
export const offerText = ({ until, ...waiting }: Waiting & { until: string | null }) => {
  const next = waiting.isOfOther
    ? `${waiting.firstName} is next on the waitlist.`
    : `Hello ${waiting.firstName}, you're next on the waitlist.`
  return until === null
    ? `${next} We've reserved a place for ${whom(waiting)}.`
    : `${next} We've reserved a place for ${whom(waiting)} until ${until}.`
}
export const free = 'Free'
export const priceFrom = ({ amount }: { amount: string }) => `From ${amount}`

// In the message that a session has been called off
export const offeredInstead =
  "We've kept places for you at these sessions. Choose one: once you have booked it, the others go back."
export const alsoOn = 'These sessions have places. Book soon, they are not kept for you:'
export const reservedUntil = ({ until }: { until: string }) => `A place is kept for you until ${until}.`
export const noneReserved = 'No place is kept for you there.'
export const bookInstead = ({ name, time }: { name: string; time: string }) => `Book ${name}, ${time}`

export const offerLink = 'Book this place'
export const offerDecline = "Can't make it? Decline and we'll offer it to the next person."
export const declineLink = 'Decline'
export const lapseSubject = ({ title, when, ...waiting }: Titled) =>
  `No longer reserved for ${whom(waiting)}: ${title}, ${when}`
export const lapseHeading = 'The place went to the next person'
export const lapseText = ({ firstName, isOfOther }: Waiting) =>
  isOfOther
    ? `The place we reserved for ${firstName} wasn't booked in time. We haven't charged you.`
    : `Hello ${firstName}, you didn't book the place we reserved for you in time. We haven't charged you.`
export const lapseLink = 'See if places are free, or join the waitlist again'
export const withdrawalSubject = ({ title, when }: Pick<Titled, 'title' | 'when'>) =>
  `Place withdrawn: ${title}, ${when}`
export const withdrawalHeading = 'The venue now has fewer places'
export const withdrawalLink = 'See your waitlists'
export const withdrawalText = ({ firstName, isOfOther }: Waiting) =>
  isOfOther
    ? `We're sorry. The venue now has fewer places, so the place we reserved for ${firstName} is gone. ${firstName} is back on the waitlist, in the old position.`
    : `Hello ${firstName}, we're sorry. The venue now has fewer places, so the place we reserved for you is gone. You're back on the waitlist, in your old position.`
export const callOffSubject = ({ title, when }: Pick<Titled, 'title' | 'when'>) =>
  `Cancelled: ${title}, ${when}`
export const callOffText = ({ firstName, isOfOther }: Waiting) =>
  isOfOther
    ? `We're sorry, the session that ${firstName} was on the waitlist for can't go ahead. We haven't charged you.`
    : `Hello ${firstName}, we're sorry, the session you were on the waitlist for can't go ahead. We haven't charged you.`
export const callOffReason = ({ reason }: { reason: string }) => `The reason: ${reason}`
export const callOffLink = 'Find another time'
export const joinSubject = ({ title, when }: Pick<Titled, 'title' | 'when'>) =>
  `On the waitlist: ${title}, ${when}`
export const joinHeading = ({ firstName, isOfOther }: Waiting) =>
  isOfOther ? `${firstName} is on the waitlist` : "You're on the waitlist"
export const joinText = ({ position }: { position: number }) =>
  `Position ${position}. When a place comes free, we'll reserve it and e-mail you. Joining costs nothing, and you can leave at any time.`
export const changeSubject = ({ title, when }: Pick<Titled, 'title' | 'when'>) => `Changed: ${title}, ${when}`
export const changeHeading = ({ firstName, isOfOther }: Waiting) =>
  `The session ${isOfOther ? `${firstName} is` : "you're"} waiting for has changed`
export const changeText = ({ firstName, isOfOther }: Waiting) =>
  isOfOther
    ? `The venue has changed a session that ${firstName} is on the waitlist for. ${firstName} keeps the position. Here is what it is now:`
    : `Hello ${firstName}, the venue has changed a session that you are on the waitlist for. You keep your position. Here is what it is now:`
export const changeLeave = "If it doesn't suit you any more, leave the waitlist."
