import { listAll, plural } from './format.ts'

export const cardsUnavailable =
  "We can't save cards at the moment, so nothing has changed. Try again in a few minutes."

// Back from the bank
export const cardApproved = 'Your bank has approved the card.'

export const cardPending = 'Your bank is still checking the card.'

export const cardDeclined = "Your bank hasn't approved the card."

export const cardChanged = 'From now on we collect your membership from it.'

export const cardNotChanged = "We haven't changed the card for your membership."

export const backToMemberships = 'Back to your memberships'
export const missed = ({ name, day }: { name: string; day: string }) => `Missed: ${name}, ${day}`

export const attendedAfterAll = 'Marked as attended'

export const alreadySettled = 'This penalty has been paid or waived already.'

export const penaltyRefunded = ({ penalty }: { penalty: string }) => `Refunded: ${penalty}`

export const refundedInFull = 'The whole price of the booking was refunded'

export const unpaid = 'You have an unpaid penalty. Add it to your basket to pay it with your booking.'

// Debts on a customer's account
export const accountDebt = ({ day }: { day: string }) => `On your account, up to ${day}`

export const nothingOwed = 'You owe nothing on your account.'
/** The text of the specification. */
export const notApplicable = 'Credit amount could not be applied.'

// Entries of the credit account
export const reserved = 'Reserved for a basket'

export const released = 'Returned from a basket'

export const expired = 'Expired'

export const frozen = 'On hold while your bank looks into the card payment it came from'

export const unfrozen = 'No longer on hold'

export const writtenOff = 'Your bank has paid it back to your card'

export const accountClosed = 'Account closed'

// Mail
type ExpiringCard = { firstName: string; brand: string; lastFour: string; day: string }
export const cardExpiringSubject = ({ brand, lastFour, day }: Omit<ExpiringCard, 'firstName'>) =>
  `Your ${brand} ending in ${lastFour} expires on ${day}`
export const cardExpiringHeading = 'Your saved card is about to expire'
export const cardExpiringText = ({ firstName, brand, lastFour, day }: ExpiringCard) =>
  `Hello ${firstName}, you can pay with your saved ${brand} ending in ${lastFour} until ${day}. After that, enter your new card the next time you pay, and save it if you like.`
export const membershipCardExpiringText = ({
  firstName,
  brand,
  lastFour,
  day,
  plans,
}: ExpiringCard & { plans: readonly string[] }) =>
  `Hello ${firstName}, we collect ${plural(plans.length, {
    one: `your ${listAll(plans)} membership`,
    other: `your memberships ${listAll(plans)}`,
  })} from your ${brand} ending in ${lastFour}, which expires on ${day}. Give us another card before then, so that your next payment doesn't fail.`
export const seeCards = 'See your saved cards'
export const changeCard = 'Change the card'
