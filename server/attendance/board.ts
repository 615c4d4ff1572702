import type { Board } from '#contract/attendance.ts'
import { date, instant, localDay } from '#contract/time.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { openDay } from '#server/timetable/generate.ts'
import { columnsOf } from './rules.ts'
import { presentSession, venueOf } from './sessions.ts'
import { readDay, sessionsWhere } from './sql.ts'

/** A venue's day by place and time, which is opened for the desk where it is not released yet. */
export const readBoard = async (
  tx: Tx,
  actor: Actor,
  query: { venue: string; date: string },
  now: Date,
): Promise<Board> => {
  const venue = await venueOf(tx, actor, query.venue)
  await openDay(tx, venue, query.date, now)
  const at = { venueId: venue.id, day: query.date }
  const sessions = await sessionsWhere(tx, { ...at, show: 'board' }, now)
  const { firstStart, lastEnd, places, closures } = await readDay(tx, at)
  const { columns, idsOf } = columnsOf(places)
  return {
    date: date(query.date, venue.timezone, now),
    today: localDay(now, venue.timezone),
    hours:
      firstStart === null || lastEnd === null ? null : { from: instant(firstStart), until: instant(lastEnd) },
    places: columns,
    sessions: sessions.map((row) => ({ ...presentSession(row), placeIds: idsOf(row.locationId) })),
    closures: closures.map(({ id, locationId, reason, startsAt, endsAt }) => ({
      id,
      reason,
      begins: instant(new Date(startsAt)),
      ends: instant(new Date(endsAt)),
      placeIds: idsOf(locationId),
    })),
  }
}
