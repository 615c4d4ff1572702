import type { ReactNode } from 'react'
import styles from './Layout.module.css'

/** The width of a page: 1280 pixels at most, with room at the sides. */
export const Container = ({ narrow = false, children }: { narrow?: boolean; children: ReactNode }) => (
  <div className={`${styles['container'] ?? ''} ${narrow ? (styles['narrow'] ?? '') : ''}`}>{children}</div>
)

/** The one h1 of a page. Focus comes here after a click within the site, so that readers start at the top. */
export const PageHeading = ({ lead, children }: { lead?: ReactNode; children: ReactNode }) => (
  <header className={styles['heading']}>
    <h1 tabIndex={-1}>{children}</h1>
    {lead === undefined ? null : <p className={styles['lead']}>{lead}</p>}
  </header>
)

/** A part of a page under its own heading. */
export const Section = ({
  title,
  aside,
  children,
}: {
  title: ReactNode
  aside?: ReactNode
  children: ReactNode
}) => (
  <section className={styles['section']}>
    <div className={styles['section-top']}>
      <h2>{title}</h2>
      {aside}
    </div>
    {children}
  </section>
)

/** A raised sheet of paper. */
export const Card = ({ children }: { children: ReactNode }) => (
  <div className={styles['card']}>{children}</div>
)

/** Nothing here, and what one can do instead. */
export const Empty = ({
  title,
  picture,
  children,
}: {
  title: string
  picture?: ReactNode
  children?: ReactNode
}) => (
  <div className={styles['empty']}>
    {picture}
    <p className={styles['empty-title']}>{title}</p>
    {children}
  </div>
)

/** A grey shape where something will stand; `lines` of them. Hidden from readers: say "Loading" beside it. */
export const Skeleton = ({ lines = 3 }: { lines?: number }) => (
  <div className={styles['skeleton']} aria-hidden="true">
    {Array.from({ length: lines }, (_, line) => (
      <span key={line} />
    ))}
  </div>
)

export type BadgeColour = 'plain' | 'primary' | 'success' | 'danger' | 'warning' | 'info'

/** One short fact: "3 left", "Closed". */
export const Badge = ({ colour = 'plain', children }: { colour?: BadgeColour; children: ReactNode }) => (
  <span className={`${styles['badge'] ?? ''} ${styles[`badge-${colour}`] ?? ''}`}>{children}</span>
)
