import { localMinutes } from '#contract/time.ts'
import { addDays, dayOf, instantOf, minutesOf, timeOf, weekdayOf } from '#server/platform/wallclock.ts'

/*
 * From the programme of a venue (what recurs, when it is closed, what is let elsewhere) and what already stands in
 * its timetable to what has to change. Instants are milliseconds since 1970, as arithmetic wants them.
 */

export type Activity = {
  id: number
  slug: string
  name: string
  kind: 'classes' | 'courts' | 'tickets'
  /** What an occurrence without one of its own says; courts say it once, at their activity. */
  description: string | null
  /** Occurrences are made for today and so many days after it. */
  daysAhead: number
}

/** A weekly occurrence, or with `untilTime` a row of occurrences a day. Times are on the venue's wall. */
export type Series = {
  id: number
  activityId: number
  name: string | null
  description: string | null
  /** 1 is Monday. */
  weekdays: readonly number[]
  startTime: string
  durationMinutes: number
  untilTime: string | null
  stepMinutes: number | null
  capacity: number
  validFrom: string | null
  validUntil: string | null
  band: string
  instructorIds: readonly number[]
  tagIds: readonly number[]
  locationIds: readonly number[]
}

export type OneOff = {
  slug: string
  activityId: number
  locationId: number
  name: string | null
  description: string | null
  date: string
  startTime: string
  durationMinutes: number
  capacity: number
  band: string
  instructorIds: readonly number[]
  tagIds: readonly number[]
}

export type Closure = { locationId: number | null; startsAt: number; endsAt: number }

export type BlockBooking = {
  id: number
  activityId: number
  locationId: number | null
  weekdays: readonly number[]
  startTime: string
  untilTime: string
  validFrom: string | null
  validUntil: string | null
  /** null: all that there are. */
  places: number | null
  keptBack: boolean
}

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
  blocks: readonly { blockId: number; holdId: number }[]
}

/** Floor that customers hold for a time. */
export type FloorHeld = { spaceId: number; from: number; to: number }

export type Programme = {
  venue: { slug: string; zone: string }
  activities: readonly Activity[]
  series: readonly Series[]
  /** null: the one-off occurrences stay as they are. */
  oneOffs: readonly OneOff[] | null
  closures: readonly Closure[]
  blocks: readonly BlockBooking[]
  /** The pieces of floor of each location. */
  spaces: ReadonlyMap<number, readonly number[]>
}

export type PlacesLet = { blockId: number; places: number; keptBack: boolean }

/** An occurrence as the programme wants it. */
export type Wanted = {
  seriesId: number | null
  slug: string | null
  activityId: number
  locationId: number
  name: string
  description: string | null
  startsAt: number
  endsAt: number
  localDate: string
  /** Past midnight on the wall. */
  startMinutes: number
  compositeKey: string
  capacity: number
  band: string
  instructorIds: readonly number[]
  tagIds: readonly number[]
}

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

const spacesOf = (programme: Programme, { locationId }: { locationId: number }): readonly number[] =>
  programme.spaces.get(locationId) ?? []

/** Which floor is in use when. Occurrences are short, so looking through those of the day is quick. */
class Floor {
  readonly #taken = new Map<number, { from: number; to: number }[]>()

  take(spaces: readonly number[], from: number, to: number): void {
    for (const key of keysOf(spaces, from, to)) {
      const there = this.#taken.get(key)
      if (there === undefined) this.#taken.set(key, [{ from, to }])
      else there.push({ from, to })
    }
  }

  isFree(spaces: readonly number[], from: number, to: number): boolean {
    if (this.#taken.size === 0) return true
    for (const key of keysOf(spaces, from, to)) {
      if (this.#taken.get(key)?.some((other) => other.from < to && from < other.to) === true) return false
    }
    return true
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
  const capacity = Math.max(wish.capacity, occurrence.taken)
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

/** Every occurrence that the programme asks for, from today to its horizon. */
const wantedOccurrences = (
  programme: Programme,
  activities: ReadonlyMap<number, Activity>,
  standing: readonly Standing[],
  now: Date,
): Wanted[] => {
  const { slug: venueSlug, zone } = programme.venue
  const today = dayOf(now, zone)
  const clock = wallOf(zone)
  const weekday = new Map<string, number>()
  const wanted: Wanted[] = []

  for (const series of programme.series) {
    const activity = activities.get(series.activityId)
    if (activity === undefined) continue
    const starts = startsOf(series)
    for (let ahead = 0; ahead <= activity.daysAhead; ahead += 1) {
      const day = addDays(today, ahead)
      let number = weekday.get(day)
      if (number === undefined) weekday.set(day, (number = weekdayOf(day)))
      if (!series.weekdays.includes(number)) continue
      if ((series.validFrom ?? day) > day || (series.validUntil ?? day) < day) continue
      let before = 0
      for (const time of starts) {
        const startsAt = clock(day, time)
        // The hour that a change to summer time leaves out falls together with the one after it.
        if (startsAt === before) continue
        before = startsAt
        const ofAll = {
          seriesId: series.id,
          slug: null,
          activityId: activity.id,
          name: series.name ?? activity.name,
          description: series.description ?? activity.description,
          startsAt,
          endsAt: startsAt + series.durationMinutes * 60_000,
          localDate: day,
          startMinutes: minutesOf(time),
          compositeKey: compositeKey(`${venueSlug}/${activity.slug}/${day}/${time}`),
          capacity: series.capacity,
          band: series.band,
          instructorIds: series.instructorIds,
          tagIds: series.tagIds,
        }
        for (const locationId of series.locationIds) wanted.push({ ...ofAll, locationId })
      }
    }
  }
  for (const oneOff of programme.oneOffs ?? []) {
    const activity = activities.get(oneOff.activityId)
    if (activity === undefined || oneOff.date < today) continue
    const startsAt = clock(oneOff.date, oneOff.startTime)
    wanted.push({
      seriesId: null,
      slug: oneOff.slug,
      activityId: activity.id,
      locationId: oneOff.locationId,
      name: oneOff.name ?? activity.name,
      description: oneOff.description ?? activity.description,
      startsAt,
      endsAt: startsAt + oneOff.durationMinutes * 60_000,
      localDate: oneOff.date,
      startMinutes: minutesOf(oneOff.startTime),
      compositeKey: compositeKey(`${venueSlug}/${activity.slug}/${oneOff.date}/${oneOff.startTime}`),
      capacity: oneOff.capacity,
      band: oneOff.band,
      instructorIds: oneOff.instructorIds,
      tagIds: oneOff.tagIds,
    })
  }
  if (programme.oneOffs === null) {
    for (const occurrence of standing) {
      if (
        occurrence.slug === null ||
        occurrence.status !== 'scheduled' ||
        !activities.has(occurrence.activityId)
      )
        continue
      const startsAt = new Date(occurrence.startsAt)
      wanted.push({
        ...occurrence,
        localDate: dayOf(startsAt, zone),
        startMinutes: localMinutes(startsAt, zone),
      })
    }
  }
  return wanted
}

/** The hour on the wall as an instant. On a day of 24 hours, which nearly all are, it is counted from midnight. */
const wallOf = (zone: string): ((day: string, time: string) => number) => {
  const midnights = new Map<string, number>()
  const midnight = (day: string): number => {
    let instant = midnights.get(day)
    if (instant === undefined) midnights.set(day, (instant = instantOf(day, '00:00', zone).getTime()))
    return instant
  }
  return (day, time) =>
    midnight(addDays(day, 1)) - midnight(day) === aDay
      ? midnight(day) + minutesOf(time) * 60_000
      : instantOf(day, time, zone).getTime()
}

/** The times of day at which occurrences of a series begin; the last ends by `untilTime`. */
export const startsOf = ({
  startTime,
  untilTime,
  stepMinutes,
  durationMinutes,
}: Pick<Series, 'startTime' | 'untilTime' | 'stepMinutes' | 'durationMinutes'>): string[] => {
  const first = minutesOf(startTime)
  if (untilTime === null) return [timeOf(first)]
  const step = stepMinutes ?? durationMinutes
  const times: string[] = []
  for (let at = first; at + durationMinutes <= minutesOf(untilTime); at += step) times.push(timeOf(at))
  return times
}

/** Whether the venue is shut then, there, or on any floor that the occurrence stands on. */
const closedBy = (programme: Programme, wanted: readonly Wanted[]): ((wish: Wanted) => boolean) => {
  const last = wanted.reduce((latest, { endsAt }) => Math.max(latest, endsAt), 0)
  // Closures are written out for a year, occurrences are made for a week.
  const soon = programme.closures.filter(({ startsAt }) => startsAt < last)
  const closures = soon.map((closure) => ({
    ...closure,
    spaces: closure.locationId === null ? [] : (programme.spaces.get(closure.locationId) ?? []),
  }))
  return (wish) =>
    closures.some(
      ({ locationId, startsAt, endsAt, spaces }) =>
        startsAt < wish.endsAt &&
        wish.startsAt < endsAt &&
        (locationId === null ||
          locationId === wish.locationId ||
          spaces.some((space) => spacesOf(programme, wish).includes(space))),
    )
}

const blocksFor = (programme: Programme): ((wish: Wanted) => BlockBooking[]) => {
  const byActivity = new Map<number, BlockBooking[]>()
  for (const block of programme.blocks) {
    byActivity.set(block.activityId, [...(byActivity.get(block.activityId) ?? []), block])
  }
  return (wish) => {
    const blocks = byActivity.get(wish.activityId)
    if (blocks === undefined) return []
    const day = wish.localDate
    return blocks.filter(
      (block) =>
        (block.locationId === null || block.locationId === wish.locationId) &&
        block.weekdays.includes(weekdayOf(day)) &&
        (block.validFrom ?? day) <= day &&
        day <= (block.validUntil ?? day) &&
        minutesOf(block.startTime) <= wish.startMinutes &&
        wish.startMinutes < minutesOf(block.untilTime),
    )
  }
}

/** Eight hex digits (FNV-1a): the same for all courts of an hour, in both worlds of ids (wire §2.1). */
export const compositeKey = (text: string): string => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash ^= text.charCodeAt(index)
    hash = Math.imul(hash, 0x01000193)
  }
  return (hash >>> 0).toString(16).padStart(8, '0')
}
