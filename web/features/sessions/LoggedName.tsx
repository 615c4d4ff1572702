import type { SecurityEvent } from '#contract/security-events.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { Link } from '#web/platform/router.tsx'
import styles from './SecurityLog.module.css'

/** Customers have a page at the desk; staff have none. */
export const LoggedName = ({
  person,
  label,
}: {
  person: NonNullable<SecurityEvent['person']>
  label: string
}) =>
  person.role === 'customer' ? (
    <Link className={styles['link']} to={deskLinks.customer(person.id)}>
      {label}
    </Link>
  ) : (
    <span>{label}</span>
  )
