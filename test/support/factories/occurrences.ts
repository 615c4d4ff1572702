import { randomBytes } from 'node:crypto'
import type { Tx } from '#server/platform/database.ts'
import type { ActivityRow } from './activities.ts'
import { publicId } from './publicId.ts'
import { firstRow } from './rows.ts'

export type OccurrenceRow = { id: number; publicId: string; startsAt: Date; endsAt: Date }

/** One class, slot or ticketed session at an instant. */
export const anOccurrence = async (
  db: Tx,
  of: { activity: ActivityRow; locationId: number; startsAt: Date },
  more: {
    minutes?: number
    capacity?: number
    status?: 'scheduled' | 'cancelled' | 'withdrawn'
    name?: string
    band?: string
    instructorIds?: number[]
    tagIds?: number[]
    compositeKey?: string
  } = {},
): Promise<OccurrenceRow> => {
  const { minutes = 60, capacity = 1, ...columns } = more
  return firstRow(
    db
      .insertInto('occurrence')
      .values({
        publicId: publicId('AQG'),
        venueId: of.activity.venueId,
        activityId: of.activity.id,
        locationId: of.locationId,
        name: of.activity.slug,
        startsAt: of.startsAt,
        endsAt: new Date(of.startsAt.getTime() + minutes * 60_000),
        localDate: new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London' }).format(of.startsAt),
        compositeKey: randomBytes(4).toString('hex'),
        capacity,
        ...columns,
      })
      .returning(['id', 'publicId', 'startsAt', 'endsAt'])
      .executeTakeFirst(),
  )
}
