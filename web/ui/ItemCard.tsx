import type { ReactNode } from 'react'
import styles from './ItemCard.module.css'
import { Badge, type BadgeColour } from './Layout.tsx'

/** One of a person's items (a membership, a document, a package, a guest pass): its name, its status, its details. */
export const ItemCard = ({
  title,
  status,
  colour,
  aside,
  isInactive = false,
  className,
  children,
}: {
  title: string
  status: string
  colour: BadgeColour
  /** Stands at the end of the heading line. */
  aside?: ReactNode
  /** Ended or used up: the card lies flat. */
  isInactive?: boolean
  className?: string | undefined
  children: ReactNode
}) => (
  <article className={`${styles['card'] ?? ''} ${className ?? ''}`} data-inactive={isInactive || undefined}>
    <header className={styles['top']}>
      <h2>{title}</h2>
      <Badge colour={colour}>{status}</Badge>
      {aside}
    </header>
    {children}
  </article>
)
