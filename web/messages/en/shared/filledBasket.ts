import { list, plural } from '#messages/format.ts'

/** What a basket with something in it shows. Loaded with it. */

export const yourBasket = 'Your basket'
export const closeBasket = 'Close basket'
export const viewBasket = 'View basket'
export const clearBasket = 'Clear basket'
export const itemRemoved = ({ item }: { item: string }) => `Removed ${item}`
export const basketCleared = 'We cleared your basket.'
export const undo = 'Undo'
export const undoWhat = ({ what }: { what: string }) => `Undo: ${what}`
export const removeItem = ({ item }: { item: string }) => `Remove ${item}`
export const addAnother = 'Add another'
export const addAnotherOf = ({ item }: { item: string }) => `${addAnother}: ${item}`
export const apply = 'Use'
export const applyThis = 'Use this'
export const priceOption = ({ name, price: amount }: { name: string; price: string }) => `${name}, ${amount}`
export const proofOfAge = 'This price needs proof of age when you come.'
export const bookedFor = 'For'
export const you = ({ name }: { name: string }) => `${name} (you)`
export const heldUntil = ({ time }: { time: string }) => `Held until ${time}`
export const barSummary = ({ count, total: sum }: { count: number; total: string }) =>
  plural(count, { one: `${count} item, ${sum}`, other: `${count} items, ${sum}` })
export const timeRanOut = 'Your time ran out'
export const timeRanOutText = 'We saved your basket. Reserve again if still available.'
export const savedItems = ({ count }: { count: number }) =>
  plural(count, { one: '1 item is saved', other: `${count} items are saved` })
export const holdAgain = 'Hold again'
export const reserveAgain = 'Reserve again'
export const reserveItemAgain = ({ item }: { item: string }) => `Reserve again: ${item}`
export const chooseAgain = 'Choose again in the timetable'
export const subtotal = 'Subtotal'
export const vat = 'VAT'
export const total = 'Total'
export const credit = 'Your credit'
export const membershipCredit = 'Membership credit'
export const toPay = 'To pay'
export const loginTitle = 'Log in to continue'
export const loginText = ({ names }: { names: readonly string[] }) =>
  `You need an account to book ${list(names)}. We'll keep your basket.`
export const logInToCheckOut = 'Log in to check out'
export const paymentProcessing = 'Payment processing'
export const paymentProcessingText =
  "You can't change this basket while it's being paid for. We're holding your places."
export const backToPayment = 'Back to payment'
export const paymentComplete = 'Payment complete'
export const basketPaid = 'This basket has been paid.'
export const viewBookings = 'View your bookings'
export const quantityOf = ({ quantity: count, name }: { quantity: number; name: string }): string =>
  `${count} × ${name}`
export const attendee = ({ name }: { name: string }): string => `For ${name}`
export const guests = ({ count }: { count: number }): string =>
  plural(count, { one: 'For a guest', other: `For ${count} guests` })

// The lines
export const forYou = 'For you'
export const forPerson = ({ name }: { name: string }) => `For ${name}`
export const forSomeoneElse = 'For someone else'
export const penalties = 'Penalties'
export const remove = 'Remove'
export const removing = 'Removing…'
export const applyBenefit = ({ name }: { name: string }) => `Use ${name}`
export const removeBenefit = ({ name }: { name: string }) => `Remove ${name}`
export const price = 'Price'
export const quantity = 'Quantity'

// Totals
export const goToCheckout = 'Go to checkout'
