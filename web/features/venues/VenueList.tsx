import type { Venue } from '#contract/venues.ts'
import * as messages from '#messages/bookings/venues.ts'
import { links } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Badge } from '#web/ui/Layout.tsx'
import { groundOf } from './groundOf.ts'
import styles from './VenueList.module.css'

/** `miles` from what was searched for; without a place there are none. */
export type VenueRow = { venue: Venue; miles?: number | null }

/** The venues, numbered like the map's pins. `onPoint` reports the row under the pointer or with focus. */
export const VenueList = ({
  rows,
  chosen,
  linkTo = links.venue,
  hasMap = true,
  onPoint,
}: {
  rows: readonly VenueRow[]
  chosen: string | undefined
  linkTo?: (venueSlug: string) => string
  hasMap?: boolean
  onPoint?: (venueSlug: string | undefined) => void
}) => (
  <ol role="list" className={styles['list']} aria-label={messages.venues}>
    {rows.map(({ venue, miles }, index) => (
      <li key={venue.slug}>
        <Link
          className={styles['card']}
          to={linkTo(venue.slug)}
          onPointerOver={() => onPoint?.(venue.slug)}
          onPointerLeave={() => onPoint?.(undefined)}
          onFocus={() => onPoint?.(venue.slug)}
          onBlur={() => onPoint?.(undefined)}
        >
          <span className={`${styles['ground'] ?? ''} ${styles[`ground-${venue.id % 3}`] ?? ''}`}>
            <svg viewBox="0 0 240 100" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
              <path d={groundOf(venue)} />
            </svg>
            {hasMap ? (
              <span className={styles['number']} aria-hidden="true">
                {index + 1}
              </span>
            ) : null}
          </span>
          <span className={styles['words']}>
            <h3 className={styles['name']}>{venue.name}</h3>
            <span className={styles['place']}>
              <Icon name="pin" size={18} />
              {addressLabel(venue)}
            </span>
            <span className={styles['facts']}>
              {miles == null ? null : <Badge colour="info">{messages.miles({ count: miles })}</Badge>}
              {venue.venueType === '' ? null : <Badge>{venue.venueType}</Badge>}
              {venue.slug === chosen ? <Badge colour="primary">{messages.yourVenue}</Badge> : null}
              {venue.closed ? <Badge colour="warning">{messages.closed}</Badge> : null}
              {venue.maintenance ? <Badge colour="warning">{messages.maintenance}</Badge> : null}
            </span>
          </span>
        </Link>
      </li>
    ))}
  </ol>
)

export const addressLabel = ({ addressLineOne, town, postcode }: Venue): string =>
  [addressLineOne, [town, postcode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
