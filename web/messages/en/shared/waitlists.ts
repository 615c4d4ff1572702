import { ordinal } from '#messages/format.ts'

/** The exact texts of the specification, section 8. */
export const joined = 'Successfully joined the waitlist.'
export const left = 'Successfully removed from the waitlist.'
export const failed = 'Something went wrong, please try again.'
export const failedBecause = ({ reason }: { reason: string }) => `${failed} ${reason}`

export const leaveWaitlist = 'Leave waitlist'
export const leaveWaitlistFor = ({ session }: { session: string }) => `Leave waitlist: ${session}`
export const leaveQuestion = 'Give up your place in the queue?'
export const leaveNow = 'Yes, leave'
export const stay = 'Stay'
export const decline = 'Decline'
export const declinePlaceFor = ({ session }: { session: string }) => `Decline: ${session}`
export const book = 'Book {hidden}'
export const reservedUntil = ({ time }: { time: string }) => `Place reserved until ${time}`
export const history = 'History {hidden}'
export const sessionName = ({ name, time }: { name: string; time: string }) => `${name}, ${time}`

// Status
export const positionOf = ({ position, total }: { position: number; total: number }) =>
  `${ordinal(position)} of ${total}`
export const placeReserved = 'Place reserved for you'
export const placeTaken = 'Place booked'
export const declined = 'Declined'
export const expired = 'Not booked in time'
export const calledOff = 'Cancelled by the venue'
export const closed = 'Closed'
