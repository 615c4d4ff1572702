import { alreadyFull } from '#contract/failure.ts'
import type { ReasonCode } from '#contract/shapes.ts'
import { bookingOpens, releaseRuleOf } from '#server/activities/rules.ts'
import type { OwnRelease, VenueRelease } from '#server/activities/rules.ts'
import { whyNotEligible, you } from '#server/waivers/eligibility/rules.ts'
import type { Candidate, Needs } from '#server/waivers/eligibility/rules.ts'

/*
 * Why a thing cannot be booked (wire §2.3). What is said here of places is what take_places grants
 * (db/migrations/0003_places.sql, 0008_waitlists.sql): change both together.
 */

/** What decides, with the clock, whether a session is on sale at all. */
export type Session = {
  status: 'scheduled' | 'cancelled' | 'withdrawn'
  startsAt: Date
  endsAt: Date
}

/** From when to when it may be booked; the second instant is excluded. */
export type BookingWindow = { opensAt: Date; closesAt: Date }

export type Reason = { code: ReasonCode; message: string; availableAt: Date | null }

/** The sentence that stands beside each reason. FULL has the fixed one that programs in use read (wire §1.5). */
export const sentences = {
  cancelled: 'This has been called off by the venue.',
  closed: 'Booking for this has ended.',
  not_open_yet: 'You cannot book this activity yet',
  already_booked: 'You have booked this already.',
  full: alreadyFull,
  held: 'The last places are in other baskets at the moment.',
  clash: 'You have something else at this time.',
} as const

/** A session with the columns of its activity and venue that say when it may be booked. */
export type OnSale = Session &
  OwnRelease & {
    timezone: string
    /** Booking ends so many minutes after the start, before it when negative. */
    lastBookableMinutes: number
    venueReleaseDaysVisitor: number
    venueReleaseDaysCustomer: number
    venueReleaseTime: string
  }

/** The venue's rule, from a row that has it beside the activity's own. */
export const venueReleaseOf = (
  thing: Pick<OnSale, 'venueReleaseDaysVisitor' | 'venueReleaseDaysCustomer' | 'venueReleaseTime'>,
): VenueRelease => ({
  releaseDaysVisitor: thing.venueReleaseDaysVisitor,
  releaseDaysCustomer: thing.venueReleaseDaysCustomer,
  releaseTime: thing.venueReleaseTime,
})

/** When somebody may book a session: customers earlier than visitors, where the venue says so. */
export const bookingWindow = (thing: OnSale, isLoggedIn: boolean): BookingWindow => ({
  opensAt: bookingOpens(
    thing.startsAt,
    releaseRuleOf(thing, venueReleaseOf(thing)),
    thing.timezone,
    isLoggedIn,
  ),
  closesAt: bookingCloses(thing),
})

/** Booking never outlasts the session itself. */
export const bookingCloses = (thing: Pick<OnSale, 'startsAt' | 'endsAt' | 'lastBookableMinutes'>): Date =>
  new Date(Math.min(thing.startsAt.getTime() + thing.lastBookableMinutes * 60_000, thing.endsAt.getTime()))

/** Why a session is not on sale now, whoever asks and however many places it has; null when it is. */
export const whyNotOnSale = (session: Session, window: BookingWindow, now: Date): Reason | null => {
  if (session.status !== 'scheduled')
    return { code: 'cancelled', message: sentences.cancelled, availableAt: null }
  if (now >= window.closesAt) return { code: 'closed', message: sentences.closed, availableAt: null }
  if (now < window.opensAt) {
    return { code: 'not_open_yet', message: sentences.not_open_yet, availableAt: window.opensAt }
  }
  return null
}

/** The same for whoever has the columns at hand and not the window. */
export const whyNotBookable = (thing: OnSale, asked: { isLoggedIn: boolean; now: Date }): Reason | null =>
  whyNotOnSale(thing, bookingWindow(thing, asked.isLoggedIn), asked.now)

/** A hold or a class standing on floor that a court needs. `heldUntil` is null once it is there for good. */
export type Claim = { holdId: number | null; basketId: number | null; heldUntil: Date | null }

/** How many places of an occurrence are spoken for now; what has lapsed is free. */
export type Places = {
  capacity: number
  /** The fewest places that can be bought at once: those of the smallest ticket. */
  fewest: number
  confirmed: number
  held: number
  /** Of those held, the ones on offer to people who wait. */
  offered: number
  /** Places that people wait for: what comes free is theirs first. */
  waiting: number
  /** The earliest end of a hold that lies in a basket. */
  firstEnd: Date | null
  /** Who stands on its floor at its time; always empty for what is not a court. */
  claims: readonly Claim[]
}

/**
 * Why the fewest places that can be bought are not to be had; null when they are. Places on offer and those that
 * people wait for are no more to be hoped for than sold ones.
 * @param basketId the asker's own: what only oneself stands in the way of is a clash, not taken
 */
export const whyNoPlace = (places: Places, basketId: number | null): Reason | null => {
  const { capacity, fewest, confirmed, held, offered, waiting, firstEnd, claims } = places
  const taken = confirmed + offered + waiting + fewest > capacity ? full : heldByOthers(firstEnd)
  if (confirmed + held + fewest > capacity) return taken
  if (claims.length === 0) return confirmed + held + waiting + fewest > capacity ? taken : null
  if (claims.some((claim) => claim.heldUntil === null)) return full
  const others = claims.filter((claim) => claim.basketId === null || claim.basketId !== basketId)
  // It takes them all to go away before the floor is free.
  return others.length === 0 ? clash : heldByOthers(latest(others.map((claim) => claim.heldUntil)))
}

const full: Reason = { code: 'full', message: sentences.full, availableAt: null }
const clash: Reason = { code: 'clash', message: sentences.clash, availableAt: null }
const heldByOthers = (availableAt: Date | null): Reason => ({
  code: 'held',
  message: sentences.held,
  availableAt,
})

const latest = (instants: readonly (Date | null)[]): Date | null =>
  instants.reduce((last, at) => (last === null || (at !== null && at > last) ? at : last), null)

/** What is free for somebody, in numbers that add up: `spaces` is `capacity` less the two others. */
export type Count = { capacity: number; spaces: number; bookingsCount: number; heldByOthers: number }

/**
 * Counts places for somebody who holds `own` of them: one's own hold does not count (wire §2.1). Floor in use by
 * something else counts like places of the court itself.
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

/** Somebody who might be booked, with what they already have at or about the time. */
export type Somebody = Candidate & {
  hasBooked: boolean
  /** In the caller's basket, held. */
  isInBasket: boolean
  isElsewhere: boolean
  /** One of the places they have elsewhere is bought. */
  isBookedElsewhere: boolean
  /** Their entry on the waitlist. `offer` is the place that is kept for them. */
  waitlist: { id: number; offer: Offer | null } | null
}

/** Places kept for somebody who waited, until they take them. */
export type Offer = { holdId: number; places: number; until: Date }

/** An occurrence as the rules read it. */
export type Thing = Session & {
  window: BookingWindow
  places: Places
  hasWaitlist: boolean
  needs: Needs
  /** One person may have it twice, and beside something else: tickets, and courts for friends. */
  isRepeatable: boolean
}

/** Why this person cannot book it now; null when they can. For a visitor, nobody is known. */
export const whyNot = (
  thing: Thing,
  somebody: Somebody | null,
  basketId: number | null,
  now: Date,
): Reason | null => {
  const notOnSale = whyNotOnSale(thing, thing.window, now)
  if (notOnSale !== null) return notOnSale
  if (somebody?.hasBooked && !thing.isRepeatable) return booked
  const offer = somebody?.waitlist?.offer ?? null
  const places = offer === null ? thing.places : withOffer(thing.places, offer)
  return (
    whyNotThem(thing.needs, somebody) ??
    whyNoPlaceInTime({ ...thing, places }, basketId) ??
    (somebody?.isElsewhere && !thing.isRepeatable ? clash : null)
  )
}

/** Places as they are for whom some of them are kept. */
export const withOffer = (places: Places, offer: Offer): Places => ({
  ...places,
  held: places.held - offer.places,
  offered: places.offered - offer.places,
  // Their own place comes before what others wait for.
  waiting: 0,
  claims: places.claims.filter((claim) => claim.holdId !== offer.holdId),
})

/** Why this person cannot wait for it; null when they can, once there is no place to be had. */
export const whyNotWait = (thing: Thing, somebody: Somebody, now: Date): Reason | null => {
  const notOnSale = whyNotOnSale(thing, thing.window, now)
  if (notOnSale !== null) return notOnSale
  if (now >= thing.startsAt) return { code: 'closed', message: sentences.closed, availableAt: null }
  if (somebody.hasBooked && !thing.isRepeatable) return booked
  return (
    whyNotThem(thing.needs, somebody) ?? (somebody.isBookedElsewhere && !thing.isRepeatable ? clash : null)
  )
}

/** What is kept for the desk is held to the end: nobody online need wait for it. */
const whyNoPlaceInTime = (
  { places, window }: Pick<Thing, 'places' | 'window'>,
  basketId: number | null,
): Reason | null => {
  const why = whyNoPlace(places, basketId)
  const isTooLate = why !== null && why.availableAt !== null && why.availableAt >= window.closesAt
  return isTooLate ? { ...why, availableAt: null } : why
}

const booked: Reason = { code: 'already_booked', message: sentences.already_booked, availableAt: null }

const whyNotThem = (needs: Needs, somebody: Somebody | null): Reason | null => {
  const why = somebody === null ? null : whyNotEligible(needs, somebody, you)
  return why === null ? null : { ...why, availableAt: null }
}

/** Whether part of an address is the id of a bookable thing in its second form (wire §1.9), and not a slug. */
export const isPublicId = (part: string): boolean => /^AQG[\w-]{31}$/.test(part)
