import type { BookableSlot, BookableTicket, BookableTime, Price } from '#contract/shapes.ts'
import { localDay, time } from '#contract/time.ts'
import type { IconName } from '#web/ui/Icon.tsx'
import { dayInShort, dayInWords, openingInShort, spanInWords } from './days.ts'

/** What stands in a timetable: an hour over all courts, a court at an hour or a class (which look alike), a session sold by tickets. */
export type Bookable = BookableTime | BookableSlot | BookableTicket

/** How things stand with one item for this person now, each with what can be done next (experience 4.5). */
export type Availability =
  | { is: 'free'; left: number; hasStarted: boolean }
  | { is: 'few'; left: number; hasStarted: boolean }
  /** The last places are in other people's baskets; the first of those holds ends at `until`. */
  | { is: 'held'; until: Date | null; canWait: boolean }
  /** A place is kept for this person, who has waited for it. */
  | { is: 'offered'; until: Date }
  | { is: 'full'; hasWaitlist: boolean; waiting: number }
  | { is: 'not-open-yet'; opensAt: Date | null }
  | { is: 'log-in' }
  | { is: 'in-basket'; cartItemId: number | null }
  | { is: 'booked'; bookingId: number | null }
  /** On the waitlist; `position` where it is known, 1 for the next. */
  | { is: 'waiting'; position?: number | undefined }
  | { is: 'closed'; hasEnded: boolean }
  | { is: 'cancelled' }
  /** A reason that lies with the person (age, induction …) or that we have no better words for than the server's. */
  | { is: 'not-for-you'; why: string }

/** So few left that it is worth saying: at most three, and not where there never were many. */
const isFew = ({ spaces, capacity }: Pick<Bookable, 'spaces' | 'capacity'>): boolean =>
  spaces <= Math.min(3, capacity / 4)

export const availabilityOf = (item: Bookable, now: Date): Availability => {
  const { status, reason, reasonCode, availableAt, cartItemId } = item.actionToShow
  const at = availableAt === null ? null : new Date(availableAt)
  switch (status) {
    case 'BOOK': {
      if (item.actionToShow.waitlistId !== null && at !== null) return { is: 'offered', until: at }
      const hasStarted = item.timestamp * 1000 <= now.getTime()
      return { is: isFew(item) ? 'few' : 'free', left: item.spaces, hasStarted }
    }
    case 'JOIN_WAITLIST':
      return { is: 'full', hasWaitlist: true, waiting: item.waitlistLength }
    case 'LEAVE_WAITLIST':
      return { is: 'waiting' }
    case 'CANCEL_RESERVATION':
      return { is: 'in-basket', cartItemId }
    case 'CANCEL_BOOKING':
      return { is: 'booked', bookingId: item.actionToShow.bookingId }
    case 'FULL':
      return { is: 'full', hasWaitlist: false, waiting: 0 }
    case 'LOGIN':
      return { is: 'log-in' }
    case null:
      break
  }
  switch (reasonCode) {
    case 'not_open_yet':
      return { is: 'not-open-yet', opensAt: at }
    case 'held':
      return { is: 'held', until: at, canWait: item.actionToShow.otherActions.includes('JOIN_WAITLIST') }
    case 'full':
      return { is: 'full', hasWaitlist: false, waiting: 0 }
    case 'already_booked':
      return { is: 'booked', bookingId: null }
    case 'closed':
      return { is: 'closed', hasEnded: endOf(item) <= now.getTime() }
    case 'cancelled':
      return { is: 'cancelled' }
    case 'login_required':
      return { is: 'log-in' }
    case 'clash':
    case 'age':
    case 'induction_required':
    case 'membership_required':
    case 'penalty_outstanding':
    case 'document_required':
    case 'limit_reached':
    case null:
      return { is: 'not-for-you', why: reason ?? 'This cannot be booked now.' }
  }
}

export const isBookable = ({ is }: Availability): boolean => is === 'free' || is === 'few' || is === 'offered'

/** Milliseconds; by the duration, since the wall's end may lie on the next day. */
const endOf = ({ timestamp, duration }: Bookable): number =>
  timestamp * 1000 + Number.parseInt(duration, 10) * 60_000

type Look = 'good' | 'few' | 'mine' | 'wait' | 'off'

/** State in words, a drawing and a colour: never by colour alone. */
export type Told = { words: string; icon: IconName; look: Look }

export const toldOf = (
  state: Availability,
  now: Date,
  zone: string,
  /** What `left` counts: places in a session, or the courts of an hour. */
  counts: 'place' | 'court' = 'place',
): Told => {
  switch (state.is) {
    case 'free':
      return {
        words: started(state.hasStarted, leftInWords(state.left, counts)),
        icon: 'check',
        look: 'good',
      }
    case 'few':
      return { words: started(state.hasStarted, `${state.left} left`), icon: 'clock', look: 'few' }
    case 'held':
      return {
        words: `Held by others${state.until === null ? '' : `, may free at ${time(state.until, zone).format24Hour}`}`,
        icon: 'clock',
        look: 'wait',
      }
    case 'full':
      return { words: fullInWords(state), icon: 'people', look: 'off' }
    case 'not-open-yet':
      return { words: opensInWords(state.opensAt, now, zone), icon: 'lock', look: 'wait' }
    case 'log-in':
      return { words: 'Log in to book', icon: 'person', look: 'wait' }
    case 'in-basket':
      return { words: 'In your basket', icon: 'basket', look: 'mine' }
    case 'booked':
      return { words: 'You have booked this', icon: 'check', look: 'mine' }
    case 'offered':
      return {
        words: `A place is kept for you until ${momentInWords(state.until, now, zone)}`,
        icon: 'clock',
        look: 'mine',
      }
    case 'waiting':
      return {
        words: `You are on the waitlist${state.position === undefined ? '' : ` (${ordinal(state.position)})`}`,
        icon: 'people',
        look: 'mine',
      }
    case 'closed':
      return { words: state.hasEnded ? 'Finished' : 'Booking has ended', icon: 'lock', look: 'off' }
    case 'cancelled':
      return { words: 'Cancelled', icon: 'close', look: 'off' }
    case 'not-for-you':
      return { words: state.why, icon: 'info', look: 'wait' }
  }
}

const started = (hasStarted: boolean, words: string): string =>
  hasStarted ? `In progress, ${words.toLowerCase()}` : words

/** `Free` for the one place of a court, `12 spaces` for a class, `5 free` for an hour over all courts. */
const leftInWords = (left: number, counts: 'place' | 'court'): string => {
  if (counts === 'court') return `${left} free`
  return left === 1 ? 'Free' : `${left} spaces`
}

const fullInWords = ({ hasWaitlist, waiting }: { hasWaitlist: boolean; waiting: number }): string => {
  if (!hasWaitlist) return 'Full'
  return `Full – on the waitlist you would be ${ordinal(waiting + 1)}`
}

/** 1st, 2nd, 3rd, 4th … 11th. */
export const ordinal = (position: number): string => {
  const rest = position % 100
  const ending = rest >= 11 && rest <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][position % 10] ?? 'th')
  return `${position}${ending}`
}

/** `21:00` today, `Thu 4 Mar, 21:00` on another day. */
const momentInWords = (at: Date, now: Date, zone: string): string => {
  const day = localDay(at, zone)
  const hour = time(at, zone).format24Hour
  return day === localDay(now, zone) ? hour : `${dayInShort(day)}, ${hour}`
}

const opensInWords = (opensAt: Date | null, now: Date, zone: string): string => {
  if (opensAt === null) return 'Not open yet'
  const words = openingInShort({ day: localDay(opensAt, zone), time: time(opensAt, zone) }, now, zone)
  const minutes = (opensAt.getTime() - now.getTime()) / 60_000
  return minutes > 0 && minutes < 1440 ? `${words}, in ${spanInWords(minutes)}` : words
}

/** `18:00 to 19:00`, as it is read out. */
export const hoursInWords = ({ startsAt, endsAt }: Pick<Bookable, 'startsAt' | 'endsAt'>): string =>
  `${startsAt.format24Hour} to ${endsAt.format24Hour}`

/** `18:00–19:00`, as it is seen. */
export const hoursShown = ({ startsAt, endsAt }: Pick<Bookable, 'startsAt' | 'endsAt'>): string =>
  `${startsAt.format24Hour}–${endsAt.format24Hour}`

/** What a list is keyed by: the id, or for an hour over all courts the key the courts share. */
export const keyOf = (item: Bookable): string => String(item.id ?? item.compositeKey)

export const priceInWords = ({ raw, formatted }: Pick<Price, 'raw' | 'formatted'>): string =>
  raw === 0 ? 'No charge' : formatted

/** Where it is: the court or studio; nothing for an hour over several. */
export const placeOf = (item: Bookable): string => {
  if (typeof item.location !== 'string') return item.location.name
  return item.location === 'Multiple' ? '' : item.slotDisplayLocation
}

/**
 * All that a button does, for who hears it without the row: "Add Badminton, 18:00 to 19:00, Thursday 26 November,
 * £9.80, 3 left". The word one sees comes first.
 */
export const actionName = (
  verb: string,
  item: Bookable,
  day: string,
  { price, words }: { price?: string; words?: string } = {},
): string =>
  [`${verb} ${item.name}`, placeOf(item), hoursInWords(item), dayInWords(day), price, words]
    .filter((part) => part !== undefined && part !== '')
    .join(', ')

/** What stands beneath the price: whose price it is among several kinds of ticket, or that one could pay less. */
export const priceNote = (item: Bookable): string | undefined => {
  if ('tickets' in item && item.tickets.length > 1) return item.tickets[0]?.name
  if (!('pricingOptions' in item)) return undefined
  const [cheapest] = item.pricingOptions.toSorted((one, other) => one.price.raw - other.price.raw)
  if (cheapest === undefined || cheapest.price.raw >= item.price.raw) return undefined
  return `${cheapest.name} ${priceInWords(cheapest.price)}`
}

/** `14 sessions, 9 with space`. */
export const countInWords = (items: readonly Bookable[], now: Date, one: string): string => {
  const free = items.filter((item) => isBookable(availabilityOf(item, now))).length
  if (items.length === 0) return `no ${one}s`
  return `${items.length} ${items.length === 1 ? one : `${one}s`}, ${free === 0 ? 'none' : free} with space`
}

/** What several cost, in pence: a benefit is for the member's own, the others cost what everybody pays. */
export const priceOfSeveral = (
  { raw, full, benefitApplied }: Pick<Price, 'raw' | 'full' | 'benefitApplied'>,
  quantity: number,
): number => (benefitApplied && quantity > 0 ? raw + (full ?? raw) * (quantity - 1) : raw * quantity)
