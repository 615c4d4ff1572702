import type { ActionToShow } from '#contract/bookables.ts'
import type { ActionStatus } from '#contract/refusals.ts'
import { instant } from '#contract/time.ts'
import type { Text } from '#server/messages/languages.ts'
import { toCandidate, weekOf, whyNotUnnamed } from '#server/waivers/rules.ts'
import { whyNot, whyNotWait } from './rules.ts'
import type { OccurrenceState, Offer, PersonState, Reason } from './rules.ts'

/* Which action the timetable offers a caller for an occurrence (wire §2.2). */

/** The caller's relation to one occurrence. */
export type Caller = {
  basketId: number | null
  /** The customer the call is for; null for a visitor. */
  self: PersonState | null
  /** Other people they may book for. */
  linked: readonly PersonState[]
  /** The line of their basket that holds it. */
  cartItemId: number | null
  bookingId: number | null
  /** True for a visitor who could book this after logging in, because days open earlier for customers. */
  loginOpens: boolean
  /** Served at the desk without a name, for any number of people. */
  isWalkIn: boolean
}

/** A caller's basket lines, people and waitlist entries on a day. */
export type CallerProfile = {
  basketId: number | null
  isWalkIn: boolean
  /** The live lines of their basket. */
  lines: readonly { id: number; occurrenceId: number; purchasedForId: number | null; places: number }[]
  /** The customer the call is for, then the people they may book for; empty for a visitor. */
  people: readonly {
    id: number
    dateOfBirth: string | null
    inductionIds: readonly number[]
    isMember: boolean
    /** Live places of the activity in the week of the day, including this occurrence. */
    timesThisWeek: number
    places: readonly {
      occurrenceId: number
      startsAt: Date
      endsAt: Date
      isBooked: boolean
      bookingId: number | null
    }[]
    /** Their open entries on waitlists. */
    waitlists: readonly { id: number; occurrenceId: number; rangeId: number | null; offer: Offer | null }[]
  }[]
}

export const anonymousCaller: CallerProfile = { basketId: null, isWalkIn: false, lines: [], people: [] }

type OccurrenceTime = { id: number; startsAt: Date; endsAt: Date; localDate: string }

type PersonOnDays = Omit<CallerProfile['people'][number], 'isMember' | 'timesThisWeek'> & {
  memberOn: readonly string[]
  activityDays: readonly string[]
}

/** Reduces what is known of a person on some days to one of them. */
export const personOn = <P extends PersonOnDays>(
  person: P,
  day: string,
): P & { isMember: boolean; timesThisWeek: number } => {
  const { monday, sunday } = weekOf(day)
  return {
    ...person,
    isMember: person.memberOn.includes(day),
    timesThisWeek: person.activityDays.filter((one) => one >= monday && one <= sunday).length,
  }
}

/** Reduces a caller's data of the day to one occurrence. */
export const callerFor = (
  occurrence: OccurrenceTime,
  profile: CallerProfile,
  loginOpens: boolean,
): Caller & { own: number } => {
  const lines = profile.lines.filter((line) => line.occurrenceId === occurrence.id)
  const [self, ...linked] = profile.people.map(
    (person, index): PersonState & { bookingId: number | null } => {
      const here = person.places.filter((place) => place.occurrenceId === occurrence.id && place.isBooked)
      const elsewhere = person.places.filter(
        (place) =>
          place.occurrenceId !== occurrence.id &&
          place.startsAt < occurrence.endsAt &&
          place.endsAt > occurrence.startsAt,
      )
      const { timesThisWeek, ...profile } = toCandidate(person, occurrence.localDate)
      return {
        // Their places in this occurrence do not count against its weekly limit.
        timesThisWeek:
          timesThisWeek - person.places.filter((place) => place.occurrenceId === occurrence.id).length,
        hasBooked: here.length > 0,
        isInBasket: lines.some((line) => line.purchasedForId === (index === 0 ? null : person.id)),
        isElsewhere: elsewhere.length > 0,
        isBookedElsewhere: elsewhere.some((place) => place.isBooked),
        waitlist: person.waitlists.find((entry) => entry.occurrenceId === occurrence.id) ?? null,
        bookingId: here.find((place) => place.bookingId !== null)?.bookingId ?? null,
        ...profile,
      }
    },
  )
  const line = lines.find((one) => one.purchasedForId === null) ?? lines[0]
  const everybody = self === undefined ? [] : [self, ...linked]
  return {
    basketId: profile.basketId,
    self: self ?? null,
    linked,
    cartItemId: line?.id ?? null,
    bookingId: everybody.find((person) => person.bookingId !== null)?.bookingId ?? null,
    loginOpens,
    isWalkIn: profile.isWalkIn,
    own: lines.reduce((sum, one) => sum + one.places, 0),
  }
}

/** The action before it is worded. */
export type Action = Omit<ActionToShow, 'reason'> & { reason: Text | null }

/** What the caller can do with an occurrence now, or the reason why not (wire §2.2). */
export const actionToShow = (occurrence: OccurrenceState, caller: Caller, now: Date): Action => {
  const why =
    whyNot(occurrence, caller.self, caller.basketId, now) ??
    (caller.isWalkIn ? whyNotUnnamedHere(occurrence) : null)
  const canBook = why === null
  const linkedCan = caller.linked.some(
    (person) => !person.isInBasket && whyNot(occurrence, person, caller.basketId, now) === null,
  )
  const linkedCanWait =
    isWaitlistOpen(occurrence, now) &&
    caller.linked.some((person) => {
      const code = whyNot(occurrence, person, caller.basketId, now)?.code
      const hasPlace = person.isInBasket && !occurrence.isRepeatable
      const isWithoutPlace = !hasPlace && (code === 'full' || code === 'held')
      return isWithoutPlace && person.waitlist === null && whyNotWait(occurrence, person, now) === null
    })
  const others: ActionStatus[] = [
    ...(linkedCan ? (['BOOK'] as const) : []),
    ...(linkedCanWait ? (['JOIN_WAITLIST'] as const) : []),
  ]
  const more = { canBook, others }
  return {
    ...describeAction(occurrence, caller, why, more, now),
    bookingId: caller.bookingId,
    cartItemId: caller.cartItemId,
    waitlistId: caller.self?.waitlist?.id ?? null,
    ...(caller.self?.waitlist?.rangeId == null ? {} : { waitlistRangeId: caller.self.waitlist.rangeId }),
  }
}

const whyNotUnnamedHere = ({ needs }: OccurrenceState): Reason | null => {
  const why = whyNotUnnamed(needs)
  return why === null ? null : { ...why, availableAt: null }
}

/** The desk lets a court that it keeps, so no one online moves up to it. */
const isWaitlistOpen = ({ hasWaitlist, startsAt, places }: OccurrenceState, now: Date): boolean =>
  hasWaitlist && now < startsAt && !places.claims.some((claim) => claim.isDeskOnly)

type ActionFields = Pick<Action, 'status' | 'reason' | 'reasonCode' | 'availableAt' | 'otherActions'>

const describeAction = (
  occurrence: OccurrenceState,
  caller: Caller,
  why: Reason | null,
  more: { canBook: boolean; others: readonly ActionStatus[] },
  now: Date,
): ActionFields => {
  const canCancel = caller.bookingId !== null && now < occurrence.startsAt
  if (occurrence.status === 'scheduled' && caller.cartItemId !== null) {
    const mayRepeat =
      more.canBook && (occurrence.isRepeatable || caller.isWalkIn || caller.self?.isInBasket === false)
    const others: ActionStatus[] = mayRepeat ? ['BOOK'] : [...more.others]
    return {
      ...offer('CANCEL_RESERVATION'),
      otherActions: canCancel ? [...others, 'CANCEL_BOOKING'] : others,
    }
  }
  if (occurrence.status === 'scheduled' && canCancel) {
    return {
      ...(why?.code === 'already_booked' ? because('CANCEL_BOOKING', why) : offer('CANCEL_BOOKING')),
      otherActions: more.canBook ? ['BOOK'] : [...more.others],
    }
  }
  const waitlist = caller.self?.waitlist ?? null
  if (why === null) {
    if (waitlist?.offer == null) return offer('BOOK')
    return {
      ...offer('BOOK'),
      availableAt: instant(waitlist.offer.until),
      otherActions: ['LEAVE_WAITLIST'],
    }
  }
  if (waitlist !== null) return { ...because('LEAVE_WAITLIST', why), otherActions: [...more.others] }
  if (why.code === 'full' || why.code === 'held')
    return describeWithoutPlace(occurrence, caller, why, more.others, now)
  const loggedIn: ActionStatus[] = why.code === 'not_open_yet' && caller.loginOpens ? ['LOGIN'] : []
  return { ...because(null, why), otherActions: [...more.others, ...loggedIn] }
}

/** The action while there is no free place: join the waitlist, if the caller could use a place. */
const describeWithoutPlace = (
  occurrence: OccurrenceState,
  { self }: Caller,
  why: Reason,
  others: readonly ActionStatus[],
  now: Date,
): ActionFields => {
  // A visitor is offered the waitlist too, and has to log in to join it.
  const mayWait =
    isWaitlistOpen(occurrence, now) && (self === null || whyNotWait(occurrence, self, now) === null)
  // The reason is always the one that booking would give.
  if (!mayWait) return { ...because(why.code === 'full' ? 'FULL' : null, why), otherActions: [...others] }
  const more = others.filter((status) => status !== 'JOIN_WAITLIST')
  if (why.code === 'full') return { ...because('JOIN_WAITLIST', why), otherActions: more }
  return { ...because(null, why), otherActions: [...more, 'JOIN_WAITLIST'] }
}

const offer = (status: ActionStatus): ActionFields => ({
  status,
  reason: null,
  reasonCode: null,
  availableAt: null,
  otherActions: [],
})

const because = (status: ActionStatus | null, why: Reason): ActionFields => ({
  status,
  reason: why.message,
  reasonCode: why.code,
  availableAt: why.availableAt === null ? null : instant(why.availableAt),
  otherActions: [],
})

/** Sort order for the court that represents an hour: the caller's own first, then bookable ones. */
const rank = (action: Action): number => {
  const order: readonly (ActionStatus | null)[] = [
    'CANCEL_RESERVATION',
    'CANCEL_BOOKING',
    'BOOK',
    'LEAVE_WAITLIST',
  ]
  const place = order.indexOf(action.status)
  if (place >= 0) return place
  // A held court may come free, so it ranks above a waitlist.
  if (action.reasonCode === 'held' && action.availableAt !== null) return 4
  if (action.status === 'JOIN_WAITLIST') return 5
  return action.status === 'FULL' ? 6 : 7
}

/**
 * The action of an hour over all its courts: that of the highest-ranked court. BOOK is added when any court is
 * bookable. When all courts are held, the earliest end of a hold counts.
 */
export const actionOfHour = (actions: readonly Action[]): Action | null => {
  const [first] = actions.toSorted((a, b) => rank(a) - rank(b))
  if (first === undefined) return null
  const others = new Set(first.otherActions)
  if (first.status !== 'BOOK' && actions.some((action) => action.status === 'BOOK')) others.add('BOOK')
  const ends = actions
    .flatMap((action) => (action.reasonCode === 'held' ? (action.availableAt ?? []) : []))
    .sort()
  return {
    ...first,
    availableAt: first.reasonCode === 'held' ? (ends[0] ?? null) : first.availableAt,
    otherActions: [...others],
  }
}
