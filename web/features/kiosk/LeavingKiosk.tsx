import { useRef } from 'react'
import * as messages from '#messages/bookings/kiosk.ts'
import { useModal } from '#web/ui/useModal.ts'
import styles from './KioskWatch.module.css'

/** Covers the page of a person who is being logged out, which may take until the server responds. Nothing closes it. */
export const LeavingKiosk = () => {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useModal(dialog, heading)
  return (
    <dialog
      ref={dialog}
      className={styles['leaving']}
      aria-label={messages.leaving}
      onCancel={(event) => {
        event.preventDefault()
      }}
    >
      <h2 ref={heading} tabIndex={-1}>
        {messages.leaving}
      </h2>
    </dialog>
  )
}
