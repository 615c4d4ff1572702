import * as messages from '#messages/desk/securityLog.ts'
import { Link } from '#web/platform/router.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import styles from './SecurityLog.module.css'

/** Leads on to older entries of a log and back. @param pathBefore the page that goes on after an entry; null: the newest */
export const LogPager = ({
  before,
  nextBefore,
  pathBefore,
}: {
  before: number | null
  nextBefore: number | null
  pathBefore: (before: number | null) => string
}) => (
  <nav className={styles['more']} aria-label={messages.list}>
    {nextBefore === null ? null : (
      <Link className={buttonClass({ variant: 'secondary' })} to={pathBefore(nextBefore)}>
        {messages.older}
      </Link>
    )}
    {before === null ? null : (
      <Link className={buttonClass({ variant: 'text' })} to={pathBefore(null)}>
        {messages.newest}
      </Link>
    )}
  </nav>
)
