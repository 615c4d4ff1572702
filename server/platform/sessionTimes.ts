import { localDay, time } from '#contract/time.ts'
import type { Messages } from '#server/messages/languages.ts'

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
