import type { ReactNode } from 'react'
import * as messages from '#messages/shared/ui.ts'
import styles from './Breadcrumbs.module.css'

/** One level of the hierarchy. The last is the page itself and needs no link. */
export type Crumb = { label: string; to?: string }

export const Breadcrumbs = ({
  crumbs,
  Link,
}: {
  crumbs: readonly Crumb[]
  /** The link component. */
  Link: (props: { to: string; children: ReactNode }) => ReactNode
}) => {
  if (crumbs.length === 0) return null
  return (
    <nav aria-label={messages.breadcrumb}>
      <ol role="list" className={styles['crumbs']}>
        {crumbs.map(({ label, to }, index) => {
          const last = index === crumbs.length - 1
          return (
            <li key={label} className={styles['crumb']} aria-current={last ? 'page' : undefined}>
              {to === undefined || last ? label : <Link to={to}>{label}</Link>}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
