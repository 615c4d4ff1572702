import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import { daysAfter, localDay } from '#contract/time.ts'
import type { Tx } from '#server/platform/database.ts'
import {
  activityOf,
  countOccurrences,
  insertActivity,
  insertOccurrence,
  lockOperator,
  openVenueOf,
  slugOf,
  twinOf,
} from './sql.ts'
import type { TestActivity, TestOpportunity } from './sql.ts'

const words = {
  names: { classes: 'Yoga test', courts: 'Badminton test' },
  description: 'For tests of booking through partners.',
  question: 'How experienced are you?',
}

/** Takes a data set of tests out: its venues close, and with them all that is in them. */
export const removeTestDataset = async (tx: Tx, dataset: string): Promise<void> => {
  await sql`update venue set status = 'closed' where starts_with(slug, ${slugOf(dataset)})`.execute(tx)
}

/** From one start to the next, in minutes: so many are never on the floor of each other. */
const apart = { classes: 1, courts: 60 }

const durationMinutes = 60

type Kind = TestOpportunity['kind']

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
  const venueId = await openVenueOf(tx, { operatorId, dataset, timezone, today: localDay(now, timezone) })
  const { capacity, isOver, ...terms } = opportunity
  const slug = Object.values({ ...terms, isOver, full: capacity === 0 }).join('-')
  const activity =
    (await activityOf(tx, venueId, slug)) ??
    (await insertActivity(tx, {
      venueId,
      operatorId,
      slug,
      terms,
      validUntil: daysAfter(localDay(now, timezone), -1),
      words: { ...words, name: words.names[opportunity.kind] },
    }))
  return addSession(tx, { ...activity, venueId, kind: opportunity.kind, timezone }, { capacity, isOver }, now)
}

/**
 * Adds to a data set of tests another session like one of it, of which no test counts the places.
 * @returns the id of its occurrence; null where the session is of no data set
 */
export const addTestTwin = async (tx: Tx, occurrenceId: number, now: Date): Promise<number | null> => {
  const twin = await twinOf(tx, occurrenceId)
  if (twin === undefined) return null
  await lockOperator(tx, twin.operatorId)
  return addSession(tx, twin, { capacity: twin.capacity, isOver: false }, now)
}

/** Adds a session after the others of its activity. */
const addSession = async (
  tx: Tx,
  { kind, timezone, ...activity }: TestActivity & { venueId: number; kind: Kind; timezone: string },
  { capacity, isOver }: { capacity: number; isOver: boolean },
  now: Date,
): Promise<number> => {
  const { id, name, locationId, seriesId, venueId } = activity
  const count = await countOccurrences(tx, id)
  const step = apart[kind] * 60_000
  // Later with each, also where the clock has gone on: no two may start at once.
  const start = isOver
    ? now.getTime() - 3 * durationMinutes * 60_000 + count * 1000
    : Math.ceil(now.getTime() / 60_000) * 60_000 + 3 * 3_600_000 + count * step
  const startsAt = new Date(Math.floor(start / 1000) * 1000)
  return insertOccurrence(tx, {
    id,
    name,
    locationId,
    seriesId,
    venueId,
    capacity,
    startsAt,
    endsAt: new Date(startsAt.getTime() + durationMinutes * 60_000),
    localDate: localDay(startsAt, timezone),
    key: randomBytes(17).toString('hex'),
  })
}
