import { duration, list, plural } from '#messages/format.ts'

export const checkInByCode = 'Check in by code'
export const codeExample = 'Scan or type'
export const checkIn = 'Check in'
export const walkIn = 'Walk-in'
export const checkedIn = ({ name }: { name: string }): string => `Checked in: ${name}`
export const checkedInEarly = ({ name }: { name: string }): string => `Checked in early: ${name}`
export const startsLater = ({ time, minutes }: { time: string; minutes: number }): string =>
  `This session starts at ${time}, in ${duration(minutes)}. Check that it's the right one.`
export const earlyToast = ({ name, text }: { name: string; text: string }): string => `${name}: ${text}`
export const penaltyRefunded = ({ name, amount }: { name: string; amount: string }): string =>
  `${name}: the ${amount} penalty for missing it was paid. We're refunding it.`
export const photoOf = ({ name }: { name: string }): string => `Photo of ${name}`
export const sessionAt = ({
  time,
  session,
  location,
}: {
  time: string
  session: string
  location: string
}): string => `${time} ${session}, ${location}`
export const people = ({ count }: { count: number }): string =>
  plural(count, { one: `${count} person`, other: `${count} people` })

// The register
export const attended = 'Checked in'
export const absent = 'Absent'
export const medicalNotes = ({ notes }: { notes: string }): string => `Please note: ${notes}`
export const emergencyContact = ({ contact }: { contact: string }): string => `In an emergency: ${contact}`
export const waiver = ({
  name,
  signer,
  until,
}: {
  name: string
  signer: string | null
  until: string | null
}): string => {
  const signed = signer === null ? `${name}: signed` : `${name}: signed by ${signer}`
  return until === null ? `${signed}, for this booking` : `${signed}, valid until ${until}`
}
export const age = ({ years }: { years: number }): string => `age ${years}`
export const toPay = ({ amount }: { amount: string }): string => `To pay ${amount}`
export const checkProofOfAge = 'Check proof of age'
export const bookedBy = ({ name }: { name: string }): string => `booked by ${name}`
export const checkInName = ({ name }: { name: string }): string => `Check in ${name}`
export const markAbsent = 'Mark absent'
export const markNameAbsent = ({ name }: { name: string }): string => `Mark absent: ${name}`
export const undo = 'Undo'
export const groupOf = ({ reference }: { reference: string }): string => `Order ${reference}`
export const checkInAll = ({ count }: { count: number }): string => `Check in all ${count}`
export const undoName = ({ name }: { name: string }): string => `Undo: ${name}`
export const noBookings = 'No bookings yet'
export const registerTitle = ({
  checkedIn: here,
  booked,
  absent: missing,
}: {
  checkedIn: number
  booked: number
  absent: number
}): string =>
  list([
    `${here} checked in`,
    `${booked} expected`,
    ...(missing === 0 ? [] : [plural(missing, { other: `${missing} absent` })]),
  ])
export const placesLeft = ({ count, capacity }: { count: number; capacity: number }): string =>
  plural(count, {
    one: `${count} of ${capacity} places left`,
    other: `${count} of ${capacity} places left`,
  })
/** Let outside this system. `hirer` is '' where the operator's files do not say whom to. */
export const letTo = ({ hirer }: { hirer: string }): string =>
  hirer === '' ? 'Let outside this system' : `Booked by ${hirer}`
export const placesLetTo = ({ count, hirer }: { count: number; hirer: string }): string =>
  hirer === '' ? `${count} let outside this system` : `${count} booked by ${hirer}`
export const reservedForDesk = ({ count, note }: { count: number; note: string }): string =>
  note === '' ? `${count} kept for the desk` : `${count} kept for the desk: ${note}`
export const forWaitlist = ({ count }: { count: number }): string => `${count} for the waitlist`
export const floorInUse = 'In use by another booking'
export const sessionTime = ({
  day,
  start,
  end,
  location,
  venue,
}: {
  day: string
  start: string
  end: string
  location: string
  venue: string
}): string => `${day}, ${start} to ${end} · ${[location, venue].filter(Boolean).join(' · ')}`
export const sessionCancelled = 'This session has been cancelled.'
export const registerPage = ({ session, day }: { session: string; day: string }): string =>
  `${session}, ${day} – Front desk`

// The waitlist of a session
export const waitlist = ({ count }: { count: number }): string => `Waitlist: ${count}`
export const placeOffered = 'Place offered'
export const offerPlace = 'Offer place'
export const offerPlaceTo = ({ name }: { name: string }): string => `Offer place to ${name}`
export const placeOfferedTo = ({ name }: { name: string }): string =>
  `Place offered to ${name}. We've let them know.`

// The day
export const cancelled = 'Cancelled'
export const onNow = 'On now'
export const full = 'Fully booked'
export const onWaitlist = ({ count }: { count: number }): string => `${count} on waitlist`
export const inBaskets = ({ count }: { count: number }): string =>
  plural(count, { one: `${count} in basket`, other: `${count} in baskets` })
export const calledOffCount = ({ count }: { count: number }): string =>
  plural(count, { one: `${count} place was booked`, other: `${count} places were booked` })
export const absentCount = ({ count }: { count: number }): string => `${count} absent`
/** `count` is set in bold. */
export const checkedInCount = '{count} checked in'
export const bookedOf = ({ count, capacity }: { count: number; capacity: number }): string =>
  `${count} of ${capacity} booked`
export const finishedSessions = ({ count }: { count: number }): string =>
  plural(count, { one: '1 finished session', other: `${count} finished sessions` })
export const today = 'Today'
export const todayIs = ({ date }: { date: string }): string => `Today, ${date}`
export const sessions = 'Sessions'
export const days = 'Days'
export const previousDay = 'Previous day'
export const nextDay = 'Next day'
export const goToDay = 'Day'
export const findSession = 'Find a session'
export const sessionCount = ({ sessions: count, places }: { sessions: number; places: number }): string =>
  `${plural(count, { one: '1 session', other: `${count} sessions` })}, ${plural(places, {
    one: '1 place booked',
    other: `${places} places booked`,
  })}.`
export const showBooked = 'Hide sessions without bookings'
export const showAll = 'Show all sessions'
export const noSessionsBooked = 'No bookings on this day yet'
export const noSessionsFound = 'No sessions found'
export const makeBooking = 'Make a booking'
export const checkInArea = 'Check-in'
export const venue = 'Venue'
export const heldPlacesLink = 'People holding many places'
export const dayPage = ({ date }: { date: string }): string => `${date} – Front desk`

// Who did what with a session
export const history = 'History'
export const noHistory = 'Staff have done nothing with this session yet.'
export const historyBy = ({ at, person }: { at: string; person: string }): string => `${at}, ${person}:`
/** Stands where a person's name does. */
export const program = 'Import'
