import { localDay } from '#contract/time.ts'
import type { VenueDetail } from '#contract/venues.ts'

/** The closures that fall on a day and concern an activity: the whole venue, or a place where it takes place. */
export const closuresOn = (
  closures: VenueDetail['closures'],
  day: string,
  activitySlug: string,
): VenueDetail['closures'] =>
  closures.filter(
    ({ places, activities, from, until }) =>
      localDay(new Date(from.utc), from.timezone) <= day &&
      // One until midnight is over on the day before.
      (until === null || localDay(new Date(Date.parse(until.utc) - 1), until.timezone) >= day) &&
      (places.length === 0 || activities.includes(activitySlug)),
  )
