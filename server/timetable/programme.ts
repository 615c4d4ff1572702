import type { Selectable } from 'kysely'
import { daysAfter, localDay, localMinutes } from '#contract/time.ts'
import { instantOf, minutesOf, timeOf, weekdayOf } from '#server/platform/clock.ts'
import type { Tables } from '#server/platform/tables.ts'
import { columnsOfLine } from './occurrence.ts'
import type { Occurrence, Reckoned, LineColumn, WrittenColumn } from './occurrence.ts'

/*
 * The programme of a venue: what recurs, what happens once, when it is closed, what is let elsewhere; and the
 * occurrences it asks for. Instants are milliseconds since 1970, as arithmetic wants them.
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
export type Series = Reckoned<
  Pick<
    Selectable<Tables['series']>,
    | LineColumn
    | 'id'
    | 'activityId'
    | 'weekdays'
    | 'startTime'
    | 'durationMinutes'
    | 'untilTime'
    | 'stepMinutes'
    | 'validFrom'
    | 'validUntil'
    | 'exceptions'
  >
> & { locationIds: readonly number[] }

export type OneOff = Pick<Series, LineColumn | 'activityId' | 'startTime' | 'durationMinutes'> & {
  slug: string
  locationId: number
  date: string
}

/** `endsAt` is null until further notice. */
type Closure = { locationId: number | null; startsAt: number; endsAt: number | null }

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
  deskOnly: boolean
}

export type Programme = {
  venue: { slug: string; zone: string }
  activities: readonly Activity[]
  /** Later days whose occurrences are made, too. */
  openedDays: readonly string[]
  series: readonly Series[]
  /** null: the one-off occurrences stay as they are. */
  oneOffs: readonly OneOff[] | null
  closures: readonly Closure[]
  blocks: readonly BlockBooking[]
  /** Floor that is let to hirers, with their names: nothing else is on there. */
  hired: readonly { spaceId: number; from: number; to: number; name: string }[]
  /** The pieces of floor of each location. */
  spaces: ReadonlyMap<number, readonly number[]>
}

/** An occurrence as the programme wants it. */
export type DesiredOccurrence = Reckoned<
  Pick<Occurrence, Exclude<WrittenColumn, 'plannedCapacity'> | 'activityId' | 'slug'>
> & {
  /** Past midnight on the wall. */
  startMinutes: number
}

/** Whether a day is one of those on which a line has no sessions. */
const isExcepted = ({ exceptions }: Pick<Series, 'exceptions'>, day: string): boolean =>
  exceptions.some((days) => {
    const [from = '', until = ''] = days.split('..')
    return from <= day && day <= until
  })

/** A one-off occurrence that stands already and goes on as it is. */
type ExistingOneOff = Omit<DesiredOccurrence, 'localDate' | 'startMinutes'> &
  Pick<Occurrence, 'plannedCapacity' | 'status'>

/** Every occurrence that the programme asks for, from today to its horizon, and on the days opened after it. */
export const wantedOccurrences = (
  programme: Programme,
  activities: ReadonlyMap<number, Activity>,
  existing: readonly ExistingOneOff[],
  now: Date,
): DesiredOccurrence[] => {
  const { slug: venueSlug, zone } = programme.venue
  const today = localDay(now, zone)
  const clock = wallOf(zone)
  const weekday = new Map<string, number>()
  const wanted: DesiredOccurrence[] = []

  const daysOf = ({ daysAhead }: Activity): string[] => {
    const days = Array.from({ length: daysAhead + 1 }, (_, ahead) => daysAfter(today, ahead))
    const lastDay = daysAfter(today, daysAhead)
    return [...days, ...programme.openedDays.filter((day) => day > lastDay)]
  }
  for (const series of programme.series) {
    const activity = activities.get(series.activityId)
    if (activity === undefined) continue
    const starts = startsOf(series)
    const ofLine = columnsOfLine(series, activity)
    for (const day of daysOf(activity)) {
      let number = weekday.get(day)
      if (number === undefined) weekday.set(day, (number = weekdayOf(day)))
      if (!series.weekdays.includes(number)) continue
      if ((series.validFrom ?? day) > day || (series.validUntil ?? day) < day) continue
      if (isExcepted(series, day)) continue
      const made = new Set<number>()
      for (const planned of starts) {
        const { startsAt, time } = clock(day, planned)
        // The hour that a change to summer time leaves out falls together with the one after it.
        if (made.has(startsAt)) continue
        made.add(startsAt)
        const ofAll = {
          seriesId: series.id,
          slug: null,
          activityId: activity.id,
          startsAt,
          endsAt: startsAt + series.durationMinutes * 60_000,
          localDate: day,
          startMinutes: minutesOf(time),
          compositeKey: compositeKey(`${venueSlug}/${activity.slug}/${day}/${time}`),
          ...ofLine,
        }
        for (const locationId of series.locationIds) wanted.push({ ...ofAll, locationId })
      }
    }
  }
  for (const oneOff of programme.oneOffs ?? []) {
    const activity = activities.get(oneOff.activityId)
    if (activity === undefined || oneOff.date < today) continue
    const { startsAt, time } = clock(oneOff.date, oneOff.startTime)
    wanted.push({
      seriesId: null,
      slug: oneOff.slug,
      activityId: activity.id,
      locationId: oneOff.locationId,
      startsAt,
      endsAt: startsAt + oneOff.durationMinutes * 60_000,
      localDate: oneOff.date,
      startMinutes: minutesOf(time),
      compositeKey: compositeKey(`${venueSlug}/${activity.slug}/${oneOff.date}/${time}`),
      ...columnsOfLine(oneOff, activity),
    })
  }
  if (programme.oneOffs === null) {
    for (const occurrence of existing) {
      if (
        occurrence.slug === null ||
        occurrence.status !== 'scheduled' ||
        !activities.has(occurrence.activityId)
      )
        continue
      const startsAt = new Date(occurrence.startsAt)
      wanted.push({
        ...occurrence,
        capacity: occurrence.plannedCapacity ?? occurrence.capacity,
        localDate: localDay(startsAt, zone),
        startMinutes: localMinutes(startsAt, zone),
      })
    }
  }
  return wanted
}

/**
 * The hour on the wall as an instant, with the hour that the wall then shows: a later one, if the clocks leave out the
 * planned one. On a day of 24 hours, which nearly all are, it is counted from midnight.
 */
const wallOf = (zone: string): ((day: string, time: string) => { startsAt: number; time: string }) => {
  const midnights = new Map<string, number>()
  const midnight = (day: string): number => {
    let instant = midnights.get(day)
    if (instant === undefined) midnights.set(day, (instant = instantOf(day, '00:00', zone).getTime()))
    return instant
  }
  return (day, time) => {
    if (midnight(daysAfter(day, 1)) - midnight(day) === aDay)
      return { startsAt: midnight(day) + minutesOf(time) * 60_000, time }
    const start = instantOf(day, time, zone)
    return { startsAt: start.getTime(), time: timeOf(localMinutes(start, zone)) }
  }
}

const aDay = 86_400_000

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

/** Where and when something takes place. */
export type OnFloor = Pick<DesiredOccurrence, 'locationId' | 'startsAt' | 'endsAt'>

/** Whether the venue is shut then, there, or on any floor that one of these occurrences stands on. */
export const closedBy = (
  programme: Programme,
  occurrences: readonly OnFloor[],
): ((occurrence: OnFloor) => boolean) => {
  const last = occurrences.reduce((latest, { endsAt }) => Math.max(latest, endsAt), 0)
  // Closures are written out for a year, occurrences are made for a week.
  const soon = programme.closures.filter(({ startsAt }) => startsAt < last)
  const closures = soon.map((closure) => ({
    ...closure,
    spaces: closure.locationId === null ? [] : (programme.spaces.get(closure.locationId) ?? []),
  }))
  return (occurrence) =>
    closures.some(
      ({ locationId, startsAt, endsAt, spaces }) =>
        startsAt < occurrence.endsAt &&
        (endsAt === null || occurrence.startsAt < endsAt) &&
        (locationId === null ||
          locationId === occurrence.locationId ||
          spaces.some((space) => spacesOf(programme, occurrence).includes(space))),
    )
}

export const blocksFor = (programme: Programme): ((desired: DesiredOccurrence) => BlockBooking[]) => {
  const byActivity = new Map<number, BlockBooking[]>()
  for (const block of programme.blocks) {
    byActivity.set(block.activityId, [...(byActivity.get(block.activityId) ?? []), block])
  }
  return (desired) => {
    const blocks = byActivity.get(desired.activityId)
    if (blocks === undefined) return []
    const day = desired.localDate
    return blocks.filter(
      (block) =>
        (block.locationId === null || block.locationId === desired.locationId) &&
        block.weekdays.includes(weekdayOf(day)) &&
        (block.validFrom ?? day) <= day &&
        day <= (block.validUntil ?? day) &&
        minutesOf(block.startTime) <= desired.startMinutes &&
        desired.startMinutes < minutesOf(block.untilTime),
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

/** The pieces of floor that something stands on. */
export const spacesOf = (programme: Programme, { locationId }: { locationId: number }): readonly number[] =>
  programme.spaces.get(locationId) ?? []
