import type { BookableClass, BookableSlot, BookableTicket, BookableTime } from '#contract/shapes.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database } from '#server/platform/database.ts'
import { dateNotOffered } from '#contract/failure.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { Ready, writeAnswer } from '#server/platform/answers.ts'
import { actionToShow, concerning, nobody } from '#server/timetable/actions/rules.ts'
import type { Known } from '#server/timetable/actions/rules.ts'
import { createDays, dayOfferedFrom, needsOf } from '#server/timetable/days/service.ts'
import type { Day, OfferingRow } from '#server/timetable/days/service.ts'
import { availableFor, priceOf } from '#server/pricing/rules.ts'
import type { ToPrice, Wallet } from '#server/pricing/rules.ts'
import { walletsOf } from '#server/pricing/service.ts'
import { asksOfPeople, weekOf } from '#server/waivers/eligibility/rules.ts'
import { formOf, onlyOne, views, withFilter } from './present.ts'
import type { Filter, Form, Seen, View } from './present.ts'
import { heldLines, peopleOf, whereaboutsOf } from './queries.ts'
import { countPlaces, withOffer } from './rules.ts'

export type { Filter, Form } from './present.ts'

/** The day of an activity at a venue, and who asks for it when. */
export type Asked = {
  venue: string
  activity: string
  category?: string
  date: string
  actor: Actor
  now: Date
}

/** One thing by its id of either form. The slugs, where given, must be its own. */
export type AskedById = {
  id: number | string
  venue?: string
  activity?: string
  category?: string
  actor: Actor
  now: Date
}

/** Ready bytes for whoever is like everybody else, values for those with something of their own. */
type Answer<T> = Ready | Promise<Ready | T>

export type Availability = {
  times: (form: Form, asked: Asked) => Answer<BookableTime[]>
  slots: (form: Form, asked: Asked, filter: Filter) => Answer<BookableSlot[]>
  classes: (form: Form, asked: Asked) => Answer<BookableClass[]>
  oneClass: (form: Form, asked: AskedById) => Answer<BookableClass>
  tickets: (asked: Asked) => Answer<BookableTicket[]>
  oneTicket: (asked: AskedById) => Answer<BookableTicket[]>
  occurrence: (asked: AskedById) => Answer<BookableTicket>
  /**
   * Places of the venue were taken or freed on this node: whoever reads after this is not answered from before
   * it. `tx.invalidate` calls it after the commit.
   */
  invalidate: (venueId: number) => void
  /** Changes with every invalidation of the venue of this slug. */
  revisionOf: (venueSlug: string) => number
}

/** More answers to a day than people ask for; beyond it they are made and forgotten. */
const mostReady = 64

/**
 * Answers what can be booked. Whoever has nothing of their own on a day gets bytes written once for all of them;
 * others get the same rows with their own laid over.
 * @param settings.freshForMs how long what other nodes do may stay unseen; a second unless said
 */
export const createAvailability = (db: Database, settings: { freshForMs?: number } = {}): Availability => {
  const days = createDays(db, settings.freshForMs)

  const read = <T>(asked: Asked, view: View): Answer<T> => {
    const { actor, now } = asked
    if (isNobody(actor)) {
      const day = days.known(actor.operator.id, asked.venue, asked.activity, asked.date, now)
      if (
        day !== undefined &&
        isOffered(day.offeredFrom.visitor, now) &&
        isUnder(day.offering, asked.category)
      ) {
        return readyFor(day, view, false, now)
      }
    }
    return readSlowly<T>(asked, view)
  }

  const readSlowly = async <T>(asked: Asked, view: View): Promise<Ready | T> => {
    const { actor, date, now } = asked
    const offering = await days.offering(actor.operator.id, asked.venue, asked.activity, now)
    if (!isUnder(offering, asked.category)) throw notFound()
    if (isShut(offering)) return [] as T
    // Only days on offer are read: others would be kept for nobody.
    const from = dayOfferedFrom(offering, date, actor.customerId !== null, now)
    if (!isOffered(from, now)) throw notOffered(from)
    return answer<T>(await days.of(actor.operator.id, offering, date, now), actor, view, now)
  }

  const readOne = async <T>(asked: AskedById, view: View): Promise<Ready | T> => {
    const { actor, now } = asked
    const found = await whereaboutsOf(db, actor.operator.id, asked.id)
    if (found === undefined) throw notFound()
    const offering = await days.offering(actor.operator.id, found.venueSlug, found.activitySlug, now)
    const isItsOwn =
      (asked.venue ?? found.venueSlug) === found.venueSlug &&
      (asked.activity ?? found.activitySlug) === found.activitySlug &&
      isUnder(offering, asked.category)
    if (!isItsOwn || isShut(offering)) throw notFound()
    const day = await days.of(actor.operator.id, offering, found.localDate, now)
    if (!day.things.some(({ row }) => row.id === found.occurrenceId)) throw notFound()
    return answer<T>(day, actor, onlyOne(view, found.occurrenceId), now)
  }

  const answer = async <T>(day: Day, actor: Actor, view: View, now: Date): Promise<Ready | T> => {
    const isLoggedIn = actor.customerId !== null
    const known = isNobody(actor) ? stranger : await knownOf(db, actor, day, now)
    if (isLikeAnybody(day, known)) return readyFor(day, view, isLoggedIn, now)
    return view.show(seenBy(day, known, isLoggedIn, now), day, isLoggedIn, now) as T
  }

  /** The answer for everybody of a kind who has nothing of their own, written once. */
  const readyFor = (day: Day, view: View, isLoggedIn: boolean, now: Date): Ready => {
    const key = isLoggedIn ? `${view.key}/customer` : view.key
    const before = day.ready.get(key)
    if (before !== undefined) return before
    const answer = writeAnswer(
      view.endpoint,
      view.show(seenBy(day, stranger, isLoggedIn, now), day, isLoggedIn, now),
    )
    const holdsForVisitors = (at: Date) => isOffered(day.offeredFrom.visitor, at) && days.isFresh(day, at)
    const ready = new Ready(answer, isLoggedIn ? undefined : holdsForVisitors)
    if (day.ready.size < mostReady) day.ready.set(key, ready)
    return ready
  }

  return {
    times: (form, asked) => read(asked, views.times[form]),
    slots: (form, asked, filter) => read(asked, withFilter(views.slots[form], filter)),
    classes: (form, asked) => read(asked, views.classes[form]),
    oneClass: (form, asked) => readOne(asked, views.oneClass[form]),
    tickets: (asked) => read(asked, views.tickets.byDate),
    oneTicket: (asked) => readOne(asked, views.tickets[formOf(asked.id)]),
    occurrence: (asked) => readOne(asked, views.occurrence[formOf(asked.id)]),
    invalidate: days.invalidate,
    revisionOf: days.revisionOf,
  }
}

const isNobody = (actor: Actor): boolean => actor.person === null && actor.basketUuid === null

const isOffered = (from: Date | null, now: Date): boolean => from !== null && from <= now

/** Whether a category of the address is the activity or a heading it stands under. */
const isUnder = (offering: OfferingRow, category: string | undefined): boolean =>
  category === undefined || category === offering.slug || offering.headingSlugs.includes(category)

/** Nothing is sold of it any more. */
const isShut = (offering: OfferingRow): boolean => {
  if (offering.venueStatus === 'maintenance') {
    throw new Refusal('maintenance', 'This venue takes no bookings just now, because of planned maintenance.')
  }
  return offering.withdrawn || offering.venueStatus === 'closed'
}

const notOffered = (from: Date | null): Refusal =>
  new Refusal('invalid', dateNotOffered, {
    errors: { date: [dateNotOffered] },
    availableAt: from ?? undefined,
  })

/** What is known of the caller, with what could change their prices. */
type KnownWithWallet = Known & { wallet: Wallet | null }
const stranger: KnownWithWallet = { ...nobody, wallet: null }

/** What a caller pays on a day, with what they have; a use of the line they hold already does not count. */
const offers = (
  { offering, day }: Day,
  itemId: number | null,
  wallet: Wallet | null,
): Pick<Seen, 'priceOf' | 'availableFor'> => {
  const { activityId, venueId } = offering
  const toPrice = (option: ToPrice['option'], places: number): ToPrice => ({
    option,
    quantity: 1,
    places,
    activityId,
    venueId,
    day,
    itemId,
  })
  return {
    priceOf: (option, places) => priceOf(toPrice(option, places), wallet, { benefit: true, package: true }),
    availableFor: (option, places) => availableFor(toPrice(option, places), wallet),
  }
}

/** What the caller has of their own about a day. */
const knownOf = async (db: Database, actor: Actor, day: Day, now: Date): Promise<KnownWithWallet> => {
  const { operator, person, customerId, basketUuid } = actor
  const whose =
    person !== null
      ? { personId: person.id }
      : basketUuid !== null
        ? { operatorId: operator.id, uuid: basketUuid }
        : null
  const { activityId } = day.offering
  const [lines, people, wallets] = await Promise.all([
    whose === null ? [] : heldLines(db, whose, now),
    customerId === null ? [] : peopleOf(db, customerId, spanOf(day, now), day.day, countedWeek(day), now),
    customerId === null ? null : walletsOf(db, [customerId], [{ activityId, day: day.day }], now),
  ])
  const wallet = wallets?.get(customerId ?? 0) ?? null
  return { basketId: lines[0]?.basketId ?? null, lines, people, wallet }
}

/** The week in which it is counted how often somebody comes. */
const countedWeek = ({ offering, day }: Day) =>
  offering.weeklyLimit === null ? null : { activityId: offering.activityId, ...weekOf(day) }

const spanOf = ({ things }: Day, now: Date): { from: Date; to: Date } => ({
  from: things.reduce(
    (first, { row }) => (row.startsAt < first ? row.startsAt : first),
    things[0]?.row.startsAt ?? now,
  ),
  to: things.reduce((last, { row }) => (row.endsAt > last ? row.endsAt : last), things[0]?.row.endsAt ?? now),
})

/** Whether nothing of what is known makes a difference on this day. */
const isLikeAnybody = (
  { offering, things }: Day,
  { basketId, lines, people, wallet }: KnownWithWallet,
): boolean => {
  if (wallet !== null && (wallet.members.length > 0 || wallet.packages.length > 0)) return false
  const asks = asksOfPeople(needsOf(offering))
  if (people.some(({ places, waitlists }) => places.length > 0 || waitlists.length > 0 || asks)) return false
  if (lines.length === 0) return true
  return !things.some(
    ({ row }) =>
      lines.some((line) => line.occurrenceId === row.id) ||
      row.claims.some((claim) => claim.basketId === basketId),
  )
}

/** The things of a day as somebody sees them: by start, what can be booked first, then by place. */
const seenBy = (day: Day, known: KnownWithWallet, isLoggedIn: boolean, now: Date): Seen[] =>
  day.things
    .map(({ thing, windows, ...rest }): Seen => {
      const window = isLoggedIn ? windows.customer : windows.visitor
      const loginOpens = !isLoggedIn && windows.customer.opensAt <= now
      const caller = concerning(rest.row, known, loginOpens)
      const offer = caller.self?.waitlist?.offer ?? null
      const count = countPlaces(
        offer === null ? thing.places : withOffer(thing.places, offer),
        caller.basketId,
        caller.own,
      )
      return {
        window,
        // Of what was called off nothing is free, whatever is left of it.
        count: thing.status === 'cancelled' ? { ...count, spaces: 0 } : count,
        action: actionToShow({ ...thing, window }, caller, now),
        ...offers(day, caller.cartItemId, known.wallet),
        ...rest,
      }
    })
    .sort(
      (a, b) =>
        a.row.startsAt.getTime() - b.row.startsAt.getTime() ||
        Number(b.action.status === 'BOOK') - Number(a.action.status === 'BOOK'),
    )
