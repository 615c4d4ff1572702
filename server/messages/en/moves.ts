import { howPaid } from './tenders.ts'

// Why a booking is not moved
export const byPartner = 'You booked this through another company. Ask them to change it.'
export const byReference =
  "This booking has another customer's price, so it can't be moved. Cancel it and book again."
export const tooLate = "It's too late to move this booking. Free changes have ended."
export const sameTime = 'Your booking is already at this time.'
export const notThere = "We couldn't find that time. Choose another one."
export const costsMore = ({ price, more }: { price: string; more: string }) =>
  `This time costs ${price}, which is ${more} more. Choose it again to pay the difference.`
export const priceChanged = ({ price }: { price: string }) =>
  `The price has changed: this time now costs ${price}. Please check and choose again.`
export const waiverNeeded =
  'The agreement you signed has ended by then. Cancel this booking and book again to sign a new one.'

/** An entry of credit or of an account. */
export const movedEntry = ({ name, when }: { name: string; when: string }) => `Moved: ${name}, ${when}`
/** A reason in the books of the desk. */
export const moved = 'Moved to a cheaper time'

export const mail = {
  subject: ({ booking }: { booking: string }) => `Your booking has moved: ${booking}`,
  heading: 'Your booking has moved',
  text: 'This is your new time. Your access code stays the same.',
  paid: ({
    amount,
    tender,
    hasReceipt,
  }: {
    amount: string
    tender: keyof typeof howPaid
    hasReceipt: boolean
  }) =>
    `The new time costs more. You paid ${amount} ${howPaid[tender]}${hasReceipt ? ', which your receipt shows' : ''}.`,
  before: ({ time }: { time: string }) => `It was on ${time}.`,
  afterCutoff: "You can't cancel or move this booking free of charge any more: its new time is too close.",
  passOnPage:
    "Is it in your phone's wallet? Add it again from your booking's page, so that it shows the new time.",
  notYou: "If this wasn't you, contact us.",
}

// Moves that are paid for
export const onlyBuyer = 'Only the person who booked can pay for a time that costs more.'
export const moveInProgress =
  'A payment for moving this booking is in progress. Wait until your bank has answered.'
export const moveEnded = 'This move has ended. Choose the new time again.'
export const holdEnded = 'The new time is no longer held for you. Choose it again.'
export const whyNoLonger = {
  bookingChanged: 'Your booking has changed since you chose this time.',
  sessionChanged: 'The venue has changed the new time since you chose it.',
  priceChanged: 'The price of the new time has changed since you chose it.',
  tooLate,
} as const
export const moveLost = "Your booking hasn't moved, and we haven't charged your card."
export const whyLost = {
  full: 'The new time has no place left.',
  held: 'Someone else is booking the last place at the new time.',
  clash: 'You have another booking at the new time.',
  already_booked: 'You already have a booking at the new time.',
  cancelled: 'The venue has cancelled the new time.',
} as const
/** What a payment is for, in messages about it. */
export const notMovedYet = {
  declined: "Your bank declined the payment, so your booking hasn't moved to this time:",
  unanswered: "Your bank didn't answer in time, so your booking hasn't moved to this time:",
  pending: "Your bank hasn't answered yet. Your booking moves to this time once it has:",
  lost: "Your booking couldn't move to this time:",
} as const
export const staysMail = 'Your booking is still at its old time.'
export const lostSubject = ({ booking }: { booking: string }) => `Your booking hasn't moved: ${booking}`
export const lostHeading = "Your booking hasn't moved"
export const seeBookings = 'See your booking'
