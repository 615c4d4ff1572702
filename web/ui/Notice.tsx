import type { ReactNode } from 'react'
import * as texts from '#messages/shared/ui.ts'
import { Icon, type IconName } from './Icon.tsx'
import styles from './Notice.module.css'

export type NoticeColour = 'success' | 'danger' | 'warning' | 'info'

const icons: Readonly<Record<NoticeColour, IconName>> = {
  success: 'check',
  danger: 'alert',
  warning: 'clock',
  info: 'info',
}

/** An inline message. Set `role="status"` or `"alert"` if it appears after the page has loaded. */
export const Notice = ({
  colour = 'info',
  title,
  onClose,
  role,
  children,
}: {
  colour?: NoticeColour
  title?: string
  onClose?: () => void
  role?: 'status' | 'alert'
  children?: ReactNode
}) => (
  <div className={`${styles['notice'] ?? ''} ${styles[colour] ?? ''}`} role={role}>
    <Icon name={icons[colour]} />
    <div className={styles['words']}>
      {title === undefined ? null : <p className={styles['title']}>{title}</p>}
      {children}
    </div>
    {onClose === undefined ? null : (
      <button type="button" className={styles['close']} aria-label={texts.closeMessage} onClick={onClose}>
        <Icon name="close" size={18} />
      </button>
    )}
  </div>
)

/** A form's messages by field (I03). */
export const ValidationMessages = ({
  messages,
}: {
  messages: Readonly<Record<string, readonly string[]>>
}) => (
  <dl className={styles['fields']}>
    {Object.entries(messages).map(([field, sentences]) => (
      <div key={field}>
        <dt>{fieldName(field)}</dt>
        {sentences.map((sentence) => (
          <dd key={sentence}>{sentence}</dd>
        ))}
      </div>
    ))}
  </dl>
)

/** A readable field name from `date_of_birth` or `items.0.pricingOptionId`: the part after the last number, in sentence case. */
export const fieldName = (field: string): string => {
  const last = field.split(/\.(?:\d+\.)?/).at(-1) ?? field
  const words = last
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
