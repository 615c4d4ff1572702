import { list, plural } from '#messages/format.ts'

export const checkout = 'Checkout'
export const tryAgain = 'Try again'

// The form
export const javascriptTitle = 'Turn on JavaScript to pay'
export const javascriptText =
  'JavaScript is off in your browser. Your basket is saved. Turn JavaScript on and reload this page, or ask the venue to book for you.'
export const detailsStep = 'Your details'
export const paymentStep = 'Payment method'
export const termsStep = 'Terms'
export const paying = 'Paying…'
export const pay = ({ amount }: { amount: string }) => `Pay ${amount}`
export const chargeAccount = ({ amount }: { amount: string }) => `Charge ${amount} to your account`
export const confirmBooking = 'Confirm booking'
export const booking = 'Booking…'
export const cardSecurity = 'Card details are stored securely by our payment provider.'
export const accountNote = "We'll add this to your account. Your card won't be charged."
export const paidByCredit = "Your credit covers this order. You don't need a card."
export const nothingToPay = 'Nothing to pay'

// Who pays
export const guestLead = 'No account needed. {login} to use your saved details and cards.'
export const logIn = 'Log in'
export const email = 'E-mail address'
export const emailHint = "We'll send your confirmation and receipt here."
export const fullName = 'Full name'
export const addressLineOne = 'Address line 1'
export const addressLineTwo = 'Address line 2'
export const city = 'Town or city'
export const postcode = 'Postcode'
export const fullNameHint = 'As on your card'
export const changeAddress = 'Change {hidden}'
export const changeAddressHidden = 'billing details'
export const emailMissing = 'Enter your e-mail address'
export const emailInvalid = 'Enter an e-mail address, like name@example.com'
export const nameMissing = 'Enter your name'
export const addressMissing = 'Enter the first line of your address'
export const cityMissing = 'Enter your town or city'
export const postcodeMissing = 'Enter your postcode'

// Terms
export const acceptTerms = ({ names }: { names: readonly string[] }) =>
  `I have read and accept ${list(names.map((name) => `the ${name.charAt(0).toLowerCase()}${name.slice(1)}`))}`
export const termsMissing = 'You must accept the terms'

// Wallets
export const walletTerms = 'By paying with a wallet you accept {terms}.'
export const termsNamed = ({ names }: { names: readonly string[] }) =>
  list(names.map((name) => `the ${name.charAt(0).toLowerCase()}${name.slice(1)}`))

// The card
export const card = 'Card'
export const cardOrAccount = 'Card or account'
export const anotherCard = 'Another card'
export const savedCard = ({ brand, lastFour }: { brand: string; lastFour: string }) =>
  `${brand} ending in ${lastFour}`
export const cardExpires = ({ expiry }: { expiry: string }) => `Expires ${expiry}`
export const onAccount = 'My account'
export const onAccountHint = 'Pay later'
export const saveCard = 'Save this card for next time'
const namedMemberships = (names: readonly string[]): string =>
  plural(names.length, {
    one: `my ${list(names)} membership`,
    other: `my ${list(names)} memberships`,
  })
export const saveCardFor = ({ memberships }: { memberships: readonly string[] }) =>
  `Save this card and collect ${namedMemberships(memberships)} from it from now on`
export const collectFromCard = ({ memberships }: { memberships: readonly string[] }) =>
  `Collect ${namedMemberships(memberships)} from this card from now on`
export const cardLoading = 'Loading the card form'
export const cardNotReady = "The card form isn't ready yet. Wait a moment and try again."

// The order beside the form
export const orderSummary = 'Order summary'
export const yourOrder = 'Your order'
export const yourOrderOf = ({ count }: { count: number }) =>
  plural(count, { one: `Your order (${count} item)`, other: `Your order (${count} items)` })
export const free = 'Free'
export const total = 'Total'
export const credit = 'Your credit'
export const membershipCredit = 'Membership credit'
export const toPay = 'To pay'
export const vatIncluded = 'VAT (included)'
export const changeBasket = 'Change basket'
export const paymentInProgress = 'Payment in progress'
export const paid = 'Paid'
export const attendee = ({ name }: { name: string }): string => `For ${name}`
export const quantityOf = ({ quantity, name }: { quantity: number; name: string }) => `${quantity} × ${name}`

// Nothing to check out
export const basketEmpty = 'Your basket is empty'
export const paidElsewhere = 'A payment for this basket is in progress'
export const paidElsewhereText =
  'It may be open in another window. If you stopped that payment, you can pay again here.'

// What can go wrong
export const goToAttendees = 'Go to attendees'
export const viewBasket = 'View basket'
export const formTitle = 'There is a problem'
/** The exact text of the specification, section 8. */
export const orderCompleted = 'Order completed Successfully.'
