import * as messages from '#messages/bookings/timetable.ts'
import { Link } from '#web/platform/router.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import type { View } from './useDay.ts'
import styles from './ViewChoice.module.css'

const views: readonly [view: View, label: string, icon: IconName][] = [
  ['time', messages.byTime, 'clock'],
  ['location', messages.byLocation, 'pin'],
]

/** Switches between the two views of a hall: by time, or by court. Links, so that each view has a URL. */
export const ViewChoice = ({ view, viewTo }: { view: View; viewTo: (view: View) => string }) => (
  <nav aria-label={messages.view}>
    <ul role="list" className={styles['views']}>
      {views.map(([name, label, icon]) => (
        <li key={name}>
          <Link
            to={viewTo(name)}
            stay
            className={styles['view']}
            aria-current={name === view ? 'true' : undefined}
          >
            <Icon name={icon} size={18} />
            {label}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
