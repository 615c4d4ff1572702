import { useId } from 'react'
import * as messages from '#messages/bookings/timetablePanels.ts'
import { Link } from '#web/platform/router.tsx'
import { availabilityOf, type Bookable } from './availability.ts'
import { hoursLabel, hoursRange, locationName, priceLabel } from './itemLabels.ts'
import styles from './NearestTimes.module.css'
import { nearestTimes } from './nearestTimes.ts'
import { useTimetable } from './timetableContext.ts'

/** On a full time: the nearest times of the day that can be booked, and venues nearby. Nothing where it can be booked. */
export const NearestTimes = ({ full, items }: { full: Bookable; items: readonly Bookable[] | undefined }) => {
  const { now, panelTo, renderNearby } = useTimetable()
  const id = useId()
  const state = availabilityOf(full, now)
  const isWithoutPlace = state.is === 'full' || state.is === 'held' || state.is === 'desk-only'
  if (!isWithoutPlace) return null
  const times = nearestTimes(items ?? [], full, now)
  if (times.length === 0) return renderNearby(full)
  return (
    <>
      <section aria-labelledby={id}>
        <h3 id={id} className={styles['title']}>
          {messages.nearestTimes}
        </h3>
        <ul role="list" className={styles['times']}>
          {times.map((item) => (
            <li key={item.id ?? item.compositeKey}>
              <Link className={styles['time']} to={panelTo(item)} stay>
                <span className={styles['hours']} aria-hidden="true">
                  {hoursLabel(item)}
                </span>
                <span className="visually-hidden">{hoursRange(item)}</span>
                <span className={styles['where']}>
                  {item.name === full.name ? locationName(item) : item.name}
                </span>
                <span>{priceLabel(item.price)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
      {renderNearby(full)}
    </>
  )
}
