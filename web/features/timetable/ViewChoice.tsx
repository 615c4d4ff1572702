import { Link } from '#web/platform/router.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import type { View } from './useDay.ts'
import styles from './ViewChoice.module.css'

const views: readonly [view: View, label: string, icon: IconName][] = [
  ['time', 'By time', 'clock'],
  ['location', 'By location', 'pin'],
]

/** Two views of the same hours: by time, or court by court. Each is an address. */
export const ViewChoice = ({ view, viewTo }: { view: View; viewTo: (view: View) => string }) => (
  <nav aria-label="View">
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
