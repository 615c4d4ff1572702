import { list, plural } from '#messages/format.ts'

export const bookingConfirmed = 'Booking confirmed'
export const bookingCancelled = 'Booking cancelled'
export const membershipConfirmed = 'Membership confirmed'
export const paymentConfirmed = 'Payment confirmed'
export const booked = "You're booked"
export const cancelled = ({ count }: { count: number }) =>
  plural(count, { one: 'Your booking is cancelled', other: 'Your bookings are cancelled' })
export const member = "You're a member"
export const thankYou = 'Thank you for your payment'
export const orderIs = 'Your order is {reference}.'
export const detailsSent = "We've sent the details to {email}. Your order is {reference}."
export const addToCalendar = 'Add to calendar'
export const addToAppleWallet = 'Add to Apple Wallet'
export const addToGoogleWallet = 'Add to Google Wallet'
export const groupTitle = 'One code for everyone'
export const groupPeople = (names: Iterable<string>) => `For ${list(names)}`
export const groupText = 'Reception scans this code once to check in everyone in this order.'
export const groupCodeLabel = 'Code for everyone in this order'
export const viewMembership = 'View your membership'
export const receipt = 'Receipt'
export const yourMembership = 'Your membership'
export const paidItems = 'What you paid for'
export const yourBooking = 'Your booking'
export const yourBookings = ({ count }: { count: number }) => `Your ${count} bookings`
export const directions = 'Directions {hidden}'
export const directionsTo = ({ venue }: { venue: string }) => `to ${venue}`
export const bookAgain = 'Book again {hidden}'
export const move = 'Move booking {hidden}'
export const cancel = 'Cancel booking {hidden}'

// An order that was placed without an account
export const accountTitle = 'Save this booking in an account'
export const accountText = ({ email }: { email: string }) =>
  `Create an account with ${email}, or log in, to keep all your bookings together.`
export const accountHere = ({ email }: { email: string }) =>
  `Choose a password and this booking is yours in an account. You log in with ${email}.`
export const accountMade = 'Your account is ready. This booking is in it.'
export const createAccount = 'Create an account'
export const logIn = 'Log in'
export const claimText = ({ email }: { email: string }) =>
  `This booking was made without an account, with ${email}.`
export const claim = 'Add to my account'
export const claimed = 'This booking is now in your account.'
export const linkTitle = 'Your link to this booking'
export const linkText = ({ email }: { email: string }) =>
  `We e-mailed a link to ${email}. It opens this booking in any browser.`
export const newLink = 'Send a new link'
export const newLinkText = 'Links we sent before will stop working.'
export const linkSent = ({ email }: { email: string }) => `We've sent a new link to ${email}.`

// Finding a booking
export const findTitle = 'Find your booking'
export const findLead =
  "Enter your e-mail address. We'll e-mail you links to what you've booked with it. For a booking that is long over, enter its order number, too."
export const linkExpired = 'That link no longer works. We can send you a new one.'
export const orderNumber = 'Order number'
export const orderNumberHint = 'In your confirmation e-mail, such as ONS-7K2Q9X'
export const email = 'E-mail address'
export const sendLink = 'Send my link'
export const linkOnItsWay = 'If we have a booking with these details, your link is on its way.'
export const haveAccount = 'Booked with an account? {login}'
