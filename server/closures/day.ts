import type { Closure, closures } from '#contract/closures.ts'
import type { Answer } from '#contract/endpoint.ts'
import { daysAfter, instant, localDay, moment } from '#contract/time.ts'
import type { Actor } from '#server/platform/actor.ts'
import { instantOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { takeBackEnds } from '#server/timetable/callOff.ts'
import { closuresBetween, placesOf } from '#server/timetable/closures.ts'
import type { ClosureRow } from '#server/timetable/closures.ts'
import { requireVenue } from '#server/venues/find.ts'
import type { DeskVenue } from '#server/venues/find.ts'

/**
 * The closures of a venue's day, and the places that can be closed.
 * @throws Refusal `not_found`
 */
export const readClosuresOnDay = async (
  tx: Tx,
  actor: Actor,
  { venue: slug, date }: { venue: string; date: string },
  now: Date,
): Promise<Answer<(typeof closures)['onDay']>> => {
  const venue = await requireVenue(tx, actor, slug)
  const day = {
    from: instantOf(date, '00:00', venue.timezone),
    to: instantOf(daysAfter(date, 1), '00:00', venue.timezone),
  }
  const rows = await closuresBetween(tx, venue.id, day)
  return {
    venue,
    places: await placesOf(tx, venue.id),
    closures: rows.map((row) => presentClosure(row, venue, now)),
  }
}

const presentClosure = (row: ClosureRow, { timezone }: DeskVenue, now: Date): Closure => {
  const { id, places, startsAt, endsAt, closedAt, confirmedAt, reason, note } = row
  const ends = closedAt === null ? null : takeBackEnds(closedAt)
  return {
    id,
    places,
    from: moment(startsAt, timezone),
    until: endsAt === null ? null : moment(endsAt, timezone),
    publicReason: reason,
    reason: note,
    origin: closedAt === null ? 'files' : 'office',
    asksIfClosed:
      closedAt !== null &&
      endsAt === null &&
      localDay(latest(confirmedAt ?? closedAt, startsAt), timezone) < localDay(now, timezone),
    takeBackUntil: ends === null || ends <= now ? null : instant(ends),
  }
}

const latest = (one: Date, other: Date): Date => (one > other ? one : other)
