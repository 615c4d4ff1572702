import { list, plural } from '#messages/format.ts'

export const shoppingBasket = 'Shopping basket'
export const yourBasket = 'Your basket'
export const closeBasket = 'Close basket'
export const viewBasket = 'View basket'
export const clearBasket = 'Clear basket'
export const bookActivity = 'Book an activity'

/** The exact texts of the specification, section 8. */
export const added = 'Successfully added item to the basket.'
export const removed = 'Successfully removed item from the basket.'
export const updated = 'Successfully updated item in the basket.'
export const cleared = 'Successfully cleared order.'
export const benefitRemoved = 'Successfully removed benefit.'
export const packageRemoved = 'Successfully removed package usage.'

export const failed = 'Something went wrong. Please try again.'
export const itemRemoved = ({ item }: { item: string }) => `Removed ${item}`
export const basketCleared = 'We cleared your basket.'
export const undo = 'Undo'
export const undoWhat = ({ what }: { what: string }) => `Undo: ${what}`

// The lines
export const forYou = 'For you'
export const forPerson = ({ name }: { name: string }) => `For ${name}`
export const forSomeoneElse = 'For someone else'
export const penalties = 'Penalties'
export const remove = 'Remove'
export const removing = 'Removing…'
export const removeItem = ({ item }: { item: string }) => `Remove ${item}`
export const apply = 'Use'
export const applyThis = 'Use this'
export const applyBenefit = ({ name }: { name: string }) => `Use ${name}`
export const removeBenefit = ({ name }: { name: string }) => `Remove ${name}`
export const price = 'Price'
export const priceOption = ({ name, price: amount }: { name: string; price: string }) => `${name}, ${amount}`
export const quantity = 'Quantity'
export const bookedFor = 'For'
export const you = ({ name }: { name: string }) => `${name} (you)`

// How long the places are held
export const heldUntil = ({ time }: { time: string }) => `Held until ${time}`
export const heldForYouUntil = ({ time }: { time: string }) => `Held for you until ${time}`
export const needMoreTime = 'Need more time?'
export const noMoreExtensions = 'No more extensions. Check out now.'
export const extend = ({ minutes }: { minutes: number }) =>
  plural(minutes, { one: `Keep for ${minutes} more minute`, other: `Keep for ${minutes} more minutes` })
export const release = 'Release'
export const extended = 'We extended your places.'
export const extendedUntil = ({ time }: { time: string }) => `Your places are now held until ${time}.`
export const minutesLeft = ({ minutes }: { minutes: number }) => `${minutes} min`
export const announceMinutes = ({ minutes }: { minutes: number }) =>
  plural(minutes, {
    one: `Your places are held for ${minutes} more minute.`,
    other: `Your places are held for ${minutes} more minutes.`,
  })
export const announceEnd = 'Your time ran out. The places in your basket are no longer held.'
export const barSummary = ({ count, total: sum }: { count: number; total: string }) =>
  plural(count, { one: `${count} item, ${sum}`, other: `${count} items, ${sum}` })

// Lapsed items
export const timeRanOut = 'Your time ran out'
export const timeRanOutText = 'We saved your basket. Reserve again if still available.'
export const reserveAgain = 'Reserve again'
export const reserveItemAgain = ({ item }: { item: string }) => `Reserve again: ${item}`
export const chooseAgain = 'Choose again in the timetable'

// Totals
export const subtotal = 'Subtotal'
export const vat = 'VAT'
export const total = 'Total'
export const credit = 'Your credit'
export const membershipCredit = 'Membership credit'
export const toPay = 'To pay'
export const goToCheckout = 'Go to checkout'
export const loginTitle = 'Log in to continue'
export const loginText = ({ names }: { names: readonly string[] }) =>
  `You need an account to book ${list(names)}. We'll keep your basket.`
export const logInToCheckOut = 'Log in to check out'

// Empty, or being paid
export const basketEmpty = 'Your basket is empty'
export const basketEmptyText = ({ minutes }: { minutes: number }) =>
  plural(minutes, {
    one: `Choose an activity, a day and a time. We'll hold your places for ${minutes} minute.`,
    other: `Choose an activity, a day and a time. We'll hold your places for ${minutes} minutes.`,
  })
export const paymentProcessing = 'Payment processing'
export const paymentProcessingText =
  "You can't change this basket while it's being paid for. We're holding your places."
export const backToPayment = 'Back to payment'
export const paymentComplete = 'Payment complete'
export const basketPaid = 'This basket has been paid.'
export const viewBookings = 'View your bookings'
