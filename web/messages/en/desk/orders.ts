// Taking payment
export const takePayment = 'Take payment'
export const takePaymentPage = 'Take payment – Front desk'
export const basketCrumb = 'Shopping basket'
export const from = ({ name }: { name: string }): string => `From ${name}`
export const fromWalkIn = 'From a walk-in customer'
export const emptyBasket = 'The basket is empty'
export const backToToday = 'Back to today'
export const attendeesNeeded = 'Attendee details are needed first'
export const enterAttendees = 'Enter attendee details'
export const questionsOffered = 'There are optional questions for attendees'
export const askQuestions = 'Ask the questions'
export const basket = 'Basket'

// An order
export const orderPage = ({ reference }: { reference: string }): string => `Order ${reference} – Front desk`
export const order = ({ reference }: { reference: string }): string => `Order ${reference}`
export const changeDue = ({ amount }: { amount: string }): string => `Change: ${amount}`
export const nextCustomer = 'Next customer'
export const printReceipt = 'Print receipt'
export const items = 'Items'
export const bookings = 'Bookings'
export const payment = 'Payment'
export const customer = 'Customer'
export const toPayOnArrival = ({ amount }: { amount: string }): string => `${amount} to pay on arrival`
export const total = 'Total'
export const includesVat = 'Includes VAT'
export const changeGiven = 'Change given'
export const refundFailed = 'Refund to card failed'
export const refundFailedTitle = "The card company hasn't paid this refund"
export const refundFailedText =
  "Check the payment with the card company. If they haven't paid it back, a duty manager can pay it out in cash on the Takings page."
export const thanks = 'Thank you. Please keep this receipt.'
export const soldBy = ({ operator, time }: { operator: string; time: string }): string =>
  `${operator} · ${time}`
