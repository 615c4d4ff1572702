/** The exact texts of the specification, section 8. */
export const unableToComplete = 'Unable to complete your order, please try again.'
export const waiversFailed = 'Error with waivers, unable to complete order, please try again'

export const cardFormNotReady = "The card form couldn't load."
export const unknownOutcome =
  "We don't know yet whether your order went through. If you try again, you won't be charged twice."
export const cardDeclined = 'The card was declined.'
export const cardDeclinedText =
  "You haven't been charged. We're still holding your places. Try another card, or ask your bank why."
export const notAuthorisedText = "You haven't been charged. Try again or use another card."
export const sessionExpired = 'The card form timed out.'
export const sessionExpiredText = "You haven't been charged. Enter your card details again."
export const basketChanged = 'Your basket changed after you opened this page.'
export const basketChangedText = "You haven't been charged. Check your order and its total before you pay."
export const pendingDisappears = 'If your bank shows a pending payment, it will disappear by itself.'
export const providerUnavailable = "We can't reach the payment provider at the moment."
export const providerUnavailableText =
  "You haven't been charged. We're still holding your places. Try again in a moment."
export const challengeFailed = "Your bank didn't approve the payment."
export const challengeFailedText =
  "You haven't been charged. We're still holding your places. Try again or use another card."
export const challengeAbandoned = 'Bank verification was closed before it finished.'
export const challengeAbandonedText =
  "You haven't been charged. Check your details and enter your card again when you're ready."
export const notBooked = "We couldn't book your places."
export const releasedText =
  "Something in your order became unavailable while your bank checked the payment. You haven't been charged. If your bank shows a pending payment, it will disappear by itself."
export const refundedText =
  "Something in your order became unavailable while your bank checked the payment. We'll refund your card in full."
export const loggedOut = 'You were logged out before you paid.'
export const loggedOutText = "You haven't been charged. Check your order and pay again."
export const bankSilent = "Your bank didn't answer in time."
export const bankSilentText =
  "You haven't been charged. If your bank shows a pending payment, it will disappear by itself."
