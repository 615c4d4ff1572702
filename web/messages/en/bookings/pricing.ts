export const membershipPricing = 'Membership pricing'
export const lead = 'What everything costs, and what members save.'
export const viewBasket = 'View basket'
export const byReferenceLead =
  "Add another member's discount: enter their customer number (on their card or in their account)."
export const reference = 'Customer number {ticket}'
export const referenceFor = ({ ticket }: { ticket: string }) => `for ${ticket}`
export const referenceMissing = 'Enter a customer number'
export const checkPrice = 'Check price'
export const checking = 'Checking…'
export const priceForYou = ({ price }: { price: string }) => `${price} for you`
export const noDiscount = ({ price }: { price: string }) => `No discount on this ticket: ${price}.`
export const insteadOf = '{price} instead of {fullPrice}'
export const addToBasket = 'Add to basket'
export const adding = 'Adding…'
export const addTicket = ({ ticket, price }: { ticket: string; price: string }) =>
  `${addToBasket}: ${ticket}, ${price}`
export const loginText = 'Log in to see your own prices.'
export const logIn = 'Log in'
export const createAccount = 'Create an account'
export const noMembership = ({ name }: { name: string }) =>
  `${name}, you don't have a membership, so you see standard prices.`
type Named = { name: string; membership: string }
export const membershipApplied = ({ name, membership }: Named) =>
  `${name}, the prices you see when you book include your ${membership} discount.`
export const membershipFrozen = ({ name, membership, until }: Named & { until: string | null }) =>
  until === null
    ? `${name}, your ${membership} membership is frozen, so you pay standard prices.`
    : `${name}, your ${membership} membership is frozen until ${until}. You pay standard prices before then.`
export const membershipToStart = ({ name, membership, on }: Named & { on: string }) =>
  `${name}, your ${membership} membership starts on ${on}. You pay standard prices before then.`
export const freezePlanned = ({
  membership,
  from,
  until,
}: {
  membership: string
  from: string
  until: string | null
}) =>
  `Your ${membership} membership is frozen from ${from}${until === null ? '' : ` until ${until}`}. You pay standard prices for that time.`
export const bookActivity = 'Book an activity'
export const ticketsInBasket = 'Booking for another member? Choose a ticket to add their discount.'
export const ticketIn = ({ name, time }: { name: string; time: string }) => `${name}, ${time}`
export const buyMembership = 'Buy a membership'

// Discounts by activity
export const yourPricesAt = ({ venue }: { venue: string }) => `Your prices at ${venue}`
export const pricesAt = ({ venue }: { venue: string }) => `Prices at ${venue}`
export const venue = 'Venue'
export const showPrices = 'Show prices'
export const benefitsOf = ({ membership }: { membership: string }) => `${membership} prices`
export const noDiscountsHere = "This membership doesn't change any price at this venue."
export const activity = 'Activity'
export const fullPrice = 'Full price'
export const yourPrice = 'Your price'
export const free = 'Free'
export const standardPrice = 'Standard price'
export const members = 'Members'
export const noPrices = 'No prices are published for this venue yet.'
const periods = { day: 'day', week: 'week', month: 'month' } as const
/** How often a member has this price: "up to 4 a month". */
export const upTo = ({ uses, period }: { uses: number; period: 'day' | 'week' | 'month' }) =>
  `up to ${uses} a ${periods[period]}`
/** The memberships with the same price: "Gold, Family". */
export const plansWithPrice = (plans: readonly string[]) => plans.join(', ')
