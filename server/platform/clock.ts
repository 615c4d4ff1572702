import { Temporal } from 'temporal-polyfill'
import { localDay, time } from '#contract/time.ts'
import type { Messages } from '#server/messages/languages.ts'

/** The one clock. Tests turn their own. */
export type Clock = { now: () => Date }

export const systemClock: Clock = { now: () => new Date() }

/*
 * From the hour on a venue's wall to the instant, and back. Days are '2027-03-28', times '18:30' (seconds are
 * allowed and dropped), zones IANA names. None of it depends on the machine's own zone.
 */

/**
 * The instant at which the clock on the wall shows `time` on `day`. An hour that the change to summer time
 * leaves out is the one after it; of an hour that comes twice it is the first.
 */
export const instantOf = (day: string, time: string, zone: string): Date =>
  new Date(
    Temporal.PlainDateTime.from(`${day}T${time.slice(0, 5)}`).toZonedDateTime(zone, {
      disambiguation: 'compatible',
    }).epochMilliseconds,
  )

/** The latest of some instants; null when there is none. */
export const latestOf = (instants: readonly (Date | null)[]): Date | null =>
  instants.filter((at) => at !== null).toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null

/** 1 for Monday to 7 for Sunday, as in ISO 8601. */
export const weekdayOf = (day: string): number => ((Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 3) % 7) + 1

/** `'18:30'` or `'18:30:00'` as minutes past midnight; '24:00' is the end of the day. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Minutes past midnight, below 1440, as `'18:30'`. */
export const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** When a session begins and ends, as its reader reads hours: `23:30` and `02:30 (Sun)`. */
export const sessionTimes = (
  { format }: Pick<Messages, 'format'>,
  { startsAt, endsAt, timezone }: { startsAt: Date; endsAt: Date; timezone: string },
): { from: string; to: string } => {
  const day = localDay(endsAt, timezone)
  const end = time(endsAt, timezone).format24Hour
  return {
    from: time(startsAt, timezone).format24Hour,
    to: day === localDay(startsAt, timezone) ? end : format.timeOnDay({ time: end, day }),
  }
}
