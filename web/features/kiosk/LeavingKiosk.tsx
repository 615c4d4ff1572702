import { useEffect, useRef } from 'react'
import * as messages from '#messages/bookings/kiosk.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { useModal } from '#web/ui/useModal.ts'
import styles from './KioskWatch.module.css'
import { leaveKiosk } from './leave.ts'

/** Logs a person out, and covers their page for as long as that takes. Nothing closes it. */
export const LeavingKiosk = ({ homeHref }: { homeHref: string }) => {
  const context = usePageContext()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useModal(dialog, heading)
  useEffect(() => {
    void leaveKiosk(context, homeHref)
  }, [context, homeHref])
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
