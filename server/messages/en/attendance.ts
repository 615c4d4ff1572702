import { listAll, plural } from './format.ts'

const personOr = (name: string) => (name === '' ? 'This walk-in' : name)
const nameOr = (name: string) => (name === '' ? 'a walk-in' : name)

export const bookingCancelled = 'This booking has been cancelled.'
export const sessionCalledOff = 'This session has been cancelled.'
export const absentTooEarly = "You can't mark someone absent before the session starts."
export const checkInTooEarly = 'You can only check people in on the day of the session.'
// What another desk, or the person at a kiosk, has done since the page was read. `name` is empty for a walk-in.
export const checkedInMeanwhile = ({ name, time }: { name: string; time: string }) =>
  `${personOr(name)} has been checked in since, at ${time}. Nothing was changed.`
export const absentMeanwhile = ({ name }: { name: string }) =>
  `${personOr(name)} has been marked as absent since. Nothing was changed.`
export const undoneMeanwhile = ({ name }: { name: string }) =>
  `Someone else has undone this for ${name === '' ? 'this walk-in' : name}. Nothing was changed.`
export const changedMeanwhile =
  'Someone else has just changed this session. This page is up to date now: check it and save again.'
export const instructorNotFound = "We couldn't find that instructor."
export const instructorBusy = ({ name, busyWith }: { name: string; busyWith: string }) =>
  `${name} already has ${busyWith} at that time. Choose someone else, or say that they take both.`
export const otherSession = ({ name, time }: { name: string; time: string }) => `${name} at ${time}`
/** `refund` is an amount of money. */
export const effectChanged = ({ bookings, refund }: { bookings: number; refund: string }) =>
  `This has changed since you looked: ${plural(bookings, { one: '1 booking', other: `${bookings} bookings` })}, ${refund} back now. Check it again.`
export const offerGone = 'A session you offer has no place left, or is not on sale any more. Choose again.'
export const sessionNotFound = "We couldn't find that session."
export const codeNotFound = 'No booking found for this code.'
export const groupElsewhere = 'This order has no bookings here today.'

// Check-in by code. `name` is empty for a walk-in.
export const personCancelled = ({ name }: { name: string }) =>
  `${personOr(name)}: this booking has been cancelled.`
export const personCalledOff = ({ name }: { name: string }) =>
  `${personOr(name)}: this session has been cancelled.`
export const anotherVenue = ({ name, venue }: { name: string; venue: string }) =>
  `${personOr(name)} is expected at ${venue}.`
export const anotherDay = ({ name, day }: { name: string; day: string }) =>
  `${personOr(name)} is expected on ${day}.`
export const alreadyCheckedIn = ({ name, time }: { name: string; time: string }) =>
  `${personOr(name)} was already checked in at ${time}.`

// Checking oneself in at a kiosk
export const bookingElsewhere = ({ venue }: { venue: string }) => `This booking is at ${venue}.`
export const bookingOn = ({ day }: { day: string }) => `This booking is on ${day}.`
export const alreadyIn = "You're already checked in."
export const checkInFrom = ({ time }: { time: string }) => `You can check in from ${time}.`
export const askAtDesk = 'Check-in for this session has ended. Ask at reception.'

// What staff have done with a session. `name` is empty for a walk-in.
type Change = { from: string; to: string }

export const history = {
  hours: ({ start, end }: { start: string; end: string }) => `${start}–${end}`,
  changed: (changes: readonly Change[]) =>
    changes.length === 0
      ? 'Details changed'
      : `Changed: ${changes.map(({ from, to }) => `${from} → ${to}`).join('; ')}`,
  notified: ({ people }: { people: number | null }) =>
    people === null
      ? 'Message sent to everyone booked'
      : `Message sent to ${plural(people, { one: '1 person', other: `${people} people` })}`,
  covered: ({ before, after }: { before: readonly string[]; after: readonly string[] }) =>
    before.length === 0
      ? `Now taken by ${listAll(after)}`
      : `Now taken by ${listAll(after)} instead of ${listAll(before)}`,
  resized: ({ before, places }: { before: number | null; places: number }) =>
    before === null ? `Places: ${places}` : `Places: ${before} → ${places}`,
  calledOff: ({
    reason,
    bookings,
    refund,
  }: {
    reason: string
    bookings: number | null
    refund: string | null
  }) =>
    [
      reason === '' ? 'Called off' : `Called off: “${reason}”`,
      ...(bookings === null || bookings === 0
        ? []
        : [plural(bookings, { one: '1 booking', other: `${bookings} bookings` })]),
      ...(refund === null ? [] : [`${refund} back`]),
    ].join(', '),
  takenBack: 'Call-off taken back',
  closed: ({ reason }: { reason: string }) =>
    reason === '' ? 'Called off by a closure' : `Called off by a closure: “${reason}”`,
  reopened: 'Place opened again',
  checkedIn: ({ name }: { name: string }) => `${personOr(name)} checked in`,
  markedAbsent: ({ name }: { name: string }) => `${personOr(name)} marked absent`,
  attendanceUndone: ({ name }: { name: string }) => `Check-in or absence of ${nameOr(name)} undone`,
  bookingCancelled: ({ name }: { name: string }) => `Booking of ${nameOr(name)} cancelled`,
  bookingRefunded: ({ name, amount }: { name: string; amount: string }) =>
    `${amount} refunded to ${nameOr(name)}`,
  movedHere: ({ name }: { name: string }) => `Booking of ${nameOr(name)} moved here`,
  movedAway: ({ name }: { name: string }) => `Booking of ${nameOr(name)} moved to another session`,
  sessionReplaced: ({ name }: { name: string }) => `Booking of ${nameOr(name)} moved for its partner`,
  waitlistJoined: ({ name }: { name: string }) => `${personOr(name)} put on the waitlist`,
  waitlistLeft: ({ name }: { name: string }) => `${personOr(name)} taken off the waitlist`,
  waitlistOffered: ({ name }: { name: string }) => `Place offered to ${nameOr(name)} out of turn`,
}
