import { Link } from '#web/platform/router.tsx'
import { AvailabilityNote } from './AvailabilityNote.tsx'
import type { Availability, Bookable, Told } from './availability.ts'
import styles from './panels.module.css'
import { useTimetable } from './timetableContext.ts'

/** How things stand with what the panel is about; said aloud when it changes while one looks at it. */
export const PanelState = ({ item, state, told }: { item: Bookable; state: Availability; told: Told }) => {
  const { loginTo } = useTimetable()
  return (
    <div role="status">
      <AvailabilityNote told={told} />
      {state.is === 'full' && state.hasWaitlist ? (
        <p className={styles['quiet']}>
          All places are taken. When one comes free it is kept for the next who waits, and we write to them.
        </p>
      ) : null}
      {state.is === 'offered' ? (
        <p className={styles['quiet']}>
          You waited for this. Add it to your basket to keep it, or let it go to the next person.
        </p>
      ) : null}
      {state.is === 'waiting' ? (
        <p className={styles['quiet']}>
          When a place comes free for you it is kept for a while, and we write to you.
        </p>
      ) : null}
      {item.actionToShow.otherActions.includes('LOGIN') ? (
        <p className={styles['quiet']}>
          <Link to={loginTo} stay>
            Log in
          </Link>
          {' to book earlier.'}
        </p>
      ) : null}
    </div>
  )
}
