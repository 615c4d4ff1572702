import type { ReactNode } from 'react'
import styles from './Tabs.module.css'

export type Tab = { label: string; to: string; current: boolean }

/** Tabs with one URL each: links, not an ARIA widget. */
export const Tabs = ({
  label,
  items,
  Link,
}: {
  label: string
  items: readonly Tab[]
  /** The link component. */
  Link: (props: {
    to: string
    className?: string | undefined
    'aria-current'?: 'page' | undefined
    children: ReactNode
  }) => ReactNode
}) => (
  <nav aria-label={label}>
    <ul role="list" className={styles['tabs']}>
      {items.map((item) => (
        <li key={item.label}>
          <Link className={styles['tab']} to={item.to} aria-current={item.current ? 'page' : undefined}>
            {item.label}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
