/** Paying for a dearer time of a booking. */

export const title = 'Pay to move your booking'
export const heading = ({ amount }: { amount: string }) => `Pay ${amount} to move your booking`
export const lead = 'Your booking stays at its old time until you have paid.'
export const yourMove = 'Your move'
export const from = 'Now'
export const to = 'New time'
export const newPrice = 'New price'
export const paidAlready = 'Already paid'
export const toPay = 'To pay now'
export const heldUntil = ({ time }: { time: string }) => `We're holding the new time for you until ${time}.`
export const confirm = 'Move booking'
export const moving = 'Moving your booking'
export const moved = 'Your booking has moved'
export const movedLead = 'Your order number and access code stay the same.'
export const paid = ({ amount }: { amount: string }) => `You paid ${amount}.`
export const mailed = "We've e-mailed the new time."
export const nothingToPay = ''
export const holdEnded = 'The new time is no longer held for you'
export const holdEndedText = ({ time }: { time: string }) =>
  `You haven't been charged, and your booking is still on ${time}. Choose the new time again.`
export const ended = 'This move has ended'
export const endedText = ({ time }: { time: string }) => `Your booking is on ${time}.`
export const cancelledText = "This booking has been cancelled, so it can't be moved."
export const abandon = 'Keep my old time'
export const givingUp = 'Keeping your old time'
export const seeBooking = 'See your booking'
export const failed = 'Something has gone wrong, please try again.'

// Errors
export const declinedText =
  "You haven't been charged, and your booking is still at its old time. Try another card, or ask your bank why."
export const challengeFailedText =
  "You haven't been charged, and your booking is still at its old time. Try again or use another card."
export const unavailableText =
  "You haven't been charged, and we're still holding the new time. Try again in a moment."
export const notMoved = "Your booking hasn't moved."
export const notMovedText =
  "You haven't been charged. If your bank shows a pending payment, it will disappear by itself. Choose another time."
export const changedText = "You haven't been charged. Go back and choose the new time again."
export const afterCutoff =
  "Once you've moved it there, you can't cancel or move this booking free of charge: it's too close to the start."
