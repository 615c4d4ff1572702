import * as messages from '#messages/bookings/timetable.ts'
import { Link } from '#web/platform/router.tsx'
import styles from './LocationChoice.module.css'

/** Narrows the day to one court of the activity. Links, so that each choice has a URL. */
export const LocationChoice = ({
  locations,
  chosen,
  locationTo,
}: {
  locations: readonly { id: string; name: string }[]
  chosen: string | undefined
  locationTo: (id: string | undefined) => string
}) =>
  locations.length < 2 ? null : (
    <nav aria-label={messages.location}>
      <ul role="list" className={styles['locations']}>
        {[{ id: undefined, name: messages.allLocations }, ...locations].map(({ id, name }) => (
          <li key={id ?? 'all'}>
            <Link
              to={locationTo(id)}
              stay
              className={styles['location']}
              aria-current={id === chosen ? 'true' : undefined}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
