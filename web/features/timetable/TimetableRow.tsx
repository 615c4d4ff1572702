import { Link } from '#web/platform/router.tsx'
import { Badge } from '#web/ui/Layout.tsx'
import { AvailabilityNote } from './AvailabilityNote.tsx'
import { priceNote, hoursInWords, placeOf, priceInWords, type Bookable } from './availability.ts'
import { RowAction, useRow } from './RowAction.tsx'
import styles from './TimetableRow.module.css'
import { useTimetable } from './timetableContext.ts'

/** One class, ticketed session, hour or court of a day: when, what, who and where, how things stand, the price, the button. */
export const TimetableRow = ({ item, titled }: { item: Bookable; titled: boolean }) => {
  const { panelTo } = useTimetable()
  const { state, told, failure } = useRow(item)
  const note = priceNote(item)
  const about = [item.instructors.map(({ name }) => name).join(', '), placeOf(item)].filter(
    (part) => part !== '',
  )
  return (
    <li className={`${styles['row'] ?? ''} ${titled ? '' : (styles['bare'] ?? '')}`} data-state={state.is}>
      <p className={styles['time']}>
        {titled ? (
          <span className={styles['start']}>{item.startsAt.format24Hour}</span>
        ) : (
          <Link className={styles['start']} to={panelTo(item)} stay>
            {item.startsAt.format24Hour}
            <span className="visually-hidden">{` to ${item.endsAt.format24Hour}, courts`}</span>
          </Link>
        )}
        <span className={styles['end']} aria-hidden={titled ? undefined : true}>
          <span className="visually-hidden"> to </span>
          <span aria-hidden="true">–</span>
          {item.endsAt.format24Hour}
        </span>
        <span className={styles['duration']}>{item.duration.replace(/(\d)min$/, '$1 min')}</span>
      </p>
      <div className={styles['what']}>
        {titled ? (
          <Link className={styles['name']} to={panelTo(item)} stay>
            {item.name}
            <span className="visually-hidden">{`, ${hoursInWords(item)}`}</span>
          </Link>
        ) : null}
        {about.length === 0 ? null : <p className={styles['about']}>{about.join(' · ')}</p>}
        {item.tags.length === 0 ? null : (
          <ul role="list" className={styles['tags']} aria-label="Tags">
            {item.tags.map(({ id, name }) => (
              <li key={id}>
                <Badge>{name}</Badge>
              </li>
            ))}
          </ul>
        )}
      </div>
      <p className={styles['state']}>
        <AvailabilityNote told={told} />
      </p>
      <p className={styles['price']}>
        <span className={styles['amount']}>{priceInWords(item.price)}</span>
        {note === undefined ? null : <span className={styles['cheaper']}>{note}</span>}
      </p>
      <div className={styles['action']}>
        <RowAction item={item} state={state} />
      </div>
      {failure === undefined ? null : <p className={styles['failure']}>{failure}</p>}
    </li>
  )
}
