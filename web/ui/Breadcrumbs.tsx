import type { ReactNode } from 'react'
import styles from './Breadcrumbs.module.css'

/** One step of the way here. The last stands for the page itself and needs no address. */
export type Crumb = { label: string; to?: string }

export const Breadcrumbs = ({
  crumbs,
  Link,
}: {
  crumbs: readonly Crumb[]
  /** How this site makes a link. */
  Link: (props: { to: string; children: ReactNode }) => ReactNode
}) => {
  if (crumbs.length === 0) return null
  return (
    <nav aria-label="Breadcrumb">
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
