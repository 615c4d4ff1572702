import { availabilityOf, type Bookable } from './availability.ts'
import { hoursLabel } from './itemLabels.ts'
import { canJoinWaitlist } from './RowAction.tsx'

/** The times of a day at which one can only wait for a court, in runs without a bookable time in between. */
export const runsOfFullTimes = (items: readonly Bookable[], now: Date): { from: string; to: string }[][] => {
  const times = new Map<string, Bookable[]>()
  for (const item of items.toSorted((one, other) => one.timestamp - other.timestamp))
    times.set(hoursLabel(item), [...(times.get(hoursLabel(item)) ?? []), item])
  const runs: { from: string; to: string }[][] = []
  let isOpen = false
  for (const courts of times.values()) {
    const [first] = courts
    const isFull = courts.every((court) => canJoinWaitlist(availabilityOf(court, now)))
    if (isFull && first !== undefined) {
      const time = { from: first.startsAt.format24Hour, to: first.endsAt.format24Hour }
      const run = runs.at(-1)
      if (isOpen && run !== undefined) run.push(time)
      else runs.push([time])
    }
    isOpen = isFull
  }
  return runs
}
