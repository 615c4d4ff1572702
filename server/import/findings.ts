import type { Text } from '#server/messages/languages.ts'
import { minutesOf, weekdayOf } from '#server/platform/clock.ts'
import { startsOf } from '#server/timetable/programme.ts'
import type { BlockBookingFile, OperatorFiles } from './files/types.ts'

/** Lines that are read and do nothing: a block booking of no session, a waiver that no activity asks for. */
export const findUnusedLines = (files: OperatorFiles, today: string): Text[] => [
  ...files.blockBookings
    .filter((block) => (block.validUntil ?? today) >= today && !coversSession(block, files))
    .map(
      ({ venue, activity, slug }): Text =>
        (messages) =>
          messages.importing.coversNoSession({ block: `${venue}/${activity}/${slug}` }),
    ),
  ...files.restrictions
    .filter(({ slug }) => !files.activities.some(({ restrictions }) => restrictions.includes(slug)))
    .map(
      ({ slug, kind }): Text =>
        (messages) =>
          messages.importing.restrictionUnused({ slug, kind }),
    ),
]

const coversSession = (block: BlockBookingFile, { series, oneOffs }: OperatorFiles): boolean => {
  const covers = (
    session: { venue: string; activity: string },
    locations: readonly string[],
    start: string,
  ) =>
    session.venue === block.venue &&
    session.activity === block.activity &&
    (block.location === null || locations.includes(block.location)) &&
    minutesOf(block.startTime) <= minutesOf(start) &&
    minutesOf(start) < minutesOf(block.untilTime)
  return (
    series.some(
      (line) =>
        line.weekdays.some((day) => block.weekdays.includes(day)) &&
        isBefore(line.validFrom, block.validUntil) &&
        isBefore(block.validFrom, line.validUntil) &&
        startsOf(line).some((start) => covers(line, line.locations, start)),
    ) ||
    oneOffs.some(
      (session) =>
        block.weekdays.includes(weekdayOf(session.date)) &&
        isBefore(session.date, block.validUntil) &&
        isBefore(block.validFrom, session.date) &&
        covers(session, [session.location], session.startTime),
    )
  )
}

/** Days of null are open ends. */
const isBefore = (from: string | null, until: string | null): boolean =>
  from === null || until === null || from <= until
