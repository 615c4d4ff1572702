import { Icon } from '#web/ui/Icon.tsx'
import styles from './AvailabilityNote.module.css'
import type { AvailabilityLabel } from './availabilityLabel.ts'

export const AvailabilityNote = ({ label: { text, icon, tone } }: { label: AvailabilityLabel }) => (
  <span className={`${styles['note'] ?? ''} ${styles[tone] ?? ''}`}>
    <Icon name={icon} size={16} />
    <span>{text}</span>
  </span>
)
