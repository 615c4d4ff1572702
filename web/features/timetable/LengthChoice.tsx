import * as messages from '#messages/bookings/timetable.ts'
import { Link } from '#web/platform/router.tsx'
import styles from './ViewChoice.module.css'

export type Length = { slug: string; name: string }

/** Switches between the lengths in which the same courts are sold, such as 40 and 60 minutes. Each has a URL. */
export const LengthChoice = ({
  lengths,
  chosen,
  lengthTo,
}: {
  lengths: readonly Length[]
  chosen: string
  lengthTo: (slug: string) => string
}) => (
  <nav aria-label={messages.length}>
    <ul role="list" className={styles['views']}>
      {lengths.map(({ slug, name }) => (
        <li key={slug}>
          <Link
            to={lengthTo(slug)}
            stay
            className={styles['view']}
            aria-current={slug === chosen ? 'true' : undefined}
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
