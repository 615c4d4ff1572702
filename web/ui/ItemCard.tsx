import type { ReactNode } from 'react'
import styles from './ItemCard.module.css'
import { Badge, Card, type BadgeColour } from './Layout.tsx'

/** A membership, document, package or guest pass: name, status, details. */
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
  /** At the end of the heading line. */
  aside?: ReactNode
  /** Ended or used up: the card has no shadow. */
  isInactive?: boolean
  className?: string | undefined
  children: ReactNode
}) => (
  <Card
    as="article"
    className={`${styles['card'] ?? ''} ${className ?? ''}`}
    data-inactive={isInactive || undefined}
  >
    <header className={styles['top']}>
      <h2>{title}</h2>
      <Badge colour={colour}>{status}</Badge>
      {aside}
    </header>
    {children}
  </Card>
)
