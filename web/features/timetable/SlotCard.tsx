import type { BookableSlot } from '#contract/bookables.ts'
import * as messages from '#messages/bookings/timetable.ts'
import { Link } from '#web/platform/router.tsx'
import { Badge } from '#web/ui/Layout.tsx'
import { AvailabilityNote } from './AvailabilityNote.tsx'
import { hoursLabel, priceLabel, hoursRange } from './itemLabels.ts'
import { RowAction, useRowState } from './RowAction.tsx'
import styles from './SlotCard.module.css'
import { useTimetable } from './timetableContext.ts'
import type { Selection } from './useBookingOptions.tsx'

/** One court at one hour: titled by the court in a list of an hour's courts, else by both. */
export const SlotCard = ({
  slot,
  by,
  isSelected = false,
  selection,
}: {
  slot: BookableSlot
  by: 'slot' | 'court'
  /** The court that the link to this page chose. */
  isSelected?: boolean
  selection?: Selection
}) => {
  const { panelTo } = useTimetable()
  const { state, label, failure } = useRowState(slot)
  return (
    <li className={styles['card']} data-state={state.is} aria-current={isSelected ? 'true' : undefined}>
      {by === 'slot' ? (
        <Link className={styles['title']} to={panelTo(slot)} stay>
          <span aria-hidden="true">
            {messages.slotName({ hours: hoursLabel(slot), location: slot.location.name })}
          </span>
          <span className="visually-hidden">
            {messages.slotName({ hours: hoursRange(slot), location: slot.location.name })}
          </span>
        </Link>
      ) : (
        <p className={styles['title']}>
          {slot.location.name}
          {isSelected ? <Badge colour="primary">{messages.selectedCourt}</Badge> : null}
        </p>
      )}
      <p className={styles['price']}>{priceLabel(selection?.price ?? slot.price)}</p>
      <p className={styles['state']}>
        <AvailabilityNote label={label} />
      </p>
      <div className={styles['action']}>
        <RowAction item={slot} state={state} {...(selection === undefined ? {} : { selection })} />
      </div>
      {failure === undefined ? null : <p className={styles['failure']}>{failure}</p>}
    </li>
  )
}
