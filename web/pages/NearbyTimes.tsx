import { useId } from 'react'
import * as messages from '#messages/bookings/timetablePanels.ts'
import { timeLink } from '#web/features/search/search.ts'
import { hoursLabel, hoursRange } from '#web/features/timetable/itemLabels.ts'
import type { Bookable } from '#web/features/timetable/availability.ts'
import styles from '#web/features/timetable/NearestTimes.module.css'
import { priceLabel } from '#web/features/timetable/itemLabels.ts'
import { api } from '#web/platform/api.ts'
import { useDeferredRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'

/** How many venues are offered in place of a full time. */
const venueCount = 3

const nearbyMiles = 10

/** How far from the full time another venue's time may begin. */
const withinSeconds = 3600

/** On a full time: the same at about that time at other venues, nearest first. Nothing until it has loaded. */
export const NearbyTimes = ({
  full,
  words,
  day,
  venue,
}: {
  full: Bookable
  /** What to search for: the name of the activity. */
  words: string
  day: string
  venue: string
}) => {
  const id = useId()
  const { data } = useDeferredRead(api.search.find, {
    q: `${words} ${day} ${full.startsAt.format24Hour}`,
    venue,
  })
  const offers = (data?.offers ?? [])
    .filter(({ venueSlug, miles }) => venueSlug !== venue && miles !== null && miles <= nearbyMiles)
    .flatMap((offer) => {
      const time = offer.times.find(
        ({ date, timestamp }) => date === day && Math.abs(timestamp - full.timestamp) <= withinSeconds,
      )
      return time === undefined ? [] : [{ offer, time }]
    })
    .filter(
      ({ offer }, index, all) => all.findIndex((one) => one.offer.venueSlug === offer.venueSlug) === index,
    )
    .toSorted((one, other) => (one.offer.miles ?? Infinity) - (other.offer.miles ?? Infinity))
    .slice(0, venueCount)
  if (offers.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles['title']}>
        {messages.nearbyTimes}
      </h3>
      <ul role="list" className={styles['times']}>
        {offers.map(({ offer, time }) => (
          <li key={`${offer.venueSlug} ${offer.activitySlug}`}>
            <Link className={styles['time']} to={timeLink(offer, time)}>
              <span className={styles['hours']} aria-hidden="true">
                {hoursLabel(time)}
              </span>
              <span className="visually-hidden">{hoursRange(time)}</span>
              <span className={styles['where']}>
                {offer.miles === null
                  ? offer.venueName
                  : messages.venueAway({ venue: offer.venueName, miles: offer.miles })}
              </span>
              <span>{priceLabel(time.price)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
