import { availabilityOf, isBookable, keyOf, type Bookable } from './availability.ts'
import { hoursLabel } from './itemLabels.ts'

/** How many other times are offered in place of a full one. */
const alternativeCount = 3

/** The bookable times of a day nearest to a full one, in order of start; of courts at the same time the first. */
export const nearestTimes = (
  items: readonly Bookable[],
  full: Pick<Bookable, 'timestamp' | 'id' | 'compositeKey'>,
  now: Date,
): Bookable[] => {
  const distance = ({ timestamp }: Pick<Bookable, 'timestamp'>): number =>
    Math.abs(timestamp - full.timestamp)
  const others = items.filter(
    (item) => keyOf(item) !== String(full.id ?? full.compositeKey) && isBookable(availabilityOf(item, now)),
  )
  const byTime = new Map(others.toReversed().map((item) => [`${hoursLabel(item)} ${item.name}`, item]))
  return [...byTime.values()]
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, alternativeCount)
    .toSorted((one, other) => one.timestamp - other.timestamp)
}
