import { weekdaysOf } from '#contract/openingHours.ts'
import type { VenueDetail } from '#contract/venues.ts'

/** Opening hours as people write them: "Monday to Friday", "6:30am to 10pm". */
type OpeningHours = VenueDetail['openingHours'][number]

/** Whether the whole venue is closed at an instant. */
export const isClosedAt = (closures: VenueDetail['closures'], at: Date): boolean =>
  closures.some(
    ({ places, from, until }) =>
      places.length === 0 && new Date(from.utc) <= at && (until === null || at < new Date(until.utc)),
  )

/** The hours of a day, `2027-03-04`; undefined when no line names its weekday. Later lines win, as exceptions follow. */
export const hoursOn = (opening: readonly OpeningHours[], day: string): string | undefined => {
  const weekday = (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7
  return opening.findLast(({ days }) => weekdaysOf(days)?.includes(weekday) === true)?.hours
}
