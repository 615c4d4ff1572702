import type { HireDay, Occupant } from '#contract/hireTypes.ts'
import type { hirers } from '#contract/hirers.ts'
import type { Body } from '#contract/endpoint.ts'
import { date, localDay } from '#contract/time.ts'
import type { Actor } from '#server/platform/actor.ts'
import { instantOf, minutesOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { listPlannedClasses } from '#server/timetable/generate.ts'
import { requireVenue } from '#server/venues/find.ts'
import type { DeskVenue } from '#server/venues/find.ts'
import { requireHirer } from './find.ts'
import { daysOf, isExemptSeries, priceOfDate, whyNotThen } from './rules.ts'
import { listClosed, listHired, listOccupants, placesToLet } from './sql/hires.ts'
import type { HirePlace, HirerRow, Slot, OccupantRow } from './sql/hires.ts'

export type Wanted = Body<(typeof hirers)['preview']>

/** A place let on a day. */
export type Let = Slot & { locationId: number; day: string; price: number }

/** What a hire would be: each of its dates, and what is let and called off. */
export type HirePlan = {
  hirer: HirerRow
  venue: DeskVenue
  days: HireDay[]
  lets: Let[]
  undecided: number
  minutes: number
  total: number
  isExempt: boolean
  /** Sessions to call off, by id. */
  calledOff: number[]
}

/**
 * Finds who has the places of a hire on each of its dates, and applies what is decided about those that are taken.
 * @throws Refusal `not_found`, `invalid_time`, `no_sessions`
 */
export const planHire = async (tx: Tx, actor: Actor, wanted: Wanted, now: Date): Promise<HirePlan> => {
  const hirer = await requireHirer(tx, actor, wanted.hirerId)
  const venue = await requireVenue(tx, actor, wanted.venue)
  const places = await placesToLet(tx, venue.id)
  const why = whyNotThen(wanted, venue.timezone, now)
  if (why !== null) throw new Refusal('invalid_time', (messages) => messages.hirers[why])
  const chosen = [...new Set(wanted.locationIds)].map((id) => {
    const place = places.find((one) => one.id === id)
    if (place === undefined) throw notFound((messages) => messages.timetable.changes.roomNotFound)
    return place
  })
  const days = daysOf(wanted)
    .map((day) => ({ day, ...slotOf(day, wanted, venue.timezone) }))
    .filter(({ startsAt }) => startsAt > now)
  if (days.length === 0) throw noSessions()
  const taken = await findTaken(tx, venue, days, now)
  const planned = days.flatMap((slot, nth) =>
    new DayPlan(wanted, slot, { places, taken: taken[nth] ?? new Map<number, Taken>(), venue, now }).planAll(
      chosen,
    ),
  )
  const lets = planned.flatMap(({ lets: ofDate }) => ofDate)
  const perDate = minutesOf(wanted.end) - minutesOf(wanted.start)
  return {
    hirer,
    venue,
    days: planned.map(({ result }) => result),
    lets,
    undecided: planned.filter(({ result }) => result.state === 'taken').length,
    minutes: lets.length * perDate,
    total: lets.reduce((sum, { price }) => sum + price, 0),
    isExempt: isExemptSeries(hirer.vatTreatment, lets.length),
    calledOff: [...new Set(planned.flatMap(({ sessionIds }) => sessionIds))].toSorted((a, b) => a - b),
  }
}

export const noSessions = (): Refusal => new Refusal('no_sessions', (messages) => messages.hirers.noDates)

const slotOf = (day: string, { start, end }: Pick<Wanted, 'start' | 'end'>, timezone: string): Slot => ({
  startsAt: instantOf(day, start, timezone),
  endsAt: instantOf(day, end, timezone),
})

/** What has a place at a time: occupants, or a closure. */
type Taken = { occupants: (Occupant & { sessionId: number | null })[]; closed: string | null }

/** What has each place at each time, by the position of the time. */
const findTaken = async (
  tx: Tx,
  venue: DeskVenue,
  slots: readonly Slot[],
  now: Date,
): Promise<Map<number, Taken>[]> => {
  const taken = slots.map(() => new Map<number, Taken>())
  const at = (nth: number, locationId: number): Taken => {
    const before = taken[nth]?.get(locationId)
    if (before !== undefined) return before
    const none: Taken = { occupants: [], closed: null }
    taken[nth]?.set(locationId, none)
    return none
  }
  const existing = await listOccupants(tx, venue.id, slots, now)
  const hired = await listHired(tx, venue.id, slots)
  const planned = await findPlanned(tx, venue, slots, now)
  for (const { nth, locationId, startsAt, ...occupant } of [...existing, ...hired, ...planned]) {
    const isOurs = occupant.kind === 'session' || occupant.kind === 'booking'
    const canBeCalledOff = occupant.kind === 'planned' || (isOurs && startsAt > now)
    at(nth, locationId).occupants.push({ ...occupant, canBeCalledOff })
  }
  for (const { nth, locationId, reason } of await listClosed(tx, venue.id, slots))
    at(nth, locationId).closed = reason
  return taken
}

/** Classes that the programme has there on days whose sessions are not made yet. */
const findPlanned = async (
  tx: Tx,
  venue: DeskVenue,
  slots: readonly Slot[],
  now: Date,
): Promise<OccupantRow[]> => {
  const last = slots.reduce((latest, { startsAt }) => (startsAt > latest ? startsAt : latest), now)
  const classes = await listPlannedClasses(tx, venue.id, localDay(last, venue.timezone), now)
  if (classes.length === 0) return []
  const places = await placesToLet(tx, venue.id)
  const spacesOf = new Map(places.map(({ id, spaces }) => [id, spaces]))
  return slots.flatMap((slot, nth) =>
    classes
      .filter(({ startsAt, endsAt }) => startsAt < slot.endsAt && endsAt > slot.startsAt)
      .flatMap(({ name, startsAt, locationId }) =>
        places
          .filter(({ spaces }) => isShared(spaces, spacesOf.get(locationId) ?? []))
          .map((place) => ({
            nth,
            locationId: place.id,
            sessionId: null,
            startsAt,
            kind: 'planned' as const,
            name,
            who: '',
            phone: '',
            booked: 0,
          })),
      ),
  )
}

const isShared = (some: readonly number[], others: readonly number[]): boolean =>
  some.some((space) => others.includes(space))

type DayContext = {
  places: readonly HirePlace[]
  taken: ReadonlyMap<number, Taken>
  venue: DeskVenue
  now: Date
}

type PlannedDate = { result: HireDay; lets: Let[]; sessionIds: number[] }

/** A day of a hire: what of it is let where, and that it does not have a piece of floor twice. */
class DayPlan {
  readonly #wanted: Wanted
  readonly #slot: Slot & { day: string }
  readonly #context: DayContext
  /** Pieces of floor that it has on this day already. */
  readonly #own: number[] = []

  constructor(wanted: Wanted, slot: Slot & { day: string }, context: DayContext) {
    this.#wanted = wanted
    this.#slot = slot
    this.#context = context
  }

  planAll(places: readonly HirePlace[]): PlannedDate[] {
    return places.map((place) => this.#plan(place))
  }

  #plan(place: HirePlace): PlannedDate {
    const { venue, now } = this.#context
    const { day } = this.#slot
    const { occupants, closed } = this.#takenAt(place)
    const base = {
      date: date(day, venue.timezone, now),
      locationId: place.id,
      place: place.name,
      takenBy: [],
      decision: null,
      otherPlace: null,
      others: [],
      reason: '',
    }
    const exception = this.#wanted.except.find(({ from, until }) => day >= from && day <= until)
    if (exception !== undefined)
      return {
        result: { ...base, state: 'excepted', reason: exception.reason ?? '' },
        lets: [],
        sessionIds: [],
      }
    if (closed !== null)
      return { result: { ...base, state: 'closed', reason: closed }, lets: [], sessionIds: [] }
    const isOwn = isShared(place.spaces, this.#own)
    if (occupants.length === 0 && !isOwn)
      return { result: { ...base, state: 'free' }, lets: [this.#let(place)], sessionIds: [] }
    const decision = this.#wanted.decisions.find((one) => one.day === day && one.locationId === place.id)
    const others = this.#freeBeside()
    const result = {
      ...base,
      takenBy: occupants,
      others,
    }
    const decided = { ...result, state: 'decided' as const, decision: decision?.act ?? null }
    if (decision?.act === 'leave_out') return { result: decided, lets: [], sessionIds: [] }
    const other = others.find(({ id }) => id === decision?.otherId)
    if (decision?.act === 'other_place' && other !== undefined)
      return {
        result: { ...decided, otherPlace: { id: other.id, name: other.name } },
        lets: [this.#let(other)],
        sessionIds: [],
      }
    if (decision?.act === 'call_off' && !isOwn && occupants.every(({ canBeCalledOff }) => canBeCalledOff))
      return {
        result: decided,
        lets: [this.#let(place)],
        sessionIds: occupants.flatMap(({ sessionId }) => sessionId ?? []),
      }
    return { result: { ...result, state: 'taken' }, lets: [], sessionIds: [] }
  }

  #takenAt({ id }: HirePlace): Taken {
    return this.#context.taken.get(id) ?? { occupants: [], closed: null }
  }

  /** Places that are free then and that the hire does not ask for anyway. */
  #freeBeside(): HirePlace[] {
    const chosen = this.#context.places.filter(({ id }) => this.#wanted.locationIds.includes(id))
    return this.#context.places.filter((place) => {
      const { occupants, closed } = this.#takenAt(place)
      const isChosen = chosen.some((one) => isShared(one.spaces, place.spaces))
      return occupants.length === 0 && closed === null && !isChosen && !isShared(place.spaces, this.#own)
    })
  }

  #let({ id, spaces }: HirePlace): Let {
    this.#own.push(...spaces)
    const minutes = minutesOf(this.#wanted.end) - minutesOf(this.#wanted.start)
    return { ...this.#slot, locationId: id, price: priceOfDate(this.#wanted, minutes) }
  }
}
