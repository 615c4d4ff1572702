import type { ExistingOccurrence, Plan } from '#server/timetable/generation/matching/rules.ts'

/** A session that the programme has changed in what people who come to it know of it, with what it was before. */
export type PlannedChange = {
  occurrenceId: number
  name: string
  startsAt: Date
  endsAt: Date
  locationId: number
  instructorIds: readonly number[]
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
