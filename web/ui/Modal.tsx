import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import styles from './Modal.module.css'
import { useModal } from './useModal.ts'
import { usePressOutside } from './usePressOutside.ts'

/**
 * A modal `<dialog>`: focus moves in and returns, the page behind is inert, Escape closes it.
 *
 *   <Modal title="Log in" onClose={close}>…</Modal>          open while mounted
 *   <Modal title="Menu" side="left" onClose={close}>…</Modal>   a drawer
 *
 * The server renders it open, so that it works without script; the browser makes it modal. Focus goes to the field with
 * `autoFocus`, otherwise to the heading.
 */
export const Modal = ({
  title,
  onClose,
  side = 'centre',
  closeLabel = 'Close',
  children,
}: {
  title: string
  onClose: () => void
  side?: 'centre' | 'left' | 'right'
  closeLabel?: string
  children: ReactNode
}) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })

  useModal(dialog, heading)
  const pressOutside = usePressOutside(() => close.current())

  return (
    // A click outside the dialog closes it; the button and Escape do the same without a pointer.
    <dialog
      ref={dialog}
      open
      className={`${styles['dialog'] ?? ''} ${styles[side] ?? ''}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        close.current()
      }}
      {...pressOutside}
    >
      <div className={styles['sheet']}>
        <div className={styles['top']}>
          <h2 id={id} ref={heading} tabIndex={-1} className={styles['title']}>
            {title}
          </h2>
          {/* Without script this form closes the dialog. */}
          <form
            method="dialog"
            onSubmit={(event) => {
              event.preventDefault()
              close.current()
            }}
          >
            <button type="submit" className={styles['close']} aria-label={closeLabel}>
              <Icon name="close" />
            </button>
          </form>
        </div>
        {children}
      </div>
    </dialog>
  )
}
