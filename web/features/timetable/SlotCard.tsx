import type { BookableSlot } from '#contract/shapes.ts'
import { Link } from '#web/platform/router.tsx'
import { AvailabilityNote } from './AvailabilityNote.tsx'
import { hoursInWords, hoursShown, priceInWords } from './availability.ts'
import { RowAction, useRow } from './RowAction.tsx'
import styles from './SlotCard.module.css'
import { useTimetable } from './timetableContext.ts'
import type { Chosen } from './useChoice.tsx'

/** One hour of one court, where the court's name stands above; or one court, where the hour does. */
export const SlotCard = ({
  slot,
  by,
  chosen,
}: {
  slot: BookableSlot
  by: 'hour' | 'court'
  chosen?: Chosen
}) => {
  const { panelTo } = useTimetable()
  const { state, told, failure } = useRow(slot)
  return (
    <li className={styles['card']} data-state={state.is}>
      {by === 'hour' ? (
        <Link className={styles['title']} to={panelTo(slot)} stay>
          <span aria-hidden="true">{hoursShown(slot)}</span>
          <span className="visually-hidden">{`${hoursInWords(slot)}, ${slot.location.name}`}</span>
        </Link>
      ) : (
        <p className={styles['title']}>{slot.location.name}</p>
      )}
      <p className={styles['price']}>{priceInWords(chosen?.price ?? slot.price)}</p>
      <p className={styles['state']}>
        <AvailabilityNote told={told} />
      </p>
      <div className={styles['action']}>
        <RowAction item={slot} state={state} {...(chosen === undefined ? {} : { chosen })} />
      </div>
      {failure === undefined ? null : <p className={styles['failure']}>{failure}</p>}
    </li>
  )
}
