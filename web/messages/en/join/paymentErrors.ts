export const declinedText = "You haven't been charged. Try another card, or ask your bank why."
export const challengeFailedText = "You haven't been charged. Try again or use another card."
export const expired = 'This page has expired.'
export const expiredText =
  "Prices are valid for a day. You haven't been charged. Choose your membership again."
export const startedAgain = 'You started joining again in another window.'
export const startedAgainText =
  "You haven't been charged. Continue in the other window, or choose your membership again."
