import { useEffect, useRef, type ReactNode } from 'react'
import * as messages from '#messages/shared/layout.ts'
import { Link } from '#web/platform/router.tsx'
import styles from './AccountNav.module.css'

export type AccountNavItem = { label: string; to: string; current: boolean; onWideScreens?: boolean }

/** The account's own pages: a column beside the page, on narrow screens a scrolling row above it. */
export const AccountNav = ({
  items,
  children,
}: {
  items: readonly AccountNavItem[]
  /** Log out, at the end. */
  children: ReactNode
}) => {
  const list = useRef<HTMLUListElement>(null)
  const current = items.findIndex((item) => item.current)
  useEffect(() => {
    const row = list.current
    const here = row?.children.item(current)
    if (row && here instanceof HTMLElement)
      row.scrollLeft = here.offsetLeft - (row.clientWidth - here.clientWidth) / 2
  }, [current])
  return (
    <nav aria-label={messages.account} className={styles['nav']}>
      <ul role="list" ref={list} className={styles['list']}>
        {items.map(({ label, to, current: isCurrent, onWideScreens }) => (
          <li key={label} className={onWideScreens === true ? styles['wide'] : undefined}>
            <Link className={styles['link']} to={to} aria-current={isCurrent ? 'page' : undefined}>
              {label}
            </Link>
          </li>
        ))}
        <li className={styles['out']}>{children}</li>
      </ul>
    </nav>
  )
}
