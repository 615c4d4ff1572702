import { language, madeOnUse } from '#messages/format.ts'

export const title = 'Move this booking'
export const close = 'Close'
export const retry = 'Retry'
export const now = 'Now'
export const day = 'Day'
export const earlierDay = 'Earlier day'
export const laterDay = 'Later day'
export const newTime = 'New time'
export const hours = ({ from, to }: { from: string; to: string }) => `${from} to ${to}`
export const placesLeft = ({ places }: { places: number }) =>
  places === 1 ? '1 place left' : `${places} places left`
export const noCharge = 'No charge'
export const back = ({ amount }: { amount: string }) => `${amount} back`
export const more = ({ amount }: { amount: string }) => `${amount} more`
export const dearerTimes = 'Times that cost more'
export const dearerHelp = 'These are new bookings. Book one first, then come back and cancel this booking.'
/** Where the person cannot be at both, so that the new time cannot be booked first. */
export const dearerOverlap = 'At the same time as this booking: cancel this one first.'
export const bookFor = ({ price }: { price: string }) => `Book for ${price}`
export const payNow = ({ amount }: { amount: string }) =>
  `${amount} to pay now by card. Your booking stays where it is until you have paid.`
export const continueToPayment = 'Continue to payment'
export const takeAtDesk = ({ amount }: { amount: string }) =>
  `The customer pays ${amount} more. The booking moves once you have recorded how.`
export const paidInCash = ({ amount }: { amount: string }) => `${amount} paid in cash`
export const paidByTerminal = ({ amount }: { amount: string }) => `${amount} paid by card`
export const paidMore = ({ amount }: { amount: string }) => `${amount} taken`
export const holding = 'Holding the time…'
export const noTimes = 'No other times are open'
export const noTimesHelp = 'More times open over the next days. Your booking stays as it is.'
export const noTimesAtPrice = 'No time on this day costs the same or less.'
export const noTimesOnDay = 'No other times on this day.'
export const keepBooking = 'Keep booking'
export const moveBooking = 'Move booking'
export const moving = 'Moving…'
export const chooseTime = 'Choose a new time first.'
export const movedTo = ({ time }: { time: string }) => `Moved to ${time}`
export const stays = ({ problem, time }: { problem: string; time: string }) =>
  `${problem} Your booking is still on ${time}.`
export const failed = 'Something has gone wrong, please try again.'
export const mailed = "We've e-mailed the new time. The access code stays the same."
export const done = 'Done'

const days = madeOnUse(
  () =>
    new Intl.DateTimeFormat(language, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }),
)

/** `Thu 4 Mar`, from `2027-03-04`, whatever the time zone of the device. */
export const dayLabel = (day: string) => days().format(new Date(`${day}T00:00:00Z`))
