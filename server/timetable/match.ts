import { localDay } from '#contract/time.ts'
import { writtenColumns } from './occurrence.ts'
import type { WrittenColumn } from './occurrence.ts'
import type { Activity, DesiredOccurrence, Programme } from './programme.ts'
import type { ExistingOccurrence } from './sql/occurrences.ts'

/* Which occurrence of the timetable is the one that is wanted, and what differs. */

export const differs = (
  desired: Pick<ExistingOccurrence, WrittenColumn>,
  occurrence: ExistingOccurrence,
): boolean => writtenColumns.some((column) => !isSame(desired[column], occurrence[column]))

const isSame = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) && Array.isArray(other) ? sameIds(one, other) : one === other

const sameIds = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index])

/**
 * Which standing occurrence is which wanted one: the same series, place and start; else the same activity, place,
 * start and name, so that a line rewritten in the files takes over what the old one made.
 */
export const matched = (
  wanted: readonly DesiredOccurrence[],
  existing: readonly ExistingOccurrence[],
): { pairs: Pair[]; leftOver: ExistingOccurrence[] } => {
  type Planned = Pick<
    DesiredOccurrence,
    'seriesId' | 'slug' | 'activityId' | 'locationId' | 'startsAt' | 'name'
  >
  const own = (one: Planned) =>
    one.slug === null ? `${one.seriesId}/${one.locationId}/${one.startsAt}` : `${one.activityId}/${one.slug}`
  const alike = (one: Planned) => `${one.activityId}/${one.locationId}/${one.startsAt}/${one.name}`

  const left = new Map(existing.map((occurrence) => [own(asPlanned(occurrence)), occurrence]))
  const pairs = wanted.map((desired): Pair => {
    const occurrence = left.get(own(desired))
    if (occurrence !== undefined) left.delete(own(desired))
    return { desired: asChangedByStaff(desired, occurrence), occurrence }
  })
  const strays = new Map(
    [...left.values()].filter(({ slug }) => slug === null).map((stray) => [alike(asPlanned(stray)), stray]),
  )
  if (strays.size > 0) {
    for (const pair of pairs) {
      if (pair.occurrence !== undefined || pair.desired.slug !== null) continue
      const stray = strays.get(alike(pair.desired))
      if (stray === undefined) continue
      pair.occurrence = stray
      strays.delete(alike(pair.desired))
      left.delete(own(asPlanned(stray)))
      pair.desired = asChangedByStaff(pair.desired, stray)
    }
  }
  return { pairs, leftOver: [...left.values()] }
}

const asPlanned = (occurrence: ExistingOccurrence): ExistingOccurrence => ({
  ...occurrence,
  startsAt: occurrence.plannedStartsAt ?? occurrence.startsAt,
  locationId: occurrence.plannedLocationId ?? occurrence.locationId,
  name: occurrence.plannedName ?? occurrence.name,
})

/** What staff have changed of a session, the programme leaves as it is. */
const asChangedByStaff = (
  desired: DesiredOccurrence,
  occurrence: ExistingOccurrence | undefined,
): DesiredOccurrence => {
  if (occurrence === undefined) return desired
  const { startsAt, endsAt, localDate, locationId, name, compositeKey, instructorIds } = occurrence
  return {
    ...desired,
    capacity: occurrence.staffCapacity ?? desired.capacity,
    ...(occurrence.plannedInstructorIds === null ? {} : { instructorIds }),
    ...(occurrence.plannedStartsAt === null
      ? {}
      : { startsAt, endsAt, localDate, locationId, name, compositeKey }),
  }
}

/** Whether staff have moved an occurrence from a day that is over, for which its line wants nothing any more. */
export const isMovedFromPast = (
  { venue: { zone }, series, oneOffs }: Programme,
  { plannedStartsAt, seriesId, activityId, slug }: ExistingOccurrence,
  now: Date,
): boolean => {
  if (plannedStartsAt === null || localDay(new Date(plannedStartsAt), zone) >= localDay(now, zone))
    return false
  return slug === null
    ? series.some(({ id }) => id === seriesId)
    : (oneOffs ?? []).some((one) => one.activityId === activityId && one.slug === slug)
}

/**
 * Whether a session that is wanted was called off at another hour of its day, before its line was changed. Of a line with
 * several hours a day it is one that takes up some of the same time.
 */
export const calledOffBy = (
  { series }: Programme,
  leftOver: readonly ExistingOccurrence[],
): ((desired: DesiredOccurrence) => boolean) => {
  const calledOff = leftOver.filter(({ status, seriesId }) => status === 'cancelled' && seriesId !== null)
  const lines = new Map(series.map((line) => [line.id, line]))
  return ({ seriesId, localDate, locationId, startsAt, endsAt }) =>
    calledOff.some((off) => {
      const line = lines.get(off.seriesId ?? 0)
      if (line === undefined || off.seriesId !== seriesId || off.localDate !== localDate) return false
      const isSameRoom = line.locationIds.length === 1 || off.locationId === locationId
      return isSameRoom && (line.untilTime === null || (off.startsAt < endsAt && startsAt < off.endsAt))
    })
}

/** A court is let once at a time, however many lines of the timetable ask for it. */
export const withoutDuplicates = (
  wanted: readonly DesiredOccurrence[],
  activities: ReadonlyMap<number, Activity>,
  plan: Plan,
): DesiredOccurrence[] => {
  const seen = new Set<string>()
  return wanted.filter((desired) => {
    if (!onCourts(activities, desired)) return true
    const key = `${desired.activityId}/${desired.locationId}/${desired.startsAt}`
    if (seen.has(key)) plan.refused.push({ wanted: desired, why: 'there_already' })
    return !seen.has(key) && seen.add(key)
  })
}

export type BlockBookingPlaces = { blockId: number; places: number; deskOnly: boolean }

type Added = DesiredOccurrence & {
  status: 'scheduled' | 'cancelled'
  blockBookingHolds: BlockBookingPlaces[]
}

/** `capacity` is the least it can have now; `plannedCapacity` the one wanted, while that is less. */
type Changed = DesiredOccurrence & { id: number; plannedCapacity: number | null }

/** `placesTaken` is what was counted when it was decided; with another count it is decided anew, next time. */
type Ended = { id: number; placesTaken: number }

/** An occurrence that the programme wants and that cannot be made, with the reason. */
export type WhyNotMade =
  | 'floor_taken'
  | 'booked_as_it_was'
  | 'there_already'
  | 'called_off'
  | 'day_over'
  | 'block_over_booking'

/** `occupant`: the session that has its floor, where one of the programme does. */
type Refused = { wanted: DesiredOccurrence; why: WhyNotMade; occupant?: FloorOccupant | undefined }

export type FloorOccupant = Pick<DesiredOccurrence, 'name' | 'startsAt'>

export type Plan = {
  add: Added[]
  change: Changed[]
  withdraw: Ended[]
  cancel: Ended[]
  /** Places to be let on occurrences that stand already; whether they are still free is seen when it is done. */
  blockBookingHolds: (BlockBookingPlaces & { occurrenceId: number; endsAt: number })[]
  /** Holds of block bookings that now ask for other places. */
  resize: (Omit<BlockBookingPlaces, 'blockId'> & { occurrenceId: number; holdId: number; endsAt: number })[]
  /** Holds of block bookings that are no more. */
  free: { occurrenceId: number; holdId: number }[]
  refused: Refused[]
  /** Sessions that the programme no longer has, and that stand because people have booked them. */
  retainedSessions: ExistingOccurrence[]
}

export type Pair = { desired: DesiredOccurrence; occurrence: ExistingOccurrence | undefined }

export const onCourts = (
  activities: ReadonlyMap<number, Activity>,
  { activityId }: { activityId: number },
): boolean => activities.get(activityId)?.kind === 'courts'
