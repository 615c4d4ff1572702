import type { Tx } from '#server/platform/database.ts'
import { enqueue } from '#server/platform/queue.ts'
import type { Plan } from './match.ts'
import type { Occurrence } from './occurrence.ts'
import { instructorNames, listExpected, locationNames } from './sql/occurrences.ts'
import type { Programme } from './programme.ts'
import type { ExistingOccurrence } from './sql/occurrences.ts'

/** A session that the programme has changed in what people who come to it know of it, with what it was before. */
type PlannedChange = Pick<Occurrence, 'name' | 'startsAt' | 'endsAt' | 'locationId'> & {
  occurrenceId: number
  instructorIds: readonly number[]
}

/** The job that tells people of a change; its payload is a `ReportedChange`. */
export const plannedChangeJob = 'timetable.notifyMove'

/** What a session was before it changed. Instants as texts, as a job stores them. */
export type ReportedChange = {
  occurrenceId: number
  at: string
  was: {
    name: string
    startsAt: string
    endsAt: string
    timezone: string
    where: string
    instructors: string[]
  }
}

/**
 * Has people told of sessions that the programme has changed: who has booked one, waits for it, or has it in a basket and
 * could still pay for it. A job does it, because orders and baskets are locked before sessions.
 */
export const reportChanges = async (
  tx: Tx,
  timezone: string,
  changes: readonly PlannedChange[],
  now: Date,
): Promise<void> => {
  if (changes.length === 0) return
  const ids = changes.map(({ occurrenceId }) => occurrenceId)
  const meetingPoints = new Map(
    (await listExpected(tx, ids)).map(({ id, meetingPoint }) => [id, meetingPoint]),
  )
  const reported = changes.filter(({ occurrenceId }) => meetingPoints.has(occurrenceId))
  if (reported.length === 0) return
  const rooms = await locationNames(
    tx,
    reported.map(({ locationId }) => locationId),
  )
  const instructors = await instructorNames(
    tx,
    reported.flatMap(({ instructorIds }) => instructorIds),
  )
  for (const { occurrenceId, name, startsAt, endsAt, locationId, instructorIds } of reported) {
    const payload: ReportedChange = {
      occurrenceId,
      at: now.toISOString(),
      was: {
        name,
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
        timezone,
        where: meetingPoints.get(occurrenceId) || (rooms.find(({ id }) => id === locationId)?.name ?? ''),
        instructors: instructorIds.flatMap((id) => instructors.find((one) => one.id === id)?.name ?? []),
      },
    }
    await enqueue(tx, plannedChangeJob, payload, { key: String(occurrenceId), dueAt: now })
  }
}

/**
 * The sessions that a plan gives another name, time, room or instructor. Those that people have booked or hold keep their
 * time and room.
 */
export const changesOf = ({ change }: Plan, existing: readonly ExistingOccurrence[]): PlannedChange[] => {
  const before = new Map(existing.map((occurrence) => [occurrence.id, occurrence]))
  return change.flatMap(({ id, ...to }) => {
    const was = before.get(id)
    if (was === undefined || was.status !== 'scheduled') return []
    const { name, startsAt, endsAt, locationId, instructorIds } = was
    const isSame =
      name === to.name &&
      startsAt === to.startsAt &&
      endsAt === to.endsAt &&
      locationId === to.locationId &&
      instructorIds.join() === to.instructorIds.join()
    return isSame
      ? []
      : {
          occurrenceId: id,
          name,
          startsAt: new Date(startsAt),
          endsAt: new Date(endsAt),
          locationId,
          instructorIds,
        }
  })
}

/** `instructors`: who takes both. */
export type AddedBeside = { name: string; startsAt: Date; instructors: string[] }

/**
 * What a plan adds on the day of a session that it no longer has and that stays for its bookings: the same activity in the
 * same place or with the same instructor. People who have booked keep the old time, and there are two.
 */
export const addedBeside = async (
  tx: Tx,
  { activities }: Programme,
  { retainedSessions, add }: Plan,
): Promise<ReadonlyMap<number, AddedBeside>> => {
  const courts = new Set(activities.filter(({ kind }) => kind === 'courts').map(({ id }) => id))
  const pairs = retainedSessions.flatMap((old) => {
    if (courts.has(old.activityId)) return []
    const [nearest] = add
      .filter(
        (one) =>
          one.status === 'scheduled' &&
          one.activityId === old.activityId &&
          one.localDate === old.localDate &&
          (one.locationId === old.locationId || sharedIds(one, old).length > 0),
      )
      .toSorted((a, b) => Math.abs(a.startsAt - old.startsAt) - Math.abs(b.startsAt - old.startsAt))
    return nearest === undefined ? [] : [{ old, nearest }]
  })
  const names = await instructorNames(
    tx,
    pairs.flatMap(({ old }) => old.instructorIds),
  )
  return new Map(
    pairs.map(({ old, nearest }) => [
      old.id,
      {
        name: nearest.name,
        startsAt: new Date(nearest.startsAt),
        instructors: sharedIds(nearest, old).flatMap((id) => names.find((one) => one.id === id)?.name ?? []),
      },
    ]),
  )
}

type Staffed = { instructorIds: readonly number[] }

const sharedIds = (one: Staffed, other: Staffed): number[] =>
  one.instructorIds.filter((id) => other.instructorIds.includes(id))
