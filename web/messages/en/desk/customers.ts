import { plural } from '#messages/format.ts'

// Search
export const findCustomer = 'Find a customer'
export const searchExample = 'Name, e-mail, phone or postcode'
export const searchHelp = 'Customer numbers and membership numbers work too.'
export const searchHelpWithPasses = 'Customer numbers, membership numbers and guest pass codes work too.'
export const customers = 'Customers'
export const typeMore = ({ letters }: { letters: number }): string => `Type at least ${letters} letters.`
export const searching = 'Searching…'
export const noCustomers = 'No customers found. Try their e-mail or postcode.'
export const customerCount = ({ count }: { count: number }): string =>
  plural(count, { one: '1 customer', other: `${count} customers` })
export const firstCustomers = ({ count }: { count: number }): string => `First ${count} customers`
export const born = ({ date }: { date: string }): string => `born ${date}`
export const customersPage = 'Customers – Front desk'
export const registerNew = 'Register a new customer'

// The customer being served
export const beingServed = 'Customer being served'
export const walkIn = 'Walk-in'
export const standardPrices = 'Standard prices'
export const hasPenalty = 'Penalty to pay'
export const referenceAndCredit = ({ reference, credit }: { reference: string; credit: string }): string =>
  `${reference} · Credit ${credit}`
export const chooseCustomer = 'Choose a customer'
export const changeCustomer = 'Change customer'
export const emptyBasket = 'Basket, empty'
export const basket = ({ count, total }: { count: number; total: string }): string =>
  `${count} in basket · ${total}`

/** A walk-in after a walk-in. */
export const nextCustomer = 'Next customer'
export const basketLeft = 'The basket is not empty'
export const lineLeft = ({ name, time }: { name: string; time: string }): string => `${name} ${time}`
export const basketLeftQuestion = ({ count, names }: { count: number; names: readonly string[] }): string =>
  `Continue with ${lines(count)} (${names.join(', ')}) or empty it?`
export const continueWithLines = ({ count }: { count: number }): string => `Continue with ${lines(count)}`
export const emptyLeftBasket = 'Empty the basket'
const lines = (count: number): string => plural(count, { one: '1 line', other: `${count} lines` })

// A new customer
export const newCustomer = 'New customer'
export const newCustomerPage = 'New customer – Front desk'
export const problem = 'There is a problem'
export const acceptsTerms = 'The customer accepts the terms'
export const wantsNews = 'The customer wants news and offers by e-mail'
export const register = 'Register customer'

// One customer
export const customerPage = ({ name }: { name: string }): string => `${name} – Front desk`
export const photoOf = ({ name }: { name: string }): string => `Photo of ${name}`
export const details = 'Details'
export const changeDetails = 'Change details'
export const downloadData = 'Download their data'
export const reference = 'Customer number'
export const membership = 'Membership'
export const membershipHeading = ({ count }: { count: number }): string =>
  plural(count, { one: 'Membership', other: 'Memberships' })
export const none = 'None'
export const credit = 'Credit'
export const family = 'Family'
export const upcoming = 'Upcoming bookings'
export const noUpcoming = 'No upcoming bookings'
export const past = 'Past bookings'
export const owes = 'To pay'
export const finishOnline = 'The customer can finish this online after logging in.'
export const continueSelling = 'Continue'
export const serve = ({ name }: { name: string }): string => `Serve ${name}`

// Penalties
export const waive = 'Waive'
export const waivePenalty = ({ penalty }: { penalty: string }): string => `Waive ${penalty}`
export const waiveQuestion = ({ amount }: { amount: string }): string => `Waive ${amount}?`
export const waived = 'Penalty waived.'
export const reason = 'Reason'
export const confirmWaive = 'Waive penalty'
