import type { Offer, OfferTime } from '#contract/search.ts'
import { courts, day, places, price } from '#messages/shared/offers.ts'
import styles from './TimeFacts.module.css'

/** The class of a link to a time, around TimeFacts. */
export const timeLinkClass = styles['link']

/** When it is, what it costs and how much is left. A session is named where its list has another name. */
export const TimeFacts = ({
  time,
  v2Type,
  listName,
}: {
  time: OfferTime
  v2Type: Offer['v2Type']
  listName: string
}) => (
  <>
    <span className={styles['when']}>
      {day(time)} <b>{time.startsAt.format24Hour}</b>
    </span>{' '}
    {time.name === listName ? null : <span className={styles['session']}>{time.name} </span>}
    <span className={styles['price']}>
      <span>{price(time)}</span>{' '}
      <span>{(v2Type === 'resources' ? courts : places)({ count: time.spacesRemaining })}</span>
    </span>
  </>
)
