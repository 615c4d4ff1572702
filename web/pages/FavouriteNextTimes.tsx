import * as messages from '#messages/shared/favourites.ts'
import { timeLink } from '#web/features/search/search.ts'
import { TimeFacts, timeLinkClass } from '#web/features/search/TimeFacts.tsx'
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
          <BookingsLink className={timeLinkClass} path={timeLink(time, time)}>
            <TimeFacts time={time} v2Type={time.v2Type} listName={favouriteName} />
          </BookingsLink>
        </li>
      ))}
    </ul>
  )
