import type { Venue } from '#contract/venues.ts'
import * as messages from '#messages/bookings/venues.ts'
import { links } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Badge } from '#web/ui/Layout.tsx'
import styles from './VenueList.module.css'

/** `miles` from what was searched for; without a place there are none. */
export type VenueRow = { venue: Venue; miles?: number | null }

/** Drawings of sports grounds for the venues' cards. */
const grounds = [
  'M30 12h180v76H30z M120 12v76 M30 30h180 M30 70h180 M62 30v40 M178 30v40',
  'M10 14h220v72H10z M10 32h220 M10 50h220 M10 68h220 M34 14v4 M34 82v4 M206 14v4 M206 82v4',
  'M20 10h200v80H20z M120 10v80 M120 50m-18 0a18 18 0 1 0 36 0a18 18 0 1 0-36 0 M20 30h30v40H20 M220 30h-30v40h30',
  'M24 10h192v80H24z M24 22h192 M24 78h192 M74 22v56 M166 22v56 M120 10v80 M74 50h92',
  'M30 50a90 38 0 1 0 180 0a90 38 0 1 0-180 0 M50 50a70 26 0 1 0 140 0a70 26 0 1 0-140 0 M70 50a50 14 0 1 0 100 0a50 14 0 1 0-100 0',
] as const

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
              <path d={grounds[venue.id % grounds.length]} />
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
            </span>
          </span>
        </Link>
      </li>
    ))}
  </ol>
)

export const addressLabel = ({ addressLineOne, town, postcode }: Venue): string =>
  [addressLineOne, [town, postcode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
