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

/** A message that stands in the page. Not announced by itself: give it `role="status"` or `"alert"` where it appears late. */
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

/** Messages of a form by field (I03). */
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

/** `date_of_birth` and `items.0.pricingOptionId` in words: what follows the last number, in sentence case. */
export const fieldName = (field: string): string => {
  const last = field.split(/\.(?:\d+\.)?/).at(-1) ?? field
  const words = last
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
