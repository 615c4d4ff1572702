import type { BookableSlot } from '#contract/shapes.ts'
import * as messages from '#messages/bookings/timetableGrid.ts'
import { longDay } from '#messages/format.ts'
import { Link } from '#web/platform/router.tsx'
import { isBookable, keyOf, type Availability } from './availability.ts'
import styles from './CourtGrid.module.css'
import { isPeak, rowsOf, type Court } from './courtRows.ts'
import { actionLabel, hoursRange, priceLabel } from './itemLabels.ts'
import { canJoinWaitlist, RowAction, useRowState } from './RowAction.tsx'
import { useTimetable } from './timetableContext.ts'

/** The courts of a part of the day as a table: a row for each time, a column for each court. */
export const CourtGrid = ({
  part,
  slots,
  courts,
  standardPrice,
}: {
  /** `Evening` */
  part: string
  slots: readonly BookableSlot[]
  /** The columns, the same in all parts of the day. */
  courts: readonly Court[]
  /** The lowest price of the day in pence; a time that costs more is peak. */
  standardPrice: number
}) => {
  const { day, panelTo } = useTimetable()
  return (
    <div className={styles['scroll']}>
      <table className={styles['grid']} aria-label={messages.tableName({ part, day: longDay(day) })}>
        <thead>
          <tr>
            <th scope="col" className={styles['corner']}>
              <span className="visually-hidden">{messages.time}</span>
            </th>
            {courts.map(({ id, name }) => (
              <th key={id} scope="col" className={styles['court']}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rowsOf(slots, courts).map(({ key, first, cells }) => (
            <tr key={key}>
              <th scope="row" className={styles['hour']}>
                <Link className={styles['start']} to={panelTo({ ...first, id: undefined })} stay>
                  <span aria-hidden="true">{first.startsAt.format24Hour}</span>
                  <span className="visually-hidden">{hoursRange(first)}</span>
                </Link>
                {isPeak(cells, standardPrice) ? (
                  <span className={styles['peak']}>
                    <span className="visually-hidden">, </span>
                    {messages.peak}
                  </span>
                ) : null}
              </th>
              {cells.map((slot, index) => (
                <td key={courts[index]?.id}>
                  {slot === undefined ? (
                    <span className={styles['none']}>
                      <span aria-hidden="true">–</span>
                      <span className="visually-hidden">{messages.noSlot}</span>
                    </span>
                  ) : (
                    <Cell key={keyOf(slot)} slot={slot} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** One court at one time: its price adds it to the basket, any other state leads to its details. */
const Cell = ({ slot }: { slot: BookableSlot }) => {
  const { day, panelTo } = useTimetable()
  const { state, label, failure } = useRowState(slot)
  const price = priceLabel(slot.price)
  const isOwn = state.is === 'in-basket' && state.cartItemId !== null
  if (isBookable(state) || isOwn) {
    return (
      <div className={styles['cell']} data-state={state.is}>
        <RowAction item={slot} state={state} face={isOwn ? messages.remove : price} />
        <Link className={styles['plain']} to={panelTo(slot)} stay aria-label={actionLabel(price, slot, day)}>
          {isOwn ? faceOf(state) : price}
        </Link>
        {failure === undefined ? null : <p className={styles['failure']}>{failure}</p>}
      </div>
    )
  }
  const face = faceOf(state)
  return (
    <div className={styles['cell']} data-state={state.is}>
      <Link
        className={styles['details']}
        to={panelTo(slot)}
        stay
        aria-label={actionLabel(face, slot, day, { availability: label.text })}
      >
        {face}
      </Link>
    </div>
  )
}

const faceOf = (state: Availability): string => {
  if (canJoinWaitlist(state)) return messages.waitlist
  switch (state.is) {
    case 'free':
    case 'few':
    case 'offered':
      return messages.reserved
    case 'in-basket':
      return messages.reserved
    case 'booked':
      return messages.booked
    case 'waiting':
      return messages.waiting
    case 'full':
      return messages.full
    case 'held':
      return messages.held
    case 'desk-only':
      return messages.deskOnly
    case 'not-open-yet':
      return messages.later
    case 'log-in':
      return messages.logIn
    case 'closed':
      return messages.closed
    case 'cancelled':
      return messages.cancelled
    case 'not-eligible':
      return messages.notForYou
  }
}
