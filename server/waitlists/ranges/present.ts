import { clockTime, date, endTime, instant, localDay } from '#contract/time.ts'
import type { WaitlistEntry, WaitlistRange } from '#contract/waitlists.ts'
import type { RangeRow } from './queries.ts'

/** @param offer the entry that has an offer, if one has */
export const presentRange = (row: RangeRow, offer: WaitlistEntry | null, now: Date): WaitlistRange => ({
  id: row.id,
  userId: row.personId,
  firstName: row.firstName,
  status: row.places === 0 ? 'left' : offer?.status === 'offered' ? 'offered' : 'waiting',
  activityName: row.activityName,
  categorySlug: row.activitySlug,
  kind: row.kind,
  venueSlug: row.venueSlug,
  venueName: row.venueName,
  date: date(row.localDate, row.timezone, now),
  from: clockTime(row.fromMinutes),
  to: clockTime(row.toMinutes),
  end: endOf(row),
  places: row.places,
  joinedAt: instant(row.joinedAt),
  offer: offer?.status === 'offered' ? offer : null,
})

const endOf = ({ lastStartsAt, lastEndsAt, localDate, timezone, toMinutes }: RangeRow): string =>
  lastStartsAt !== null && lastEndsAt !== null && localDay(lastEndsAt, timezone) > localDate
    ? endTime(lastStartsAt, lastEndsAt, timezone)
    : clockTime(toMinutes).format24Hour
