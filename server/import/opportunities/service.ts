import { randomBytes } from 'node:crypto'
import { testOpportunity as messages } from '#server/messages/en/import.ts'
import type { Tx } from '#server/platform/database.ts'
import { addDays, dayOf } from '#server/platform/wallclock.ts'
import {
  activityOf,
  closeVenues,
  countOccurrences,
  insertActivity,
  insertOccurrence,
  lockOperator,
  openVenueOf,
} from './queries.ts'
import type { TestOpportunity } from './rules.ts'

export type { TestOpportunity } from './rules.ts'

/** From one start to the next, in minutes: so many are never on the floor of each other. */
const apart = { classes: 1, courts: 60 }
const durationMinutes = 60

/**
 * Adds an opportunity to a data set of tests, which is a venue of its own: all that are alike are sessions of one
 * activity, one after the other from three hours ahead.
 * @returns the id of its occurrence
 */
export const addTestOpportunity = async (
  tx: Tx,
  { operatorId, dataset }: { operatorId: number; dataset: string },
  opportunity: TestOpportunity,
  now: Date,
): Promise<number> => {
  const { timezone } = await lockOperator(tx, operatorId)
  const venueId = await openVenueOf(tx, { operatorId, dataset, timezone, today: dayOf(now, timezone) })
  const { capacity, isOver, ...terms } = opportunity
  const slug = Object.values({ ...terms, isOver, full: capacity === 0 }).join('-')
  const activity =
    (await activityOf(tx, venueId, slug)) ??
    (await insertActivity(tx, {
      venueId,
      operatorId,
      slug,
      terms,
      validUntil: addDays(dayOf(now, timezone), -1),
      words: { ...messages, name: messages.names[opportunity.kind] },
    }))
  const count = await countOccurrences(tx, activity.id)
  const step = apart[opportunity.kind] * 60_000
  const start = isOver
    ? now.getTime() - 2 * durationMinutes * 60_000 - count * 1000
    : Math.ceil(now.getTime() / 60_000) * 60_000 + 3 * 3_600_000 + count * step
  const startsAt = new Date(Math.floor(start / 1000) * 1000)
  return insertOccurrence(tx, {
    ...activity,
    venueId,
    capacity,
    startsAt,
    endsAt: new Date(startsAt.getTime() + durationMinutes * 60_000),
    localDate: dayOf(startsAt, timezone),
    key: randomBytes(17).toString('hex'),
  })
}

/** Takes a data set of tests out: its venues close, and with them all that is in them. */
export const removeTestDataset = async (tx: Tx, dataset: string): Promise<void> => closeVenues(tx, dataset)
