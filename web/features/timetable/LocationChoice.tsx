import { Link } from '#web/platform/router.tsx'
import styles from './LocationChoice.module.css'

/** One court of those an activity is held on, or all. Links, so each choice is an address. */
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
    <nav aria-label="Location">
      <ul role="list" className={styles['locations']}>
        {[{ id: undefined, name: 'All' }, ...locations].map(({ id, name }) => (
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
