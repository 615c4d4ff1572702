import type { SavedCard } from '#contract/transactions.ts'
import * as messages from '#messages/shared/checkout.ts'
import { Skeleton } from '#web/ui/Layout.tsx'
import styles from './CardFields.module.css'

/** In place of the card form until its script has come. */
export const CardLoading = (props: { savedCard: SavedCard | null }) => (
  <div className={styles['fields']} aria-busy="true">
    <CardSkeleton {...props} />
  </div>
)

export const CardSkeleton = ({ savedCard }: { savedCard: SavedCard | null }) => (
  <div className={styles['waiting']}>
    <p className="visually-hidden">{messages.cardLoading}</p>
    <Skeleton lines={savedCard === null ? 3 : 1} />
  </div>
)
