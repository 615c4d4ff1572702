import { calledOffBy, differs, isMovedFromPast, matched, onCourts, withoutDuplicates } from './match.ts'
import type { BlockBookingPlaces, FloorOccupant, Pair, Plan } from './match.ts'
import { blocksFor, closedBy, spacesOf, wantedOccurrences } from './programme.ts'
import type { BlockBooking, DesiredOccurrence, OnFloor, Programme } from './programme.ts'
import type { ExistingOccurrence } from './sql/occurrences.ts'

/*
 * From the programme of a venue and what already stands in its timetable to what has to change. Instants are
 * milliseconds since 1970, as arithmetic wants them.
 */

/** What has to change so that the timetable is as the programme wants it. Planning again then changes nothing. */
export const planOccurrences = (
  programme: Programme,
  existing: readonly ExistingOccurrence[],
  held: readonly FloorHeld[],
  now: Date,
): Plan => {
  const plan: Plan = {
    add: [],
    change: [],
    withdraw: [],
    cancel: [],
    blockBookingHolds: [],
    resize: [],
    free: [],
    refused: [],
    retainedSessions: [],
  }
  const activities = new Map(programme.activities.map((activity) => [activity.id, activity]))
  const ours = existing.filter(({ seriesId, slug }) => seriesId !== null || slug !== null)
  const wanted = withoutDuplicates(wantedOccurrences(programme, activities, ours, now), activities, plan)
  const { pairs, leftOver } = matched(wanted, ours)
  const context = {
    plan,
    now,
    inProgramme: new Floor(),
    let: new Floor(),
    isClosed: closedBy(programme, [...pairs.map(({ desired }) => desired), ...leftOver]),
    isCalledOff: calledOffBy(programme, leftOver),
    blocksOf: blocksFor(programme),
    spacesAt: (locationId: number) => spacesOf(programme, { locationId }),
  }
  for (const { spaceId, from, to } of held) context.let.take([spaceId], from, to)
  for (const { spaceId, from, to, name } of programme.hired)
    context.inProgramme.take([spaceId], from, to, { name, startsAt: from })
  for (const occurrence of leftOver) {
    // Booked occurrences that the programme no longer has go on standing where they stand, until a closure.
    if (occurrence.status !== 'scheduled') continue
    if (occurrence.ofPeople === 0 && !isMovedFromPast(programme, occurrence, now))
      withdraw(occurrence, context)
    else if (context.isClosed(occurrence)) close(occurrence, context)
    else {
      const isToCome = occurrence.startsAt > now.getTime()
      if (isToCome && occurrence.ofPeople > 0 && !isMovedFromPast(programme, occurrence, now))
        plan.retainedSessions.push(occurrence)
      if (!onCourts(activities, occurrence))
        context.inProgramme.take(
          spacesOf(programme, occurrence),
          occurrence.startsAt,
          occurrence.endsAt,
          occurrence,
        )
    }
  }

  // Who stands already keeps the floor; courts are let on what classes leave.
  const order = ({ occurrence, desired }: Pair): number =>
    (onCourts(activities, desired) ? 2 : 0) + (occurrence?.status === 'scheduled' ? 0 : 1)
  for (const pair of pairs.toSorted((a, b) => order(a) - order(b))) {
    settle(pair, onCourts(activities, pair.desired), spacesOf(programme, pair.desired), context)
  }
  return plan
}

type PlanContext = {
  plan: Plan
  now: Date
  /** Floor that classes stand on. */
  inProgramme: Floor
  /** Floor that customers and block bookings hold. */
  let: Floor
  isClosed: (occurrence: OnFloor) => boolean
  /** Whether another hour of it was called off, and people told that it does not take place. */
  isCalledOff: (desired: DesiredOccurrence) => boolean
  blocksOf: (desired: DesiredOccurrence) => BlockBooking[]
  spacesAt: (locationId: number) => readonly number[]
}

/** Decides about one occurrence that the programme wants. */
const settle = (
  { desired, occurrence }: Pair,
  courts: boolean,
  spaces: readonly number[],
  context: PlanContext,
): void => {
  if (occurrence === undefined) return addNew(desired, courts, spaces, context)
  const { plan, inProgramme, isClosed, now } = context
  const keepFloor = (one: FloorOccupant & { endsAt: number }) => {
    if (!courts) inProgramme.take(spaces, one.startsAt, one.endsAt, one)
  }
  // What was called off was told to people, and what has begun is no longer touched.
  if (occurrence.status === 'cancelled') return
  if (occurrence.startsAt <= now.getTime()) {
    if (occurrence.status === 'scheduled') keepFloor(occurrence)
    return
  }
  const standsNow = occurrence.status === 'scheduled'
  if (isClosed(desired)) {
    if (standsNow) close(occurrence, context)
    return
  }
  const booked = occurrence.ofPeople > 0
  const moved =
    desired.startsAt !== occurrence.startsAt ||
    desired.endsAt !== occurrence.endsAt ||
    desired.locationId !== occurrence.locationId
  if (booked && moved) {
    plan.refused.push({ wanted: desired, why: 'booked_as_it_was' })
    return keepFloor(occurrence)
  }
  if (!booked && !isFree(desired, courts, spaces, context)) {
    // A court gives way to the class that stands there now; a class finds its floor let to customers.
    if (!courts) plan.refused.push(floorTaken(desired, spaces, context))
    if (standsNow && (courts || moved)) withdraw(occurrence, context)
    return
  }
  if (moved && courts && isLet(desired, occurrence, context)) {
    const has = { ...occurrence, spaces: context.spacesAt(occurrence.locationId) }
    if (!isFreeBeside(has, { ...desired, spaces }, context.let)) {
      plan.refused.push(floorTaken(desired, spaces, context))
      return
    }
    context.let.take(spaces, desired.startsAt, desired.endsAt)
  }
  keepFloor(desired)
  // What is on offer to people who wait is taken back from them.
  const capacity = Math.max(desired.capacity, occurrence.placesTaken - occurrence.offered)
  const plannedCapacity = desired.capacity < capacity ? desired.capacity : null
  const changed = { ...desired, capacity, plannedCapacity, id: occurrence.id }
  if (!standsNow || differs(changed, occurrence)) plan.change.push(changed)
  holdForBlockBookings(desired, occurrence, courts, spaces, context)
}

const floorTaken = (
  desired: DesiredOccurrence,
  spaces: readonly number[],
  { inProgramme }: Pick<PlanContext, 'inProgramme'>,
): Plan['refused'][number] => ({
  wanted: desired,
  why: 'floor_taken',
  occupant: inProgramme.occupantOf(spaces, desired.startsAt, desired.endsAt),
})

const isFree = (
  desired: DesiredOccurrence,
  courts: boolean,
  spaces: readonly number[],
  { inProgramme, let: held }: PlanContext,
) =>
  inProgramme.isFree(spaces, desired.startsAt, desired.endsAt) &&
  (courts || held.isFree(spaces, desired.startsAt, desired.endsAt))

/** Whether a block booking has a court and is to have it still. */
const isLet = (
  desired: DesiredOccurrence,
  { blocks }: ExistingOccurrence,
  { blocksOf }: Pick<PlanContext, 'blocksOf'>,
): boolean => blocksOf(desired).some(({ id }) => blocks.some(({ blockId }) => blockId === id))

type SpacesInTime = { spaces: readonly number[]; startsAt: number; endsAt: number }

/** Whether the floor that is wanted is free but for what one has of it. */
const isFreeBeside = (has: SpacesInTime, wanted: SpacesInTime, held: Floor): boolean =>
  wanted.spaces.every((space) => {
    const isFree = (from: number, to: number) => from >= to || held.isFree([space], from, to)
    return has.spaces.includes(space)
      ? isFree(wanted.startsAt, Math.min(wanted.endsAt, has.startsAt)) &&
          isFree(Math.max(wanted.startsAt, has.endsAt), wanted.endsAt)
      : isFree(wanted.startsAt, wanted.endsAt)
  })

const withdraw = (occurrence: ExistingOccurrence, { plan, now }: Pick<PlanContext, 'plan' | 'now'>): void => {
  if (occurrence.startsAt <= now.getTime()) return
  plan.withdraw.push({ id: occurrence.id, placesTaken: occurrence.placesTaken })
  plan.free.push(...occurrence.blocks.map(({ holdId }) => ({ occurrenceId: occurrence.id, holdId })))
}

/** Calls off a session with bookings, and withdraws any other. */
const close = (occurrence: ExistingOccurrence, context: Pick<PlanContext, 'plan' | 'now'>): void => {
  if (occurrence.confirmed === 0 || occurrence.startsAt <= context.now.getTime())
    return withdraw(occurrence, context)
  context.plan.cancel.push({ id: occurrence.id, placesTaken: occurrence.placesTaken })
}

const addNew = (
  desired: DesiredOccurrence,
  courts: boolean,
  spaces: readonly number[],
  context: PlanContext,
): void => {
  const { plan, inProgramme, let: held, isClosed, isCalledOff, blocksOf } = context
  if (isClosed(desired)) {
    // Anyone who bought a place elsewhere is told that it is off; no one else need know that it would have been.
    const blockBookingHolds = placesForBlockBookings(blocksOf(desired), desired.capacity).filter(
      ({ deskOnly }) => !deskOnly,
    )
    if (blockBookingHolds.length > 0) plan.add.push({ ...desired, status: 'cancelled', blockBookingHolds })
    return
  }
  if (isCalledOff(desired)) {
    if (!courts) plan.refused.push({ wanted: desired, why: 'called_off' })
    return
  }
  if (!isFree(desired, courts, spaces, context)) {
    if (!courts) plan.refused.push(floorTaken(desired, spaces, context))
    return
  }
  let blockBookingHolds = placesForBlockBookings(blocksOf(desired), desired.capacity)
  if (!courts) inProgramme.take(spaces, desired.startsAt, desired.endsAt, desired)
  else if (blockBookingHolds.length > 0) {
    if (held.isFree(spaces, desired.startsAt, desired.endsAt))
      held.take(spaces, desired.startsAt, desired.endsAt)
    else blockBookingHolds = []
  }
  plan.add.push({ ...desired, status: 'scheduled', blockBookingHolds })
}

/** Block bookings that came, went or changed since the occurrence was made. */
const holdForBlockBookings = (
  desired: DesiredOccurrence,
  occurrence: ExistingOccurrence,
  courts: boolean,
  spaces: readonly number[],
  { plan, blocksOf, let: held }: PlanContext,
): void => {
  const blocks = blocksOf(desired)
  if (occurrence.status !== 'scheduled') return
  let free = Math.max(desired.capacity - occurrence.placesTaken, 0)
  for (const { blockId, holdId, ...has } of occurrence.blocks) {
    const block = blocks.find(({ id }) => id === blockId)
    if (block === undefined) {
      plan.free.push({ occurrenceId: occurrence.id, holdId })
      continue
    }
    const { deskOnly } = block
    const places = Math.min(block.places ?? Infinity, has.places + (courts ? 0 : free))
    free -= Math.max(places - has.places, 0)
    if (places === has.places && deskOnly === has.deskOnly) continue
    plan.resize.push({ occurrenceId: occurrence.id, holdId, places, deskOnly, endsAt: desired.endsAt })
  }
  const missing = blocks.filter((block) => !occurrence.blocks.some(({ blockId }) => blockId === block.id))
  // A court whose floor a person has cannot be let, and is not requested again and again.
  if (courts && !held.isFree(spaces, desired.startsAt, desired.endsAt)) {
    if (missing.length > 0 && occurrence.ofPeople > 0)
      plan.refused.push({ wanted: desired, why: 'block_over_booking' })
    return
  }
  for (const one of placesForBlockBookings(missing, free)) {
    plan.blockBookingHolds.push({ ...one, occurrenceId: occurrence.id, endsAt: desired.endsAt })
  }
}

/** As many places as each block booking wants, or as there are. */
const placesForBlockBookings = (blocks: readonly BlockBooking[], free: number): BlockBookingPlaces[] => {
  let left = free
  return blocks.flatMap(({ id, places, deskOnly }) => {
    const taken = Math.min(places ?? left, left)
    if (taken <= 0) return []
    left -= taken
    return [{ blockId: id, places: taken, deskOnly }]
  })
}
/* Which floor is in use when. */

/** Floor that customers hold for a time. */
type FloorHeld = { spaceId: number; from: number; to: number }

/** Which floor is in use when. Occurrences are short, so looking through those of the day is quick. */
export class Floor {
  readonly #taken = new Map<number, { from: number; to: number; by: FloorOccupant | undefined }[]>()

  take(spaces: readonly number[], from: number, to: number, by?: FloorOccupant): void {
    for (const key of keysOf(spaces, from, to)) {
      const there = this.#taken.get(key)
      if (there === undefined) this.#taken.set(key, [{ from, to, by }])
      else there.push({ from, to, by })
    }
  }

  isFree(spaces: readonly number[], from: number, to: number): boolean {
    if (this.#taken.size === 0) return true
    for (const key of keysOf(spaces, from, to)) {
      if (this.#taken.get(key)?.some((other) => other.from < to && from < other.to) === true) return false
    }
    return true
  }

  /** Who has some of this floor then, where that is known. */
  occupantOf(spaces: readonly number[], from: number, to: number): FloorOccupant | undefined {
    return keysOf(spaces, from, to)
      .flatMap((key) => this.#taken.get(key) ?? [])
      .find((other) => other.from < to && from < other.to)?.by
  }
}

const aDay = 86_400_000

const daysCounted = 1_000_000

/** A number for each piece of floor and each day that a time touches. */
const keysOf = (spaces: readonly number[], from: number, to: number): number[] => {
  const keys: number[] = []
  for (let day = Math.floor(from / aDay); day * aDay < to; day += 1) {
    for (const space of spaces) keys.push(space * daysCounted + day)
  }
  return keys
}

/** A plan without what it would do to other sessions than these, which the caller has locked; new ones are its own. */
export const limitedTo = (ids: readonly number[], plan: Plan): Plan => {
  const locked = new Set(ids)
  const isLocked = ({ id }: { id: number }) => locked.has(id)
  const isOfLocked = ({ occurrenceId }: { occurrenceId: number }) => locked.has(occurrenceId)
  return {
    ...plan,
    change: plan.change.filter(isLocked),
    withdraw: plan.withdraw.filter(isLocked),
    cancel: plan.cancel.filter(isLocked),
    blockBookingHolds: plan.blockBookingHolds.filter(isOfLocked),
    resize: plan.resize.filter(isOfLocked),
    free: plan.free.filter(isOfLocked),
  }
}
