// Why a booking is not moved
export const byPartner = 'You booked this through another company. Ask them to change it.'
export const byReference =
  "This booking has another customer's price, so it can't be moved. Cancel it and book again."
export const tooLate = "It's too late to move this booking. Free changes have ended."
export const sameTime = 'Your booking is already at this time.'
export const notThere = "We couldn't find that time. Choose another one."
export const costsMore = ({ price, more }: { price: string; more: string }) =>
  `This time costs ${price}, which is ${more} more. Book it as a new booking, then cancel this one.`
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
  before: ({ time }: { time: string }) => `It was on ${time}.`,
  notYou: "If this wasn't you, contact us.",
}
