import { longDay, plural } from '#messages/format.ts'

/** Panels of the timetable: what to know, and choose, before booking. Loaded when a panel opens. */

export const viewBasket = 'View basket'
export const waitlistExplained =
  "Join the waitlist and we'll e-mail you when a place is available. We'll reserve it for you for a while."
export const waitingExplained =
  "We'll e-mail you when a place is available for you, and reserve it for a while."
export const reservedExplained =
  'A place is available for you. Add it to your basket, or decline it and we offer it to the next person.'
export const courtsAvailable = ({ count }: { count: number }): string =>
  count === 0
    ? 'No courts available'
    : plural(count, { one: `${count} court available`, other: `${count} courts available` })
export const nearestTimes = 'Other times that day'
export const nearbyTimes = 'Nearby at about this time'
export const venueAway = ({ venue, miles }: { venue: string; miles: number }): string =>
  `${venue}, ${miles.toFixed(1)} miles`
export const nothingAtThisTime = 'Nothing is on at this time.'
export const tickets = 'Tickets'
export const noTickets = 'No tickets chosen'
export const ticketsInBasket = 'Your tickets are in your basket.'
export const ticketCount = ({ count, name }: { count: number; name: string }): string => `${count} × ${name}`
export const howMany = ({ name, price }: { name: string; price: string }): string =>
  `How many: ${name}, ${price} each`
export const priceOf = ({ name }: { name: string }): string => `Price for ${name}`
export const otherMember = "Add another member's discount"
export const price = 'Price'
export const whoIsGoing = 'Who is going?'
export const personName = ({
  name,
  age,
  isSelf,
}: {
  name: string
  age: number | null
  isSelf: boolean
}): string => {
  if (isSelf) return `${name} (you)`
  return age === null ? name : `${name}, ${age}`
}
export const personInBasket = 'In your basket'
export const priceFor = ({ name }: { name: string }): string => `Price for ${name}`
export const priceChoice = ({
  ticket,
  name,
  price: amount,
}: {
  ticket: string | null
  name: string
  price: string
}): string => [ticket, name, amount].filter((part) => part !== null).join(', ')
export const planCovers = ({ plan }: { plan: string }): string => `${plan} covers this`
export const planSaves = ({ plan, saves }: { plan: string; saves: string }): string =>
  `${plan} saves ${saves}`
export const visitsLabel = ({ name, left }: { name: string; left: number }): string =>
  `Use 1 of ${left} left on ${name}`
export const peopleGoing = ({ count }: { count: number }): string =>
  count === 0 ? 'Nobody chosen' : plural(count, { one: `${count} person`, other: `${count} people` })
export const goToCheckout = 'Go to checkout'
export const bookNow = 'Book now'
export const bookCourtNow = ({ court }: { court: string }): string => `Book ${court} now`
export const otherTickets = 'Tickets for other people'
export const tryAgain = 'Try again'
export const whoFor = "Who's it for?"
export const courtNotFound = "We couldn't find the court in your link"
export const chooseOtherCourt = 'It may have been renamed or closed. Choose another court below.'
export const goneTitle = 'This is no longer in the timetable'
export const goneLogIn = 'Log in to see a place kept for you'
export const gone = "It may have moved or been cancelled. Here's what's on that day."
export const nearestTime = 'The nearest one you can book: {time}'
export const nearestAt = ({ name, day, hours }: { name: string; day: string; hours: string }): string =>
  `${name}, ${longDay(day)}, ${hours}`
export const when = 'When'
export const dateAndTime = ({ day, hours, length }: { day: string; hours: string; length: string }): string =>
  `${longDay(day)}, ${hours} (${length})`
export const where = 'Where'
export const ages = ({ min, max }: { min: number | null; max: number | null }): string => {
  if (min !== null && max !== null) return `${min} to ${max} years`
  if (min !== null) return `${min} and over`
  return max === null ? '' : `Up to ${max} years`
}
export const suitableFor = 'Suitable for'
export const accessibility = 'Accessibility'
export const required = 'Required'
export const cancellation = 'Cancellation'
export const cancelUntilStart = 'Free cancellation until it starts.'
export const cancelUntil = ({ until: end }: { until: string }): string =>
  `Free cancellation until ${end}. No refund after that.`
export const cancelUntilThenFee = ({ until: end, fee }: { until: string; fee: string }): string =>
  `Free cancellation until ${end}. After that it costs ${fee}.`
export const noRefund = ({ noticeMinutes }: { noticeMinutes: number }): string =>
  noticeMinutes % 60 === 0
    ? plural(noticeMinutes / 60, {
        one: 'No refund: starts in less than 1 hour',
        other: `No refund: starts in less than ${noticeMinutes / 60} hours`,
      })
    : `No refund: starts in less than ${noticeMinutes} minutes`
export const cancelFee = ({ fee }: { fee: string }): string => `Cancelling now costs ${fee}`
export const bring = 'What to bring'
export const bringItems = ({ items }: { items: string }): string => `Bring: ${items}`
export const beforeYouBook = 'Before you book'
export const inductionTitle = 'Induction required'
export const induction = 'Book an induction before you come to this.'
export const scriptTitle = 'Turn on JavaScript to book'
export const script = 'You can look at everything without it, but you need it to add to your basket.'
