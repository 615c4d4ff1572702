import * as messages from '#messages/bookings/timetable.ts'
import * as panelMessages from '#messages/bookings/timetablePanels.ts'
import { Link } from '#web/platform/router.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import { AvailabilityNote } from './AvailabilityNote.tsx'
import type { Availability, Bookable } from './availability.ts'
import type { AvailabilityLabel } from './availabilityLabel.ts'
import styles from './panels.module.css'
import { useTimetable } from './timetableContext.ts'

/** The availability of a panel's item; announced when it changes. */
export const PanelState = ({
  item,
  state,
  label,
}: {
  item: Bookable
  state: Availability
  label: AvailabilityLabel
}) => {
  const { loginTo } = useTimetable()
  return (
    <div role="status">
      <AvailabilityNote label={label} />
      {state.is === 'full' && state.hasWaitlist ? (
        <p className={styles['quiet']}>{panelMessages.waitlistExplained}</p>
      ) : null}
      {state.is === 'offered' ? <p className={styles['quiet']}>{panelMessages.reservedExplained}</p> : null}
      {state.is === 'waiting' ? <p className={styles['quiet']}>{panelMessages.waitingExplained}</p> : null}
      {item.actionToShow.otherActions.includes('LOGIN') ? (
        <p className={styles['quiet']}>
          <RichText
            message={panelMessages.bookEarlier}
            logIn={
              <Link to={loginTo} stay>
                {messages.logIn}
              </Link>
            }
          />
        </p>
      ) : null}
    </div>
  )
}
