import * as messages from '#messages/shared/favourites.ts'
import { courts, day, places, price } from '#messages/shared/offers.ts'
import { timeLink } from '#web/features/search/search.ts'
import { BookingsLink } from '#web/features/favourites/BookingsLink.tsx'
import type { NextTime } from './favouriteTimes.ts'
import styles from './FavouriteList.module.css'

/** The next times of a favourite; each is a link to the panel that books it. */
export const FavouriteNextTimes = ({
  times,
  favouriteName,
}: {
  times: readonly NextTime[]
  favouriteName: string
}) =>
  times.length === 0 ? (
    <p className={styles['facts']}>{messages.noTimes}</p>
  ) : (
    <ul role="list" className={styles['times']}>
      {times.map((time) => (
        <li key={`${time.timestamp}/${time.id}`}>
          <BookingsLink className={styles['time']} path={timeLink(time, time)}>
            <span className={styles['when']}>
              {day(time)} <b>{time.startsAt.format24Hour}</b>
            </span>{' '}
            {time.name === favouriteName ? null : <span className={styles['session']}>{time.name} </span>}
            <span className={styles['price']}>
              <span>{price(time)}</span>{' '}
              <span>
                {time.v2Type === 'resources'
                  ? courts({ count: time.spacesRemaining })
                  : places({ count: time.spacesRemaining })}
              </span>
            </span>
          </BookingsLink>
        </li>
      ))}
    </ul>
  )
