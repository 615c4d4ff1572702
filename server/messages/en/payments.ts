export const cardsUnavailable =
  "We can't save cards at the moment, so nothing has changed. Try again in a few minutes."

// Back from the bank
export const cardApproved = 'Your bank has approved the card.'
export const cardPending = 'Your bank is still checking the card.'
export const cardDeclined = "Your bank hasn't approved the card."
export const cardChanged = 'From now on we collect your membership from it.'
export const cardNotChanged = "We haven't changed the card for your membership."
export const backToMemberships = 'Back to your memberships'
