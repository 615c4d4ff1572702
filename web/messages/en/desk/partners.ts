import { plural } from '#messages/format.ts'
import { longDate } from '#messages/shared/dates.ts'

// The three pages
export const partners = 'Booking partners'
export const partnersPage = 'Booking partners – Front desk'
export const partnersLead =
  'Other companies that sell your sessions in their own apps. They take the money and pay you.'
export const pages = 'About partners'
export const listTab = 'Partners'
export const salesTab = 'Sales'
export const duesTab = 'Due at the venue'

// The list
export const switchedOff = "Partners can't book yet"
export const howToSwitchOn = 'Set open_booking.on to true in operator.json and import it.'
export const noPartners = 'No booking partners yet'
export const whatToDo = 'Register a company that wants to sell your sessions.'
export const agreement = 'Agreement'
export const noAgreement = 'None entered'
export const commission = 'Commission'
export const percent = ({ value }: { value: number }): string => `${value}%`
export const sellsFor = 'Sells for'
export const clientId = 'Client ID'
export const lastCall = 'Last call'
export const neverCalled = 'None yet'
export const callDay = ({ day }: { day: string }): string => longDate(day)
export const active = 'Active'
export const revoked = 'Revoked'

// Registering
export const registerPartner = 'Register a partner'
export const name = 'Company name'
export const agreementHint = 'The number or date of your contract'
export const commissionLabel = 'Commission (%)'
export const commissionHint = 'What the partner keeps of each sale'
export const callsPerMinute = 'Calls a minute'
export const callsHint = 'Calls above this are refused'
export const redirectUri = 'Callback address'
export const redirectHint = 'For partners that let you allow access in their own app'
export const register = 'Register partner'
export const problem = 'Check the form'

// The key
export const keyOf = ({ partner }: { partner: string }): string => `Key for ${partner}`
export const keyOnce = "Copy the key now and hand it over safely. We can't display it again."
export const key = 'Key'
export const copyKey = 'Copy key'
export const copied = 'Copied.'
export const selected = 'Selected. Copy it with your keyboard.'
export const done = 'Done'

// Replacing and revoking a key
export const replaceKey = 'Replace key'
export const replaceKeyOf = ({ partner }: { partner: string }): string => `Replace the key of ${partner}`
export const replaceWarning = 'The old key stops working at once. Give the partner the new one.'
export const revoke = 'Revoke'
export const revokePartner = ({ partner }: { partner: string }): string => `Revoke ${partner}`
export const revokeWarning =
  "The partner can't call us any more. Its bookings stay. To let it sell again, register it again."
export const keep = 'Keep it'
export const isRevoked = ({ partner }: { partner: string }): string => `${partner} is revoked.`

// Days
export const from = 'From'
export const to = 'To'
export const showDays = 'Show'

// Sales
export const salesPage = 'Sales by partners – Front desk'
export const salesHeading = ({ amount }: { amount: string }): string => `Partners owe you ${amount}`
export const fromTo = ({ from: first, to: last }: { from: string; to: string }): string =>
  `${longDate(first)} to ${longDate(last)}`
export const byPartner = 'Sales by partner'
export const partner = 'Partner'
export const bookings = 'Bookings'
export const sold = 'Sold'
export const refunded = 'Refunded'
export const owed = 'Owes you'
export const atVenue = 'Pay at the venue'
export const total = 'Total'

// Due at the venue
export const duesPage = 'Due at the venue – Front desk'
export const duesHeading = ({ amount }: { amount: string }): string => `${amount} due at the venue`
export const noDues = 'Nothing due on these days'
export const duesLead = 'Customers who booked with a partner and pay when they arrive.'
export const time = 'Time'
export const session = 'Session'
export const customer = 'Customer'
export const places = ({ count }: { count: number }): string =>
  `${count} ${plural(count, { one: 'place', other: 'places' })}`
export const due = 'Due'
export const order = 'Order'

// Taking what is due
export const payment = 'Payment'
export const take = 'Take payment'
export const takeFrom = ({ amount, customer }: { amount: string; customer: string }): string =>
  customer === '' ? `Take ${amount}` : `Take ${amount} from ${customer}`
export const howPaid = 'How does the customer pay? It goes into the takings of your till.'
export const paidInCash = 'Paid in cash'
export const paidByCard = 'Paid at the card terminal'
export const notYet = 'Not yet'
export const taken = ({ amount, customer }: { amount: string; customer: string }): string =>
  customer === '' ? `${amount} taken.` : `${amount} taken from ${customer}.`
