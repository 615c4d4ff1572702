import { duration, longDay, ordinal, plural, shortDay } from '#messages/format.ts'

/** What a list counts: led sessions, or times at which something can be had. */
export type Unit = 'session' | 'time'

const counted = (count: number, unit: Unit): string =>
  unit === 'session'
    ? plural(count, { one: `${count} session`, other: `${count} sessions` })
    : plural(count, { one: `${count} time`, other: `${count} times` })

// Days
export const chooseDate = 'Choose a date'
export const chooseOtherDate = 'Choose another date'
export const previousWeek = 'Previous week'
export const nextWeek = 'Next week'
export const today = 'Today'
export const latestDay = ({ day }: { day: string }): string => `Latest bookable day: ${shortDay(day)}`
/** The accessible name of a day in the strip. */
export const dayName = ({
  day,
  isToday,
  availability,
}: {
  day: string
  isToday: boolean
  availability: string | undefined
}): string =>
  [longDay(day), isToday ? 'today' : '', availability ?? ''].filter((part) => part !== '').join(', ')
export const loginDayName = ({ day }: { day: string }): string => `${longDay(day)}, log in to book now`
export const unavailableDayName = ({ day, opening }: { day: string; opening: string }): string =>
  `${longDay(day)}, ${opening.charAt(0).toLowerCase()}${opening.slice(1)}`
type TimesOfDay = { times: number; sessions: number; opensLater: boolean; unit: Unit }

/** On a day of the strip. */
export const dayTimes = ({ times, sessions, opensLater, unit }: TimesOfDay): string => {
  if (times > 0) return counted(times, unit)
  if (opensLater) return 'Not open yet'
  return sessions === 0 ? 'Nothing on' : 'None left'
}
/** The same over a day's list, and read out. */
export const timesAvailable = ({ times, sessions, opensLater, unit }: TimesOfDay): string => {
  if (times > 0) return `${counted(times, unit)} available`
  if (opensLater) return 'Not open yet'
  return sessions === 0 ? 'Nothing on' : 'No spaces left'
}
/** When a day opens; `daysAhead` is 0 for today. */
export const bookableFrom = ({
  time,
  daysAhead,
  day,
}: {
  time: string
  daysAhead: number
  day: string
}): string => {
  if (daysAhead > 1) return `Bookable from ${time} on ${shortDay(day)}`
  if (daysAhead === 1) return `Bookable from ${time} tomorrow`
  return time >= '17:00' ? `Bookable from ${time} tonight` : `Bookable from ${time} today`
}
export const bookableFromIn = ({ opening, minutes }: { opening: string; minutes: number }): string =>
  `${opening}, in ${duration(minutes)}`
export const timeZone = ({ zone }: { zone: string }): string =>
  `Times are shown in the venue's time zone (${zone}).`

// A day's list
export const morning = 'Morning'
export const afternoon = 'Afternoon'
export const evening = 'Evening'
/** Leads to a part of the day. */
export const goTo = 'Go to'
export const loading = 'Loading the timetable…'
export const finishedCount = ({ count, unit }: { count: number; unit: Unit }): string =>
  unit === 'session'
    ? plural(count, { one: `${count} finished session`, other: `${count} finished sessions` })
    : plural(count, { one: `${count} finished time`, other: `${count} finished times` })
export const visibleCount = ({ visible, total }: { visible: number; total: number }): string =>
  `Showing ${visible} of ${total}`
export const dayFull = ({ day }: { day: string }): string => `No spaces left on ${longDay(day)}.`
export const dayNotOpen = ({ day }: { day: string }): string => `Booking isn't open yet for ${longDay(day)}.`
export const dayEmpty = ({ day }: { day: string }): string => `Nothing is on ${longDay(day)}.`
export const fullUntil = ({ day }: { day: string }): string => `Fully booked until ${shortDay(day)}.`
/** Filled with the day and how much there is. */
export const nextAvailable = 'Next available: {day}, {availability}'
export const hiddenByFilters = ({ count, unit }: { count: number; unit: Unit }): string =>
  `Your filters hide ${counted(count, unit)}`
export const noneAvailable = 'Nothing available'
export const showUnavailable = ({ count, unit }: { count: number; unit: Unit }): string =>
  unit === 'session'
    ? plural(count, {
        one: `Show ${count} unavailable session`,
        other: `Show ${count} unavailable sessions`,
      })
    : plural(count, { one: `Show ${count} unavailable time`, other: `Show ${count} unavailable times` })
export const lastUpdated = ({ time }: { time: string }): string => `Last updated at ${time}.`
export const tryAgain = 'Try again'

// Filters and views
export const clearFilters = 'Clear filters'
export const instructor = 'Instructor'
export const length = 'Length'
export const view = 'View'
export const byTime = 'By time'
export const byLocation = 'By location'
export const location = 'Location'
export const allLocations = 'All'

// Availability
export const available = ({ hasStarted }: { hasStarted: boolean }): string =>
  hasStarted ? 'In progress, still available' : 'Available'
export const placesLeft = ({ count, hasStarted }: { count: number; hasStarted: boolean }): string => {
  const places = plural(count, { one: `${count} place left`, other: `${count} places left` })
  return hasStarted ? `In progress, ${places}` : places
}
export const courtsLeft = ({ count, hasStarted }: { count: number; hasStarted: boolean }): string => {
  const courts = plural(count, { one: `${count} court left`, other: `${count} courts left` })
  return hasStarted ? `In progress, ${courts}` : courts
}
export const held = "In someone else's basket"
export const heldUntil = ({ time }: { time: string }): string =>
  `In someone else's basket, may be available at ${time}`
export const full = 'Full'
export const fullWithWaitlist = ({ position }: { position: number }): string =>
  `Full · you'd be ${position === 1 ? 'first' : ordinal(position)} on the waitlist`
export const notOpenYet = 'Not bookable yet'
export const logInToBook = 'Log in to book'
/** It is open for customers already, and not yet for visitors. */
export const logInToBookNow = 'Log in to book now'
export const deskOnly = 'Only bookable at reception'
export const inYourBasket = 'In your basket'
export const booked = "You've booked this"
export const reserved = ({ until: end }: { until: string }): string => `Place reserved for you until ${end}`
export const onWaitlist = "You're on the waitlist"
export const onWaitlistAt = ({ position }: { position: number }): string =>
  `You're ${position === 1 ? 'first' : ordinal(position)} on the waitlist`
export const finished = 'Finished'
export const bookingClosed = 'Booking has closed'
export const cancelled = 'Cancelled'
export const notBookable = "You can't book this at the moment."

// A row
/** The accessible name of an hour over all courts. */
export const courtsAt = ({ hours }: { hours: string }): string => `${hours}, courts`
/** The accessible name of a class or ticketed session. */
export const sessionName = ({ name, hours }: { name: string; hours: string }): string => `${name}, ${hours}`
/** The accessible name of one court at one hour. */
export const slotName = ({ hours, location: court }: { hours: string; location: string }): string =>
  `${hours}, ${court}`
/** As it is read out. */
export const hoursRange = ({ start, end }: { start: string; end: string }): string => `${start} to ${end}`
export const minutes = ({ count }: { count: string }): string => `${count} min`
export const selectedCourt = 'Selected'
export const tags = 'Tags'
export const noCharge = 'Free'

// Buttons. The accessible name says what the row says: "Add to basket: Badminton, Court 1, 18:00 to 19:00, …".
export const actionName = ({ action, details }: { action: string; details: readonly string[] }): string =>
  `${action}: ${details.join(', ')}`
export const add = 'Add to basket'
export const adding = 'Adding…'
export const remove = 'Remove'
export const removeAll = ({ count }: { count: number }) => `Remove all ${count}`
export const removing = 'Removing…'
export const inBasket = 'In basket'
export const logIn = 'Log in'
export const cancelBooking = 'Cancel booking'
export const joinWaitlist = 'Join waitlist'
export const joining = 'Joining…'
export const logInAndJoin = 'Join waitlist (log in first)'
export const leaveWaitlist = 'Leave waitlist'
export const decline = 'Decline'
export const chooseTickets = 'Choose tickets'
export const chooseCourt = 'Choose court'
export const seeDetails = 'See details'
export const chooseWho = "Choose who's going"
export const lastCourtTaken = 'Someone has just taken the last court. Choose another time.'

// Panels
export const addNeedsTickets = 'Add to basket (choose tickets first)'
export const addNeedsPeople = 'Add to basket (choose who is going first)'
export const yourBasket = 'Your basket'
export const you = 'You'
export const youNamed = ({ name }: { name: string }): string => `${name} (you)`

// What to know before booking

export const pageTitle = ({
  time,
  day,
  activity,
  venue,
}: {
  /** Of the hour that is open in a panel. */
  time: string | undefined
  day: string
  activity: string
  venue: string
}): string => `${time === undefined ? '' : `${time}, `}${shortDay(day)}, ${activity} – ${venue}`
