import type { VenueDetail } from '#contract/venues.ts'
import { ZoneNote } from '#web/features/timetable/ZoneNote.tsx'
import { ClosureNotices } from '#web/features/venues/ClosureNotices.tsx'
import { closuresOn } from '#web/features/venues/closuresOn.ts'

/** What holds for all times of a day: in whose time zone they are, and what is closed. */
export const DayNotes = ({
  venue: { timezone, closures },
  activitySlug,
  day,
}: {
  venue: VenueDetail
  activitySlug: string
  day: string
}) => (
  <>
    <ZoneNote zone={timezone} day={day} />
    <ClosureNotices closures={closuresOn(closures, day, activitySlug)} />
  </>
)
