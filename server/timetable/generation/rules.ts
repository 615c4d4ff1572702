import { Floor } from '#server/timetable/floor/rules.ts'
import type { FloorHeld } from '#server/timetable/floor/rules.ts'
import { blocksFor, closedBy, spacesOf, wantedOccurrences } from '#server/timetable/programme/rules.ts'
import type { Activity, BlockBooking, Programme, Wanted } from '#server/timetable/programme/rules.ts'

/*
 * From the programme of a venue and what already stands in its timetable to what has to change. Instants are
 * milliseconds since 1970, as arithmetic wants them.
 */

/** An occurrence that stands in the timetable already. */
export type Standing = {
  id: number
  seriesId: number | null
  slug: string | null
  activityId: number
  locationId: number
  name: string
  description: string | null
  startsAt: number
  endsAt: number
  compositeKey: string
  capacity: number
  taken: number
  status: 'scheduled' | 'cancelled' | 'withdrawn'
  band: string
  instructorIds: readonly number[]
  tagIds: readonly number[]
  /** Places people hold or have bought, those of block bookings left out. */
  ofPeople: number
  /** Places bought or sold elsewhere. */
  confirmed: number
  /** Places on offer to people who wait. */
  offered: number
  blocks: readonly { blockId: number; holdId: number }[]
}

export type PlacesLet = { blockId: number; places: number; keptBack: boolean }

export type Added = Wanted & { status: 'scheduled' | 'cancelled'; letElsewhere: PlacesLet[] }

export type Changed = Wanted & { id: number }

/** `taken` is what was counted when it was decided; with another count it is decided anew, next time. */
export type Ended = { id: number; taken: number }

/** An occurrence that the programme wants and that cannot be made, with the reason. */
export type WhyNotMade = 'floor_taken' | 'booked_as_it_was' | 'there_already'

export type Refused = { wanted: Wanted; why: WhyNotMade }

export type Plan = {
  add: Added[]
  change: Changed[]
  withdraw: Ended[]
  cancel: Ended[]
  /** Places to be let on occurrences that stand already; whether they are still free is seen when it is done. */
  letElsewhere: (PlacesLet & { occurrenceId: number; endsAt: number })[]
  /** Holds of block bookings that are no more. */
  free: { occurrenceId: number; holdId: number }[]
  refused: Refused[]
}

/** What has to change so that the timetable is as the programme wants it. Planning again then changes nothing. */
export const planOccurrences = (
  programme: Programme,
  standing: readonly Standing[],
  held: readonly FloorHeld[],
  now: Date,
): Plan => {
  const plan: Plan = {
    add: [],
    change: [],
    withdraw: [],
    cancel: [],
    letElsewhere: [],
    free: [],
    refused: [],
  }
  const activities = new Map(programme.activities.map((activity) => [activity.id, activity]))
  const ours = standing.filter(({ seriesId, slug }) => seriesId !== null || slug !== null)
  const wanted = withoutDoubles(wantedOccurrences(programme, activities, ours, now), activities, plan)
  const { pairs, leftOver } = matched(wanted, ours)
  const settling = {
    plan,
    now,
    inProgramme: new Floor(),
    let: new Floor(),
    isClosed: closedBy(programme, wanted),
    blocksOf: blocksFor(programme),
  }
  for (const { spaceId, from, to } of held) settling.let.take([spaceId], from, to)
  for (const occurrence of leftOver) {
    // Booked occurrences that the programme no longer has go on standing where they stand.
    if (occurrence.status !== 'scheduled') continue
    if (occurrence.ofPeople === 0) withdraw(occurrence, settling)
    else if (!onCourts(activities, occurrence)) {
      settling.inProgramme.take(spacesOf(programme, occurrence), occurrence.startsAt, occurrence.endsAt)
    }
  }

  // Who stands already keeps the floor; courts are let on what classes leave.
  const order = ({ occurrence, wish }: Pair): number =>
    (onCourts(activities, wish) ? 2 : 0) + (occurrence?.status === 'scheduled' ? 0 : 1)
  for (const pair of pairs.toSorted((a, b) => order(a) - order(b))) {
    settle(pair, onCourts(activities, pair.wish), spacesOf(programme, pair.wish), settling)
  }
  return plan
}

type Pair = { wish: Wanted; occurrence: Standing | undefined }

const onCourts = (
  activities: ReadonlyMap<number, Activity>,
  { activityId }: { activityId: number },
): boolean => activities.get(activityId)?.kind === 'courts'

type Settling = {
  plan: Plan
  now: Date
  /** Floor that classes stand on. */
  inProgramme: Floor
  /** Floor that customers and block bookings hold. */
  let: Floor
  isClosed: (wish: Wanted) => boolean
  blocksOf: (wish: Wanted) => BlockBooking[]
}

/** Decides about one occurrence that the programme wants. */
const settle = (
  { wish, occurrence }: Pair,
  courts: boolean,
  spaces: readonly number[],
  settling: Settling,
): void => {
  if (occurrence === undefined) return addNew(wish, courts, spaces, settling)
  const { plan, inProgramme, isClosed, now } = settling
  const keepFloor = (one: { startsAt: number; endsAt: number }) => {
    if (!courts) inProgramme.take(spaces, one.startsAt, one.endsAt)
  }
  // What was called off was told to people, and what has begun is no longer touched.
  if (occurrence.status === 'cancelled') return
  if (occurrence.startsAt <= now.getTime()) {
    if (occurrence.status === 'scheduled') keepFloor(occurrence)
    return
  }
  const standsNow = occurrence.status === 'scheduled'
  if (isClosed(wish)) {
    if (!standsNow) return
    if (occurrence.confirmed > 0) plan.cancel.push({ id: occurrence.id, taken: occurrence.taken })
    else withdraw(occurrence, settling)
    return
  }
  const booked = occurrence.ofPeople > 0
  const moved =
    wish.startsAt !== occurrence.startsAt ||
    wish.endsAt !== occurrence.endsAt ||
    wish.locationId !== occurrence.locationId
  if (booked && moved) {
    plan.refused.push({ wanted: wish, why: 'booked_as_it_was' })
    return keepFloor(occurrence)
  }
  if (!booked && !isFree(wish, courts, spaces, settling)) {
    // A court gives way to the class that stands there now; a class finds its floor let to customers.
    if (!courts) plan.refused.push({ wanted: wish, why: 'floor_taken' })
    if (standsNow && (courts || moved)) withdraw(occurrence, settling)
    return
  }
  keepFloor(wish)
  // What is on offer to people who wait is taken back from them.
  const capacity = Math.max(wish.capacity, occurrence.taken - occurrence.offered)
  if (!standsNow || moved || differs({ ...wish, capacity }, occurrence)) {
    plan.change.push({ ...wish, capacity, id: occurrence.id })
  }
  letStanding(wish, occurrence, courts, spaces, settling)
}

const isFree = (
  wish: Wanted,
  courts: boolean,
  spaces: readonly number[],
  { inProgramme, let: held }: Settling,
) =>
  inProgramme.isFree(spaces, wish.startsAt, wish.endsAt) &&
  (courts || held.isFree(spaces, wish.startsAt, wish.endsAt))

const withdraw = (occurrence: Standing, { plan, now }: Pick<Settling, 'plan' | 'now'>): void => {
  if (occurrence.startsAt <= now.getTime()) return
  plan.withdraw.push({ id: occurrence.id, taken: occurrence.taken })
  plan.free.push(...occurrence.blocks.map(({ holdId }) => ({ occurrenceId: occurrence.id, holdId })))
}

const addNew = (wish: Wanted, courts: boolean, spaces: readonly number[], settling: Settling): void => {
  const { plan, inProgramme, let: held, isClosed, blocksOf } = settling
  if (isClosed(wish)) {
    // Whoever bought a place elsewhere is told that it is off; nobody else need know that it would have been.
    const letElsewhere = placesLet(blocksOf(wish), wish.capacity).filter(({ keptBack }) => !keptBack)
    if (letElsewhere.length > 0) plan.add.push({ ...wish, status: 'cancelled', letElsewhere })
    return
  }
  if (!isFree(wish, courts, spaces, settling)) {
    if (!courts) plan.refused.push({ wanted: wish, why: 'floor_taken' })
    return
  }
  let letElsewhere = placesLet(blocksOf(wish), wish.capacity)
  if (!courts) inProgramme.take(spaces, wish.startsAt, wish.endsAt)
  else if (letElsewhere.length > 0) {
    if (held.isFree(spaces, wish.startsAt, wish.endsAt)) held.take(spaces, wish.startsAt, wish.endsAt)
    else letElsewhere = []
  }
  plan.add.push({ ...wish, status: 'scheduled', letElsewhere })
}

/** Block bookings that came or went since the occurrence was made. */
const letStanding = (
  wish: Wanted,
  occurrence: Standing,
  courts: boolean,
  spaces: readonly number[],
  { plan, blocksOf, let: held }: Settling,
): void => {
  const blocks = blocksOf(wish)
  if (occurrence.status !== 'scheduled') return
  for (const { blockId, holdId } of occurrence.blocks) {
    if (!blocks.some((block) => block.id === blockId)) plan.free.push({ occurrenceId: occurrence.id, holdId })
  }
  // A court whose floor somebody has cannot be let, and is not asked for again and again.
  if (courts && !held.isFree(spaces, wish.startsAt, wish.endsAt)) return
  const missing = blocks.filter((block) => !occurrence.blocks.some(({ blockId }) => blockId === block.id))
  for (const one of placesLet(missing, wish.capacity - occurrence.taken)) {
    plan.letElsewhere.push({ ...one, occurrenceId: occurrence.id, endsAt: wish.endsAt })
  }
}

/** As many places as each block booking wants, or as there are. */
const placesLet = (blocks: readonly BlockBooking[], free: number): PlacesLet[] => {
  let left = free
  return blocks.flatMap(({ id, places, keptBack }) => {
    const taken = Math.min(places ?? left, left)
    if (taken <= 0) return []
    left -= taken
    return [{ blockId: id, places: taken, keptBack }]
  })
}

const differs = (wish: Wanted, occurrence: Standing): boolean =>
  wish.seriesId !== occurrence.seriesId ||
  wish.name !== occurrence.name ||
  wish.description !== occurrence.description ||
  wish.capacity !== occurrence.capacity ||
  wish.band !== occurrence.band ||
  wish.compositeKey !== occurrence.compositeKey ||
  !sameIds(wish.instructorIds, occurrence.instructorIds) ||
  !sameIds(wish.tagIds, occurrence.tagIds)

const sameIds = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index])

/**
 * Which standing occurrence is which wanted one: the same series, place and start; else the same activity, place,
 * start and name, so that a line rewritten in the files takes over what the old one made.
 */
const matched = (
  wanted: readonly Wanted[],
  standing: readonly Standing[],
): { pairs: Pair[]; leftOver: Standing[] } => {
  type Either = Wanted | Standing
  const own = (one: Either) =>
    one.slug === null ? `${one.seriesId}/${one.locationId}/${one.startsAt}` : `${one.activityId}/${one.slug}`
  const alike = (one: Either) => `${one.activityId}/${one.locationId}/${one.startsAt}/${one.name}`

  const left = new Map(standing.map((occurrence) => [own(occurrence), occurrence]))
  const pairs = wanted.map((wish): Pair => {
    const occurrence = left.get(own(wish))
    if (occurrence !== undefined) left.delete(own(wish))
    return { wish, occurrence }
  })
  const strays = new Map(
    [...left.values()].filter(({ slug }) => slug === null).map((stray) => [alike(stray), stray]),
  )
  if (strays.size > 0) {
    for (const pair of pairs) {
      if (pair.occurrence !== undefined || pair.wish.slug !== null) continue
      const stray = strays.get(alike(pair.wish))
      if (stray === undefined) continue
      pair.occurrence = stray
      strays.delete(alike(pair.wish))
      left.delete(own(stray))
    }
  }
  return { pairs, leftOver: [...left.values()] }
}

/** A court is let once at a time, however many lines of the timetable ask for it. */
const withoutDoubles = (
  wanted: readonly Wanted[],
  activities: ReadonlyMap<number, Activity>,
  plan: Plan,
): Wanted[] => {
  const seen = new Set<string>()
  return wanted.filter((wish) => {
    if (!onCourts(activities, wish)) return true
    const key = `${wish.activityId}/${wish.locationId}/${wish.startsAt}`
    if (seen.has(key)) plan.refused.push({ wanted: wish, why: 'there_already' })
    return !seen.has(key) && seen.add(key)
  })
}
