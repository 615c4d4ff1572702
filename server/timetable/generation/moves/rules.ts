import type { ExistingOccurrence, Plan } from '#server/timetable/generation/matching/rules.ts'

/** A session that the programme now has at another time or in another room, with what it was before. */
export type PlannedMove = {
  occurrenceId: number
  name: string
  startsAt: Date
  endsAt: Date
  locationId: number
}

/** The sessions that a plan moves. Sessions that people have booked or hold are never among them. */
export const movesOf = ({ change }: Plan, existing: readonly ExistingOccurrence[]): PlannedMove[] => {
  const before = new Map(existing.map((occurrence) => [occurrence.id, occurrence]))
  return change.flatMap(({ id, ...to }) => {
    const was = before.get(id)
    if (was === undefined || was.status !== 'scheduled') return []
    const { name, startsAt, endsAt, locationId } = was
    const isSame = startsAt === to.startsAt && endsAt === to.endsAt && locationId === to.locationId
    return isSame
      ? []
      : { occurrenceId: id, name, startsAt: new Date(startsAt), endsAt: new Date(endsAt), locationId }
  })
}
