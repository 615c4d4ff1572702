import type { BookableSlot } from '#contract/shapes.ts'
import * as messages from '#messages/bookings/timetablePanels.ts'
import { longDay } from '#messages/format.ts'
import { Link } from '#web/platform/router.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { isBookable, type Bookable } from './availability.ts'
import { hoursLabel, priceLabel } from './itemLabels.ts'
import { NearestTimes } from './NearestTimes.tsx'
import { OccurrenceDetails } from './OccurrenceDetails.tsx'
import styles from './panels.module.css'
import { PanelState } from './PanelState.tsx'
import { JoinWaitlist, canJoinWaitlist, RowAction, useRowState } from './RowAction.tsx'
import { useTimetable } from './timetableContext.ts'
import { useBookingOptions } from './useBookingOptions.tsx'

/** One class, or one court at one hour. */
export const OccurrencePanel = ({
  item,
  items,
  closeTo,
  onClose,
}: {
  item: BookableSlot
  /** All of the day; undefined until they have loaded. */
  items?: readonly Bookable[] | undefined
  closeTo: string
  onClose: () => void
}) => {
  const { basketTo, people } = useTimetable()
  const { state, label, failure } = useRowState(item)
  const { selection, fields } = useBookingOptions(item.pricingOptions, item)
  const isMine = state.is === 'in-basket'
  // In the customer's own basket or booked, and still bookable for a linked person.
  const canBookForAnother =
    !isBookable(state) && people.length > 1 && item.actionToShow.otherActions.includes('BOOK')
  const canWaitForAnother =
    !canJoinWaitlist(state) && people.length > 1 && item.actionToShow.otherActions.includes('JOIN_WAITLIST')
  return (
    <SidePanel
      title={item.name}
      above={`${longDay(item.date.raw)}, ${hoursLabel(item)}`}
      closeTo={closeTo}
      onClose={onClose}
      Link={Link}
      foot={
        <div className={styles['foot']}>
          <p className={styles['sum']}>
            <span className={styles['amount']}>{priceLabel(selection.price)}</span>
            {selection.price.explanation === null ? null : (
              <span className={styles['quiet']}>{selection.price.explanation}</span>
            )}
          </p>
          <div className={styles['buttons']}>
            <RowAction item={item} state={state} selection={selection} />
            {canBookForAnother ? (
              <RowAction
                item={item}
                state={{ is: 'free', left: item.spaces, hasStarted: false }}
                selection={selection}
              />
            ) : null}
            {canWaitForAnother ? (
              <JoinWaitlist item={item} availability={label.text} selection={selection} />
            ) : null}
            {isMine ? (
              <Link className={buttonClass()} to={basketTo}>
                {messages.viewBasket}
              </Link>
            ) : null}
          </div>
          {failure === undefined ? null : <p className={styles['failure']}>{failure}</p>}
        </div>
      }
    >
      <PanelState state={state} label={label} />
      <NearestTimes full={item} items={items} />
      <OccurrenceDetails item={item} />
      {isBookable(state) || canJoinWaitlist(state) || canBookForAnother || canWaitForAnother ? fields : null}
    </SidePanel>
  )
}
