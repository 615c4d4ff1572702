import { weekdaysOf } from '#contract/openingHours.ts'
import { localDay } from '#contract/time.ts'
import type { VenueDetail } from '#contract/venues.ts'
import * as messages from '#messages/bookings/venueDetails.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './AboutVenue.module.css'
import { hoursOn, isClosedAt } from './openingHours.ts'
import { addressLabel } from './VenueList.tsx'

/** The venue's day, which decides what "today" is. */
const useVenueDay = ({ timezone }: Pick<VenueDetail, 'timezone'>): string =>
  localDay(new Date(usePageContext().startedAt), timezone)

/** Today's opening hours in one line; nothing where the venue's lines do not name the weekday. */
export const OpenToday = ({ venue }: { venue: VenueDetail }) => {
  const hours = hoursOn(venue.openingHours, useVenueDay(venue))
  const isClosed = isClosedAt(venue.closures, new Date(usePageContext().startedAt))
  if (venue.closed || venue.maintenance || (hours === undefined && !isClosed)) return null
  return (
    <p className={styles['today']}>
      <Icon name="clock" />
      {isClosed || hours === undefined ? messages.closedNow : messages.openToday({ hours })}
    </p>
  )
}

/** What a visitor wants to know before coming: hours (today's first), how to get in, what there is, whom to call. */
export const AboutVenue = ({ venue }: { venue: VenueDetail }) => {
  // A kiosk has no way back from another site.
  const leadsAway = usePageContext().channel.sharedDevice === undefined
  const { description, openingHours, amenities, accessibility, phone, email, lat, lng } = venue
  const weekday = (new Date(`${useVenueDay(venue)}T12:00:00Z`).getUTCDay() + 6) % 7
  const isToday = (days: string): boolean => weekdaysOf(days)?.includes(weekday) === true
  const hours = [
    ...openingHours.filter(({ days }) => isToday(days)),
    ...openingHours.filter(({ days }) => !isToday(days)),
  ]
  return (
    <section className={styles['about']} aria-labelledby="about-venue">
      <h2 id="about-venue">{messages.about}</h2>
      {description === '' ? null : <p>{description}</p>}
      {hours.length === 0 ? null : (
        <div className={styles['part']}>
          <h3>{messages.openingHours}</h3>
          <dl className={styles['hours']}>
            {hours.map(({ days, hours: open }) => (
              <div key={days} className={isToday(days) ? styles['is-today'] : undefined}>
                <dt>
                  {days}
                  {isToday(days) ? <span className={styles['mark']}> {messages.today}</span> : null}
                </dt>
                <dd>{open}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
      <List heading={messages.accessibility} items={accessibility} />
      <List heading={messages.amenities} items={amenities} />
      <div className={styles['part']}>
        <h3>{messages.findUs}</h3>
        <address className={styles['contact']}>
          <span>{addressLabel(venue)}</span>
          {!leadsAway || lat === null || lng === null ? null : (
            <a
              href={`https://www.openstreetmap.org/directions?to=${lat}%2C${lng}`}
              target="_blank"
              rel="noreferrer"
            >
              {messages.directions}
              <span className="visually-hidden"> {messages.newTab}</span>
            </a>
          )}
          {phone === '' ? null : leadsAway ? (
            <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>
          ) : (
            <span>{phone}</span>
          )}
          {email === '' ? null : leadsAway ? <a href={`mailto:${email}`}>{email}</a> : <span>{email}</span>}
        </address>
      </div>
    </section>
  )
}

const List = ({ heading, items }: { heading: string; items: readonly string[] }) =>
  items.length === 0 ? null : (
    <div className={styles['part']}>
      <h3>{heading}</h3>
      <ul role="list" className={styles['list']}>
        {items.map((item) => (
          <li key={item}>
            <Icon name="check" size={18} />
            {item}
          </li>
        ))}
      </ul>
    </div>
  )
