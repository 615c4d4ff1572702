import { sessionEnd } from '#contract/time.ts'
import * as messages from '#messages/bookings/timetable.ts'
import { Link } from '#web/platform/router.tsx'
import { Badge } from '#web/ui/Layout.tsx'
import { AvailabilityNote } from './AvailabilityNote.tsx'
import type { Bookable } from './availability.ts'
import { lengthLabel, locationName, priceLabel, priceNote, hoursRange } from './itemLabels.ts'
import { RowAction, useRowState } from './RowAction.tsx'
import styles from './TimetableRow.module.css'
import { useTimetable } from './timetableContext.ts'

/** One class, ticketed session, hour or court: time, name, instructors and location, availability, price, button. */
export const TimetableRow = ({ item, titled }: { item: Bookable; titled: boolean }) => {
  const { panelTo } = useTimetable()
  const { state, label, failure } = useRowState(item)
  const note = priceNote(item)
  const about = [item.instructors.map(({ name }) => name).join(', '), locationName(item)].filter(
    (part) => part !== '',
  )
  return (
    <li className={`${styles['row'] ?? ''} ${titled ? '' : (styles['bare'] ?? '')}`} data-state={state.is}>
      <p className={styles['time']}>
        {titled ? (
          <>
            <span className={styles['start']} aria-hidden="true">
              {item.startsAt.format24Hour}
            </span>
            <span className="visually-hidden">{hoursRange(item)}</span>
          </>
        ) : (
          <Link className={styles['start']} to={panelTo(item)} stay>
            <span aria-hidden="true">{item.startsAt.format24Hour}</span>
            <span className="visually-hidden">{messages.courtsAt({ hours: hoursRange(item) })}</span>
          </Link>
        )}
        <span className={styles['end']} aria-hidden="true">{`–${sessionEnd(item)}`}</span>
        <span className={styles['duration']}>{lengthLabel(item.duration)}</span>
      </p>
      <div className={styles['what']}>
        {titled ? (
          <Link
            className={styles['name']}
            to={panelTo(item)}
            stay
            aria-label={messages.sessionName({ name: item.name, hours: hoursRange(item) })}
          >
            {item.name}
          </Link>
        ) : null}
        {about.length === 0 ? null : <p className={styles['about']}>{about.join(' · ')}</p>}
        {item.tags.length === 0 ? null : (
          <ul role="list" className={styles['tags']} aria-label={messages.tags}>
            {item.tags.map(({ id, name }) => (
              <li key={id}>
                <Badge>{name}</Badge>
              </li>
            ))}
          </ul>
        )}
      </div>
      <p className={styles['state']}>
        <AvailabilityNote label={label} />
      </p>
      <p className={styles['price']}>
        <span className={styles['amount']}>{priceLabel(item.price)}</span>
        {note === undefined ? null : <span className={styles['cheaper']}>{note}</span>}
      </p>
      <div className={styles['action']}>
        <RowAction item={item} state={state} />
      </div>
      {failure === undefined ? null : <p className={styles['failure']}>{failure}</p>}
    </li>
  )
}
