import type { Offer, Period } from '#contract/search.ts'
import * as messages from '#messages/bookings/search.ts'
import { ActivityIcon } from '#web/features/activities/ActivityIcon.tsx'
import { Link } from '#web/platform/router.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './OfferList.module.css'
import { TimeFacts, timeLinkClass } from '#web/features/search/TimeFacts.tsx'
import { timeLink, timetableLink } from '#web/features/search/search.ts'

/** Activities with their next times; each time is a link to the panel that books it. */
export const OfferList = ({ offers, period }: { offers: readonly Offer[]; period: Period | null }) => (
  <ul role="list" className={styles['offers']}>
    {offers.map((offer) => (
      <li key={`${offer.venueSlug}/${offer.activitySlug}`} className={styles['offer']}>
        <span className={styles['icon']}>
          <ActivityIcon slug={offer.activitySlug} name={offer.activityName} image={offer.image} />
        </span>
        <div className={styles['about']}>
          <h3 className={styles['name']}>{offer.activityName}</h3>
          <p className={styles['venue']}>
            {messages.atVenue({ venue: offer.venueName, town: offer.venueTown, miles: offer.miles })}
          </p>
        </div>
        <ul role="list" className={styles['times']}>
          {offer.times.map((time) => (
            <li key={`${time.timestamp}/${time.id}`}>
              <Link className={timeLinkClass} to={timeLink(offer, time)}>
                <TimeFacts time={time} v2Type={offer.v2Type} listName={offer.activityName} />
              </Link>
            </li>
          ))}
          <li>
            <Link className={styles['all']} to={timetableLink(offer, period)}>
              <span className="visually-hidden">{messages.allTimes({ activity: offer.activityName })}</span>
              <Icon name="arrow" />
            </Link>
          </li>
        </ul>
      </li>
    ))}
  </ul>
)
