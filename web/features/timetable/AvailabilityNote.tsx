import { Icon } from '#web/ui/Icon.tsx'
import styles from './AvailabilityNote.module.css'
import type { Told } from './availability.ts'

/** How things stand, in a word or two, a drawing and a colour. */
export const AvailabilityNote = ({ told: { words, icon, look } }: { told: Told }) => (
  <span className={`${styles['note'] ?? ''} ${styles[look] ?? ''}`}>
    <Icon name={icon} size={16} />
    <span>{words}</span>
  </span>
)
