import { alreadyFull } from '#contract/failure.ts'
import type { ReasonCode } from '#contract/refusals.ts'
import { bookingOpens, releaseRuleOf } from '#server/activities/rules.ts'
import type { OwnRelease, VenueRelease } from '#server/activities/rules.ts'
import type { Text } from '#server/messages/languages.ts'
import { latestOf } from '#server/platform/clock.ts'
import { whyNotEligible } from '#server/waivers/rules.ts'
import type { Candidate, Needs } from '#server/waivers/rules.ts'
import type { Occurrence } from './occurrence.ts'

/*
 * Why an occurrence cannot be booked (wire §2.3). The rules about places match what take_places grants in the
 * database (db/functions): change both together.
 */

/** The two forms of every id (wire §1.9). */
export type Form = 'v1' | 'v2'

export type Session = Pick<Occurrence, 'status' | 'startsAt' | 'endsAt'> & {
  /** Why the venue has called it off, in its words, where that is known. */
  callOffReason?: string | null
}

/** The booking period; `closesAt` is exclusive. */
export type BookingWindow = { opensAt: Date; closesAt: Date }

export type Reason = { code: ReasonCode; message: Text; availableAt: Date | null }

/** The sentence of each reason. `full` is fixed: programs in use compare it (wire §1.5). */
export const sentences = {
  cancelled: (messages) => messages.timetable.cancelled,
  closed: (messages) => messages.timetable.closed,
  not_open_yet: (messages) => messages.timetable.notOpenYet,
  full: () => alreadyFull,
  held: (messages) => messages.timetable.held,
  desk_only: (messages) => messages.timetable.deskOnly,
} as const satisfies Record<string, Text>

/** A session with the activity and venue columns that decide when it can be booked. */
export type OnSale = Session &
  OwnRelease & {
    timezone: string
    /** Minutes after the start at which booking ends; negative means before the start. */
    lastBookableMinutes: number
    venueReleaseDaysVisitor: number
    venueReleaseDaysCustomer: number
    venueReleaseTime: string
  }

export const venueReleaseOf = (
  occurrence: Pick<OnSale, 'venueReleaseDaysVisitor' | 'venueReleaseDaysCustomer' | 'venueReleaseTime'>,
): VenueRelease => ({
  releaseDaysVisitor: occurrence.venueReleaseDaysVisitor,
  releaseDaysCustomer: occurrence.venueReleaseDaysCustomer,
  releaseTime: occurrence.venueReleaseTime,
})

/** When a session can be booked; a venue may open it earlier for customers than for visitors. */
export const bookingWindow = (occurrence: OnSale, isLoggedIn: boolean): BookingWindow => ({
  opensAt: bookingOpens(
    occurrence.startsAt,
    releaseRuleOf(occurrence, venueReleaseOf(occurrence)),
    occurrence.timezone,
    isLoggedIn,
  ),
  closesAt: bookingCloses(occurrence),
})

/** Booking closes at the end of the session at the latest. */
export const bookingCloses = (
  occurrence: Pick<OnSale, 'startsAt' | 'endsAt' | 'lastBookableMinutes'>,
): Date =>
  new Date(
    Math.min(
      occurrence.startsAt.getTime() + occurrence.lastBookableMinutes * 60_000,
      occurrence.endsAt.getTime(),
    ),
  )

const sayCalledOff = (reason: string | null): Text =>
  reason === null ? sentences.cancelled : (messages) => messages.timetable.cancelledBecause({ reason })

/** Why a session is not on sale now, regardless of caller and free places; null when it is on sale. */
export const whyNotOnSale = (session: Session, window: BookingWindow, now: Date): Reason | null => {
  if (session.status !== 'scheduled')
    return { code: 'cancelled', message: sayCalledOff(session.callOffReason ?? null), availableAt: null }
  if (now >= window.closesAt) return { code: 'closed', message: sentences.closed, availableAt: null }
  if (now < window.opensAt) {
    return { code: 'not_open_yet', message: sentences.not_open_yet, availableAt: window.opensAt }
  }
  return null
}

/** Like `whyNotOnSale`, from the columns instead of the booking window. */
export const whyNotBookable = (
  occurrence: OnSale,
  query: { isLoggedIn: boolean; sellsEarly?: boolean; now: Date },
): Reason | null => {
  const window = bookingWindow(occurrence, query.isLoggedIn)
  return whyNotOnSale(occurrence, query.sellsEarly === true ? openedEarly(window) : window, query.now)
}

/** The desk sells before booking opens for customers. */
export const openedEarly = (window: BookingWindow): BookingWindow => ({ ...window, opensAt: new Date(0) })

/** A hold or a class that uses floor a court needs. `heldUntil` is null for booked floor. */
export type Claim = {
  holdId: number | null
  basketId: number | null
  heldUntil: Date | null
  /** The desk keeps it for people who come there. */
  isDeskOnly: boolean
}

/** Places of an occurrence that are sold, held, offered or waited for. Expired holds count as free. */
export type Places = {
  capacity: number
  /** The smallest number of places that can be bought: those of the smallest ticket. */
  fewest: number
  confirmed: number
  held: number
  /** Held places that are offered to people on the waitlist. */
  offered: number
  /** Held places that the desk keeps for people who come there. */
  deskPlaces: number
  /** Places that people on the waitlist want; free places go to them first. */
  waiting: number
  /** The earliest expiry of a hold in a basket. */
  firstEnd: Date | null
  /** Claims on its floor at its time; empty unless it is a court. */
  claims: readonly Claim[]
}

/**
 * Why the smallest purchase is not possible; null when it is. Places on offer and places waited for count like sold
 * ones.
 * @param basketId the caller's own basket: floor blocked only by it is a clash, not taken
 */
export const whyNoPlace = (places: Places, basketId: number | null): Reason | null => {
  const { capacity, fewest, confirmed, held, offered, waiting, firstEnd, claims } = places
  const taken = confirmed + offered + waiting + fewest > capacity ? full : heldByOthers(places, firstEnd)
  if (confirmed + held + fewest > capacity) return taken
  if (claims.length === 0) return confirmed + held + waiting + fewest > capacity ? taken : null
  if (claims.some((claim) => claim.heldUntil === null)) return full
  const others = claims.filter((claim) => claim.basketId === null || claim.basketId !== basketId)
  // The floor is free only when all of them have ended.
  return others.length === 0
    ? clashOf(null)
    : heldByOthers(places, latestOf(others.map((claim) => claim.heldUntil)))
}

/** Places as seen by the desk, which sells those it keeps. People who wait are offered the others alone. */
export const withDeskPlaces = (places: Places): Places =>
  places.deskPlaces === 0
    ? places
    : {
        ...places,
        held: places.held - places.deskPlaces,
        deskPlaces: 0,
        waiting: Math.min(places.waiting, Math.max(0, places.capacity - places.confirmed - places.held)),
        // A court has one place: where it is kept, so is all of the floor.
        claims: places.claims.filter((claim) => !claim.isDeskOnly),
      }

/** Whether no one can book it online although it is not sold, since the desk keeps what is left until booking closes. */
export const isDeskOnly = ({ capacity, fewest, confirmed, deskPlaces, claims }: Places): boolean =>
  (deskPlaces > 0 && confirmed + deskPlaces + fewest > capacity) || claims.some((claim) => claim.isDeskOnly)

const full: Reason = { code: 'full', message: sentences.full, availableAt: null }

const heldByOthers = (places: Places, availableAt: Date | null): Reason => ({
  code: 'held',
  message: isDeskOnly(places) ? sentences.desk_only : sentences.held,
  availableAt,
})

/** Free places for a caller: `spaces` = `capacity` - `bookingsCount` - `heldByOthers`. */
export type Count = { capacity: number; spaces: number; bookingsCount: number; heldByOthers: number }

/**
 * Counts places for a caller who holds `own` of them; their own hold does not count (wire §2.1). Floor in use by another
 * occurrence counts like places of the court itself.
 */
export const countPlaces = (places: Places, basketId: number | null, own: number): Count => {
  const { capacity, confirmed, held, waiting, claims } = places
  const others = claims.filter((claim) => claim.basketId === null || claim.basketId !== basketId)
  const isSold = others.some((claim) => claim.heldUntil === null)
  const heldByOthers = Math.min(Math.max(held - own, 0) + waiting, capacity - confirmed)
  if (isSold) return { capacity, spaces: 0, bookingsCount: capacity - heldByOthers, heldByOthers }
  if (others.length > 0)
    return { capacity, spaces: 0, bookingsCount: confirmed, heldByOthers: capacity - confirmed }
  return { capacity, spaces: capacity - confirmed - heldByOthers, bookingsCount: confirmed, heldByOthers }
}

/** A person who may take part, with their bookings and holds at that time. */
export type PersonState = Candidate & {
  hasBooked: boolean
  /** In the caller's basket, held. */
  isInBasket: boolean
  isElsewhere: boolean
  /** At least one of their places elsewhere is booked. */
  isBookedElsewhere: boolean
  /** Their waitlist entry. `offer` is the place reserved for them. */
  waitlist: { id: number; rangeId: number | null; offer: Offer | null } | null
}

/** Places reserved for a person from the waitlist until a time. */
export type Offer = { holdId: number; places: number; until: Date }

/** The state of an occurrence that the rules need. */
export type OccurrenceState = Session & {
  window: BookingWindow
  places: Places
  hasWaitlist: boolean
  needs: Needs
  /** A person may book it more than once and overlapping: tickets, and courts for friends. */
  isRepeatable: boolean
}

/**
 * Why this person cannot book it now; null when they can. `person` is null for a visitor, `firstName` for the reader
 * themselves.
 */
export const whyNot = (
  occurrence: OccurrenceState,
  person: PersonState | null,
  basketId: number | null,
  now: Date,
  firstName: string | null = null,
): Reason | null => {
  const notOnSale = whyNotOnSale(occurrence, occurrence.window, now)
  if (notOnSale !== null) return notOnSale
  if (person?.hasBooked && !occurrence.isRepeatable) return bookedBy(firstName)
  const offer = person?.waitlist?.offer ?? null
  const places = offer === null ? occurrence.places : withOffer(occurrence.places, offer)
  return (
    whyNotThem(occurrence.needs, person, firstName) ??
    whyNoPlaceInTime({ ...occurrence, places }, basketId) ??
    (person?.isElsewhere && !occurrence.isRepeatable ? clashOf(firstName) : null)
  )
}

/** Places as seen by the person who has an offer. */
export const withOffer = (places: Places, offer: Offer): Places => ({
  ...places,
  held: places.held - offer.places,
  offered: places.offered - offer.places,
  // Their offer comes before other waiting people.
  waiting: 0,
  claims: places.claims.filter((claim) => claim.holdId !== offer.holdId),
})

/** Why this person cannot join the waitlist of a full occurrence; null when they can. */
export const whyNotWait = (occurrence: OccurrenceState, person: PersonState, now: Date): Reason | null => {
  const notOnSale = whyNotOnSale(occurrence, occurrence.window, now)
  if (notOnSale !== null) return notOnSale
  if (now >= occurrence.startsAt) return { code: 'closed', message: sentences.closed, availableAt: null }
  if (person.hasBooked && !occurrence.isRepeatable) return bookedBy(null)
  return (
    whyNotThem(occurrence.needs, person, null) ??
    (person.isBookedElsewhere && !occurrence.isRepeatable ? clashOf(null) : null)
  )
}

/** Places that stay held until booking closes (reserved for the desk) have no time at which they may come free. */
const whyNoPlaceInTime = (
  { places, window }: Pick<OccurrenceState, 'places' | 'window'>,
  basketId: number | null,
): Reason | null => {
  const why = whyNoPlace(places, basketId)
  const isTooLate = why !== null && why.availableAt !== null && why.availableAt >= window.closesAt
  return isTooLate ? { ...why, availableAt: null } : why
}

const bookedBy = (firstName: string | null): Reason => ({
  code: 'already_booked',
  message: (messages) => messages.eligibility.alreadyBooked({ firstName }),
  availableAt: null,
})

const clashOf = (firstName: string | null): Reason => ({
  code: 'clash',
  message: (messages) => messages.eligibility.clashInGeneral({ firstName }),
  availableAt: null,
})

const whyNotThem = (needs: Needs, person: PersonState | null, firstName: string | null): Reason | null => {
  const why = person === null ? null : whyNotEligible(needs, person, firstName)
  return why === null ? null : { ...why, availableAt: null }
}

/** Whether a path segment is a v2 id of an occurrence (wire §1.9) and not a slug. */
export const isPublicId = (part: string): boolean => /^AQG[\w-]{31}$/.test(part)
/** What people who booked a session have to be told when it changes. `meetingPoint` '' is in the room. */
export type Logistics = Pick<
  Occurrence,
  'name' | 'startsAt' | 'endsAt' | 'locationId' | 'meetingPoint' | 'instructorIds'
> & {
  /** Where people who have booked take part online; '' where they do not. */
  joinLink: string
}

type WhyNotChanged = 'cancelled' | 'begun' | 'in_past' | 'ends_before_start'

/** The longest a session lasts. */
const longestMs = 24 * 3_600_000

/** Why a session cannot be changed so; null when it can. */
export const whyNotChanged = (
  session: Pick<Logistics, 'startsAt'> & { status: string },
  wanted: Logistics,
  now: Date,
): WhyNotChanged | null => {
  if (session.status !== 'scheduled') return 'cancelled'
  if (session.startsAt <= now) return 'begun'
  if (wanted.startsAt <= now) return 'in_past'
  const lasts = wanted.endsAt.getTime() - wanted.startsAt.getTime()
  return lasts > 0 && lasts <= longestMs ? null : 'ends_before_start'
}

/** Whether it takes other floor or other hours. */
export const isMoved = (before: Logistics, after: Logistics): boolean =>
  before.locationId !== after.locationId ||
  before.startsAt.getTime() !== after.startsAt.getTime() ||
  before.endsAt.getTime() !== after.endsAt.getTime()

export const isSame = (before: Logistics, after: Logistics): boolean =>
  !isMoved(before, after) &&
  before.name === after.name &&
  before.meetingPoint === after.meetingPoint &&
  before.joinLink === after.joinLink &&
  before.instructorIds.join() === after.instructorIds.join()
