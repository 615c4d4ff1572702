import type { RefundDestination } from '#contract/tenders.ts'
import { list, number, plural } from '#messages/format.ts'

// Changing a session that people have booked
export const heading = 'Changes'
export const changeSession = 'Change name, time or place'
export const name = 'Name'
export const day = 'Day'
export const start = 'Start'
export const end = 'End'
export const room = 'Room or court'
export const meetingPoint = 'Meeting point'
export const joinLink = 'Link to join online'
export const joinLinkHint = 'Only people who have booked see it'
export const meetingPointHint = 'Where people meet, if not in the room'
export const message = 'Message'
export const messageHint = 'Added to the e-mail about the change'
export const saved = 'Saved.'

// A message to all who have booked it
export const sendMessage = 'Send a message to everyone booked'
export const whoGets = 'By e-mail, or through the partner they booked with'

// Calling it off
export const callOff = 'Call off'
export const callOffTitle = ({ name }: { name: string }): string => `Call off ${name}?`
export const reason = 'Reason'
export const reasonHint = 'People read it in the e-mail that tells them'
export const offerInstead = 'Offer instead'
export const offerInsteadHint =
  'Up to three. Places there are kept for a day, or half the time that is left, for those who have booked with an account.'
export const freePlaces = ({ count }: { count: number }): string =>
  plural(count, { one: '1 place free', other: `${number(count)} places free` })
export const keepSession = 'Keep the session'
export const leaveAsItIs = 'Leave as it is'
export const noBookings = 'Nobody has booked it.'
const countBookings = (count: number): string =>
  plural(count, { one: '1 booking', other: `${number(count)} bookings` })
export const endsBookings = ({ bookings, places }: { bookings: number; places: number }): string =>
  bookings === places
    ? `It ends ${countBookings(bookings)}.`
    : `It ends ${countBookings(bookings)} with ${number(places)} places.`
const refundPlaces: Readonly<Record<RefundDestination, (amount: string) => string>> = {
  credit: (amount) => `${amount} as credit`,
  card: (amount) => `${amount} to cards`,
  account: (amount) => `${amount} to accounts`,
  desk: (amount) => `${amount} to be paid out at the desk`,
  partner: (amount) => `${amount} by booking partners`,
}
export const refunds = ({ parts }: { parts: readonly { to: RefundDestination; amount: string }[] }): string =>
  parts.length === 0
    ? 'Nothing was paid, so nothing comes back.'
    : `We refund ${list(parts.map(({ to, amount }) => refundPlaces[to](amount)))}.`
export const byEmail = ({ count }: { count: number }): string =>
  plural(count, { one: '1 person gets an e-mail.', other: `${number(count)} people get an e-mail.` })
export const byPartner = ({ count }: { count: number }): string =>
  plural(count, {
    one: 'A booking partner tells 1 customer.',
    other: `Booking partners tell ${number(count)} customers.`,
  })
export const toRing = ({ count }: { count: number }): string =>
  plural(count, {
    one: '1 person has no e-mail address: ring them.',
    other: `${number(count)} people have no e-mail address: ring them.`,
  })
export const waitlistNotified = ({ count }: { count: number }): string =>
  plural(count, {
    one: '1 person on the waitlist is told.',
    other: `${number(count)} people on the waitlist are told.`,
  })
/** "write to 7, ring 1" */
export const reached = ({ write, ring }: { write: number; ring: number }): string[] => [
  ...(write === 0 ? [] : [`write to ${number(write)}`]),
  ...(ring === 0 ? [] : [`ring ${number(ring)}`]),
]
/** "Call off, refund £31.20, write to 7, ring 1" */
export const callOffNow = ({
  refund,
  ...people
}: {
  refund: string | null
  write: number
  ring: number
}): string => ['Call off', ...(refund === null ? [] : [`refund ${refund}`]), ...reached(people)].join(', ')
export const callOffGrace =
  'It stops selling at once. For one minute you can take it back: nobody is told or refunded before.'
export const takenBack = ({ name }: { name: string }): string => `${name} takes place. Nobody was told.`
export const mayTakeBack = 'Nobody has been told or refunded yet. You can still take this back.'
export const takeBack = 'Take it back'
export const secondsLeft = ({ seconds }: { seconds: number }): string => `${seconds} s left`
export const reasonGiven = ({ reason: given }: { reason: string }): string => `Reason given: ${given}`

// Who takes it
export const cover = 'Change instructor'
export const coverTitle = ({ name }: { name: string }): string => `Who takes ${name}?`
export const nowTakenBy = ({ names }: { names: readonly string[] }): string =>
  names.length === 0 ? 'No instructor is named.' : `Now: ${list(names)}`
export const instructor = 'Instructor'
export const chooseInstructor = 'Choose an instructor'
export const withOther = ({ name, busyWith }: { name: string; busyWith: string | null }): string =>
  busyWith === null ? name : `${name} (has ${busyWith})`
export const acceptClash = ({ name, busyWith }: { name: string; busyWith: string }): string =>
  `${name} has ${busyWith} and takes both`
export const coverHint = 'Added to the e-mail that tells them'
/** "Cover with Priti, write to 12" */
export const coverNow = ({
  name: chosen,
  ...people
}: {
  name: string | null
  write: number
  ring: number
}): string => [chosen === null ? 'Change instructor' : `Cover with ${chosen}`, ...reached(people)].join(', ')
export const covered = ({ name }: { name: string }): string => `${name} takes it now.`

// How many places it has
export const resize = 'Change places'
export const resizeTitle = ({ name }: { name: string }): string => `Places of ${name}`
export const places = 'Places'
export const placesTaken = ({ count }: { count: number }): string =>
  plural(count, { one: '1 is taken now.', other: `${number(count)} are taken now.` })
export const fewerThanTaken = ({ count }: { count: number }): string =>
  plural(count, {
    one: 'Nobody loses a place. None is sold until 1 has come free.',
    other: `Nobody loses a place. None is sold until ${number(count)} have come free.`,
  })
export const moreForWaitlist = 'People on the waitlist are offered what comes free.'
export const resizeNow = ({ count }: { count: number }): string =>
  plural(count, { one: 'Set to 1 place', other: `Set to ${number(count)} places` })
export const resized = ({ capacity }: { capacity: number }): string =>
  plural(capacity, { one: 'It has 1 place now.', other: `It has ${number(capacity)} places now.` })
