import { useEffect, useRef } from 'react'
import * as messages from '#messages/shared/logOut.ts'
import { Link } from '#web/platform/router.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LogOut } from './LogOut.tsx'
import styles from './AccountMenu.module.css'

/** The menu of the person who is logged in. A `details` element, so that it opens without script too. */
export const AccountMenu = ({
  firstName,
  accountHref,
  pages = [],
  onLoggedOut,
}: {
  firstName: string
  accountHref: string | undefined
  /** Further pages of this site. */
  pages?: readonly { label: string; to: string }[]
  onLoggedOut?: () => void
}) => {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const close = (event: Event): void => {
      const element = details.current
      if (element === null || !element.open) return
      const escaped = event instanceof KeyboardEvent && event.key === 'Escape'
      const outside = event.type === 'pointerdown' && !element.contains(event.target as Node)
      if (!escaped && !outside) return
      element.open = false
      if (escaped) element.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('keydown', close)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('keydown', close)
    }
  }, [])
  return (
    <details ref={details} className={styles['account']}>
      {/* A phone shows the picture alone. */}
      <summary className={styles['summary']} aria-label={messages.accountOf({ name: firstName })}>
        <Icon name="person" size={24} />
        <span className={styles['name']}>{firstName}</span>
      </summary>
      <ul role="list" className={styles['list']}>
        {accountHref === undefined ? null : (
          <li>
            <a className={styles['item']} href={accountHref}>
              {messages.myAccount}
            </a>
          </li>
        )}
        {pages.map(({ label, to }) => (
          <li key={to}>
            <Link className={styles['item']} to={to}>
              {label}
            </Link>
          </li>
        ))}
        <li>
          <LogOut className={styles['item']} {...(onLoggedOut && { onDone: onLoggedOut })} />
        </li>
      </ul>
    </details>
  )
}
