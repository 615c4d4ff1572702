import type { HTMLAttributes, ReactNode } from 'react'
import styles from './Layout.module.css'

/** Centres the page: at most 1280 px wide, with padding at the sides. */
export const Container = ({ narrow = false, children }: { narrow?: boolean; children: ReactNode }) => (
  <div className={`${styles['container'] ?? ''} ${narrow ? (styles['narrow'] ?? '') : ''}`}>{children}</div>
)

/** The page's only h1. It receives focus after a navigation, so that screen readers start at the top. */
export const PageHeading = ({ lead, children }: { lead?: ReactNode; children: ReactNode }) => (
  <header className={styles['heading']}>
    <h1 tabIndex={-1}>{children}</h1>
    {lead === undefined ? null : <p className={styles['lead']}>{lead}</p>}
  </header>
)

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

/** `className` lays out the card's content. */
export const Card = ({
  as: Element = 'div',
  className,
  ...attributes
}: { as?: 'div' | 'section' | 'article' | 'fieldset' | 'li' } & HTMLAttributes<HTMLElement>) => (
  <Element
    className={className === undefined ? styles['card'] : `${styles['card'] ?? ''} ${className}`}
    {...attributes}
  />
)

/** An empty state with suggested actions. */
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

/** `lines` grey placeholders. Hidden from screen readers, so add a "Loading" text beside it. */
export const Skeleton = ({ lines = 3 }: { lines?: number }) => (
  <div className={styles['skeleton']} aria-hidden="true">
    {Array.from({ length: lines }, (_, line) => (
      <span key={line} />
    ))}
  </div>
)

export type BadgeColour = 'plain' | 'primary' | 'success' | 'danger' | 'warning' | 'info'

/** A short label: "3 left", "Closed". */
export const Badge = ({ colour = 'plain', children }: { colour?: BadgeColour; children: ReactNode }) => (
  <span className={`${styles['badge'] ?? ''} ${styles[`badge-${colour}`] ?? ''}`}>{children}</span>
)
