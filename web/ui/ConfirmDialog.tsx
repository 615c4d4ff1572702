import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import styles from './ConfirmDialog.module.css'
import { Modal } from './Modal.tsx'

/** Asks before something that cannot be undone: what it means, the button that does it, and one to leave it. */
export const ConfirmDialog = ({
  title,
  children,
  label,
  cancelLabel,
  size,
  busy,
  onConfirm,
  onClose,
}: {
  title: string
  children: ReactNode
  label: string
  cancelLabel: string
  size?: 'lg'
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}) => {
  const sized = size === undefined ? {} : { size }
  return (
    <Modal title={title} onClose={onClose}>
      <div className={styles['question']}>
        <p>{children}</p>
        <div className={styles['actions']}>
          <Button {...sized} busy={busy} onClick={onConfirm}>
            {label}
          </Button>
          <Button {...sized} variant="secondary" onClick={onClose}>
            {cancelLabel}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
