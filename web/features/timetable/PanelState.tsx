import * as panelMessages from '#messages/bookings/timetablePanels.ts'
import { AvailabilityNote } from './AvailabilityNote.tsx'
import type { Availability } from './availability.ts'
import type { AvailabilityLabel } from './availabilityLabel.ts'
import styles from './panels.module.css'

/** The availability of a panel's item; announced when it changes. */
export const PanelState = ({ state, label }: { state: Availability; label: AvailabilityLabel }) => {
  return (
    <div role="status">
      <AvailabilityNote label={label} />
      {state.is === 'full' && state.hasWaitlist ? (
        <p className={styles['quiet']}>{panelMessages.waitlistExplained}</p>
      ) : null}
      {state.is === 'offered' ? <p className={styles['quiet']}>{panelMessages.reservedExplained}</p> : null}
      {state.is === 'waiting' ? <p className={styles['quiet']}>{panelMessages.waitingExplained}</p> : null}
    </div>
  )
}
