import type { ActionStatus, ActionToShow } from '#contract/shapes.ts'
import { instant } from '#contract/time.ts'
import { whyNot, whyNotWait } from '#server/timetable/rules.ts'
import type { Offer, Reason, Somebody, Thing } from '#server/timetable/rules.ts'
import { candidate } from '#server/waivers/eligibility/rules.ts'

/*
 * What to offer somebody who looks at a thing (wire §2.2).
 */

/** The caller as one thing concerns them. */
export type Caller = {
  basketId: number | null
  /** Whom the call is for; null for a visitor. */
  self: Somebody | null
  /** Whom they may book for besides. */
  linked: readonly Somebody[]
  /** The line of their basket that holds it. */
  cartItemId: number | null
  bookingId: number | null
  /** A visitor who might book this if they logged in: customers' days open earlier. */
  loginOpens: boolean
}

/** All that is known of whoever asks, for a day. */
export type Known = {
  basketId: number | null
  /** The live lines of their basket. */
  lines: readonly { id: number; occurrenceId: number; purchasedForId: number | null; places: number }[]
  /** Whom the call is for, then whom they may book for; nobody for a visitor. */
  people: readonly {
    id: number
    dateOfBirth: string | null
    inductionIds: readonly number[]
    isMember: boolean
    /** Live places of the activity in the week of the day, this thing's own included. */
    timesThisWeek: number
    places: readonly {
      occurrenceId: number
      startsAt: Date
      endsAt: Date
      isBooked: boolean
      bookingId: number | null
    }[]
    /** Their open entries on waitlists. */
    waitlists: readonly { id: number; occurrenceId: number; offer: Offer | null }[]
  }[]
}

/** Somebody nobody knows anything of. */
export const nobody: Known = { basketId: null, lines: [], people: [] }

type Concerned = { id: number; startsAt: Date; endsAt: Date; localDate: string }

/** What of all that is known concerns one thing. */
export const concerning = (thing: Concerned, known: Known, loginOpens: boolean): Caller & { own: number } => {
  const lines = known.lines.filter((line) => line.occurrenceId === thing.id)
  const [self, ...linked] = known.people.map((person, index): Somebody & { bookingId: number | null } => {
    const here = person.places.filter((place) => place.occurrenceId === thing.id && place.isBooked)
    const elsewhere = person.places.filter(
      (place) =>
        place.occurrenceId !== thing.id && place.startsAt < thing.endsAt && place.endsAt > thing.startsAt,
    )
    const { timesThisWeek, ...known } = candidate(person, thing.localDate)
    return {
      // What they have here already does not keep them from having it.
      timesThisWeek: timesThisWeek - person.places.filter((place) => place.occurrenceId === thing.id).length,
      hasBooked: here.length > 0,
      isInBasket: lines.some((line) => line.purchasedForId === (index === 0 ? null : person.id)),
      isElsewhere: elsewhere.length > 0,
      isBookedElsewhere: elsewhere.some((place) => place.isBooked),
      waitlist: person.waitlists.find((entry) => entry.occurrenceId === thing.id) ?? null,
      bookingId: here.find((place) => place.bookingId !== null)?.bookingId ?? null,
      ...known,
    }
  })
  const line = lines.find((one) => one.purchasedForId === null) ?? lines[0]
  const everybody = self === undefined ? [] : [self, ...linked]
  return {
    basketId: known.basketId,
    self: self ?? null,
    linked,
    cartItemId: line?.id ?? null,
    bookingId: everybody.find((person) => person.bookingId !== null)?.bookingId ?? null,
    loginOpens,
    own: lines.reduce((sum, one) => sum + one.places, 0),
  }
}

/** What the caller can do with a thing now, and if nothing, why (wire §2.2). */
export const actionToShow = (thing: Thing, caller: Caller, now: Date): ActionToShow => {
  const why = whyNot(thing, caller.self, caller.basketId, now)
  const canBook = why === null
  const linkedCan = caller.linked.some(
    (person) => !person.isInBasket && whyNot(thing, person, caller.basketId, now) === null,
  )
  const linkedCanWait =
    thing.hasWaitlist &&
    caller.linked.some((person) => {
      const code = whyNot(thing, person, caller.basketId, now)?.code
      const isWithoutPlace = code === 'full' || code === 'held'
      return isWithoutPlace && person.waitlist === null && whyNotWait(thing, person, now) === null
    })
  const others: ActionStatus[] = [
    ...(linkedCan ? (['BOOK'] as const) : []),
    ...(linkedCanWait ? (['JOIN_WAITLIST'] as const) : []),
  ]
  const more = { canBook, others }
  return {
    ...shown(thing, caller, why, more, now),
    bookingId: caller.bookingId,
    cartItemId: caller.cartItemId,
    waitlistId: caller.self?.waitlist?.id ?? null,
  }
}

type Shown = Pick<ActionToShow, 'status' | 'reason' | 'reasonCode' | 'availableAt' | 'otherActions'>

const shown = (
  thing: Thing,
  caller: Caller,
  why: Reason | null,
  more: { canBook: boolean; others: readonly ActionStatus[] },
  now: Date,
): Shown => {
  const canCancel = caller.bookingId !== null && now < thing.startsAt
  if (thing.status === 'scheduled' && caller.cartItemId !== null) {
    const mayRepeat = more.canBook && (thing.isRepeatable || caller.self?.isInBasket === false)
    const others: ActionStatus[] = mayRepeat ? ['BOOK'] : [...more.others]
    return {
      ...offer('CANCEL_RESERVATION'),
      otherActions: canCancel ? [...others, 'CANCEL_BOOKING'] : others,
    }
  }
  if (thing.status === 'scheduled' && canCancel) {
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
    return shownWithoutPlace(thing, caller, why, more.others, now)
  const loggedIn: ActionStatus[] = why.code === 'not_open_yet' && caller.loginOpens ? ['LOGIN'] : []
  return { ...because(null, why), otherActions: [...more.others, ...loggedIn] }
}

/** There is no place now. One may wait for one, where one could use it. */
const shownWithoutPlace = (
  thing: Thing,
  { self }: Caller,
  why: Reason,
  others: readonly ActionStatus[],
  now: Date,
): Shown => {
  // A visitor who might wait if they logged in is offered to, and asked to log in then.
  const mayWait =
    thing.hasWaitlist && now < thing.startsAt && (self === null || whyNotWait(thing, self, now) === null)
  // The reason stays that of booking, also for whom something else keeps from waiting: it is what booking says.
  if (!mayWait) return { ...because(why.code === 'full' ? 'FULL' : null, why), otherActions: [...others] }
  const more = others.filter((status) => status !== 'JOIN_WAITLIST')
  if (why.code === 'full') return { ...because('JOIN_WAITLIST', why), otherActions: more }
  return { ...because(null, why), otherActions: [...more, 'JOIN_WAITLIST'] }
}

const offer = (status: ActionStatus): Shown => ({
  status,
  reason: null,
  reasonCode: null,
  availableAt: null,
  otherActions: [],
})

const because = (status: ActionStatus | null, why: Reason): Shown => ({
  status,
  reason: why.message,
  reasonCode: why.code,
  availableAt: why.availableAt === null ? null : instant(why.availableAt),
  otherActions: [],
})

/** Of several courts at one hour the one that stands for all: what is one's own first, then what can be had. */
const rank = (action: ActionToShow): number => {
  const order: readonly (ActionStatus | null)[] = [
    'CANCEL_RESERVATION',
    'CANCEL_BOOKING',
    'BOOK',
    'LEAVE_WAITLIST',
  ]
  const place = order.indexOf(action.status)
  if (place >= 0) return place
  // A held court may come free, which is worth more than a queue.
  if (action.reasonCode === 'held') return 4
  if (action.status === 'JOIN_WAITLIST') return 5
  return action.status === 'FULL' ? 6 : 7
}

/**
 * The action of an hour over all its courts: that of the court which stands for them. It may also be booked when
 * any of them can, and when all are in other baskets the first of their ends counts.
 */
export const actionOfHour = (actions: readonly ActionToShow[]): ActionToShow | null => {
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
