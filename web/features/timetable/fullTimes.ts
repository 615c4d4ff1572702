import { sessionEnd } from '#contract/time.ts'
import { availabilityOf, type Bookable } from './availability.ts'
import { hoursLabel } from './itemLabels.ts'
import { canJoinWaitlist } from './RowAction.tsx'

/** A time whose courts are all taken, with its end in the timetable, and as people read it. */
export type FullTime = { from: string; to: string; end: string }

/** The times of a day at which one can only wait for a court, in runs without a bookable time in between. */
export const runsOfFullTimes = (items: readonly Bookable[], now: Date): FullTime[][] => {
  const times = new Map<string, Bookable[]>()
  for (const item of items.toSorted((one, other) => one.timestamp - other.timestamp))
    times.set(hoursLabel(item), [...(times.get(hoursLabel(item)) ?? []), item])
  const runs: FullTime[][] = []
  let isOpen = false
  for (const courts of times.values()) {
    const [first] = courts
    const isFull = courts.every((court) => canJoinWaitlist(availabilityOf(court, now)))
    if (isFull && first !== undefined) {
      const time = {
        from: first.startsAt.format24Hour,
        to: first.endsAt.format24Hour,
        end: sessionEnd(first),
      }
      const run = runs.at(-1)
      if (isOpen && run !== undefined) run.push(time)
      else runs.push([time])
    }
    isOpen = isFull
  }
  return runs
}
