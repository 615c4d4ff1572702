import type { BookableSlot } from '#contract/bookables.ts'
import * as messages from '#messages/bookings/timetableGrid.ts'
import { longDay } from '#messages/format.ts'
import { lazyComponent } from '#web/platform/lazyComponent.tsx'
import { Link } from '#web/platform/router.tsx'
import { keyOf, type Availability } from './availability.ts'
import styles from './CourtGrid.module.css'
import { isPeak, rowsOf, type Court } from './courtRows.ts'
import { actionLabel, hoursRange, priceLabel } from './itemLabels.ts'
import { canJoinWaitlist, RowAction, useRowState } from './RowAction.tsx'
import { useTimetable } from './timetableContext.ts'

const SlotCard = lazyComponent(
  'web/features/timetable/SlotCard.tsx',
  async () => (await import('./SlotCard.tsx')).SlotCard,
)

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
    <>
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
      <ul role="list" className={styles['own']}>
        {slots.map((slot) => (
          <OwnSlot key={keyOf(slot)} slot={slot} />
        ))}
      </ul>
    </>
  )
}

/** What the customer has booked, waits for or is offered, in full below the grid: a cell has no room for it. */
const OwnSlot = ({ slot }: { slot: BookableSlot }) => {
  const { state } = useRowState(slot)
  // A waitlist for any of the courts is displayed once, not on each of them.
  const isOwn =
    state.is === 'booked' ||
    (state.is === 'waiting' && slot.actionToShow.waitlistRangeId === undefined) ||
    state.is === 'offered'
  return isOwn ? <SlotCard slot={slot} by="slot" /> : null
}

/** One court at one time: its price adds it to the basket, a full one joins its waitlist, others lead to the details. */
const Cell = ({ slot }: { slot: BookableSlot }) => {
  const { day, panelTo } = useTimetable()
  const { state, label, failure } = useRowState(slot)
  const face = faceOf(state, priceLabel(slot.price))
  const hasAction =
    state.is === 'free' ||
    state.is === 'few' ||
    canJoinWaitlist(state) ||
    (state.is === 'in-basket' && state.cartItemId !== null)
  return (
    <div className={styles['cell']} data-state={state.is}>
      {hasAction ? <RowAction item={slot} state={state} face={face} /> : null}
      <Link
        className={hasAction ? styles['plain'] : styles['details']}
        to={panelTo(slot)}
        stay
        aria-label={actionLabel(face, slot, day, { availability: label.text })}
      >
        {face}
      </Link>
      {failure === undefined || !hasAction ? null : <p className={styles['failure']}>{failure}</p>}
    </div>
  )
}

const faceOf = (state: Availability, price: string): string => {
  if (canJoinWaitlist(state)) return messages.waitlist
  switch (state.is) {
    case 'free':
    case 'few':
      return price
    case 'offered':
      return messages.reserved
    case 'in-basket':
      return messages.remove
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
