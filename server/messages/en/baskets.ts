import { plural } from './format.ts'

export const membershipNotFound = "We couldn't find that membership."
export const sessionNotFound = "We couldn't find that session."
export const penaltyNotFound = "We couldn't find that penalty."
export const ticketRequired = 'Choose a ticket type.'
export const priceNotOffered = "This price isn't available here."
export const ticketsForGuests = 'Only tickets can be for a guest.'
export const maximumQuantity = ({ maximum, inBasket }: { maximum: number; inBasket: number }) =>
  inBasket === 0
    ? `You can book up to ${maximum} of these.`
    : `You can book up to ${maximum} of these. ${inBasket} already in your basket.`
export const paymentInProgress = 'A payment for this basket is in progress.'
export const visitorHoldsMany =
  "You're holding as many places as we can keep for you. Book them or remove some first."
export const networkHoldsMany =
  'Many places are being held from your network. Log in with a confirmed e-mail address, or try again in a few minutes.'
export const networkHoldsShare =
  'Many of these places are being held from your network. To book more, log in or create an account with a confirmed e-mail address.'
export const heldTooLong =
  'This has been held from your network for a while without being booked. Log in with a confirmed e-mail address to book it.'
export const loginUnderPressure =
  'Many people hold these places without booking them. To book, log in or create an account with a confirmed e-mail address.'
export const noMoreRenewals = 'No more extensions. Check out now.'
export const sessionCancelled = ({ name }: { name: string }) => `${name} has been cancelled.`
export const bookingEnded = ({ name }: { name: string }) => `Booking for ${name} has closed.`
export const itemProblem = ({ name, problem }: { name: string; problem: string }) => `${name}: ${problem}`
export const benefitUsedUp = ({ name }: { name: string }) =>
  `You've used ${name} as often as it allows for now.`

// Why places are not available, where the sentence names no person
export const held = "The last places are in other people's baskets. Try again later."
export const clash = 'This person has another booking at this time.'
export const alreadyBooked = 'This person already has this booking.'
export const cancelled = 'This session has been cancelled.'

// Why a price is not available
export const priceForOtherAges = 'This price is for a different age group.'
export const priceNeedsProof = "This price needs proof. We haven't seen yours, or it has expired."

// Changes that the basket shows once
export const merged = ({ count }: { count: number }) =>
  plural(count, {
    one: 'The item you chose before logging in is now in your basket.',
    other: `The ${count} items you chose before logging in are now in your basket.`,
  })
export const inBasketAlready = ({ name, times }: { name: string; times: number }) =>
  `${name} was in your basket already, so there is still one place. It has been added ${times} times, and stays until it has been removed ${times} times.`
export const anotherTicket = ({ name, quantity }: { name: string; quantity: number }) =>
  plural(quantity, {
    one: `You already had this ticket for ${name} in your basket. Remove this one if you only want one.`,
    other: `You already had ${quantity} of these tickets for ${name} in your basket. Remove this one if you don't want more.`,
  })
export const stillInBasket = ({ name, times }: { name: string; times: number }) =>
  plural(times, {
    one: `${name} is still in your basket, because it was added more than once. Remove it again to give up the place.`,
    other: `${name} is still in your basket, because it was added more than once. Remove it ${times} more times to give up the place.`,
  })
export const holdEnded = ({ name }: { name: string }) => `We're no longer holding ${name} for you.`
export const holdEndedBecause = ({ name, reason }: { name: string; reason: string }) =>
  `We're no longer holding ${name} for you. ${reason}`
export const sessionMoved = ({ name, when, where }: { name: string; when: string; where: string }) =>
  `The venue has changed ${name}. It's now on ${when}, at ${where}.`
type PlacesChange = { name: string; places: number }
export const placesChanged = ({ name, places }: PlacesChange) =>
  plural(places, {
    one: `The venue has changed ${name}. We're now holding 1 place for you.`,
    other: `The venue has changed ${name}. We're now holding ${places} places for you.`,
  })
export const tooFewPlaces = ({ name, places }: PlacesChange) =>
  `The venue has changed ${name}. It now needs ${places} places, and there aren't that many left.`
export const noLongerOn = ({ name }: { name: string }) => `${name} has been cancelled.`
type PriceChange = { name: string; price: string }
export const priceChanged = ({ name, price }: PriceChange) => `${name} now costs ${price}.`
export const discountEnded = ({ name, price }: PriceChange) =>
  `${name} now costs ${price}. Your discount no longer applies.`
export const benefitEnded = ({ name, price, plan }: PriceChange & { plan: string }) =>
  `${name} now costs ${price}. Your ${plan} benefit no longer applies.`
export const visitsEnded = ({ name, price, pack }: PriceChange & { pack: string }) =>
  `${name} now costs ${price}. Your ${pack} visits no longer apply.`

// Lines
export const ticket = 'Ticket'
export const booking = 'Booking'
export const penalty = 'Penalty'
/** The text of the specification. */
export const penaltyNamed = ({ description }: { description: string }) => `Penalty - ${description}`
