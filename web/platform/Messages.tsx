import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { messages as messagesLabel } from '#messages/shared/errors.ts'
import { Notice, ValidationMessages } from '#web/ui/Notice.tsx'
import { ToastShelf } from '#web/ui/Toast.tsx'
import { useTopDialog } from '#web/ui/openDialogs.ts'
import styles from './Messages.module.css'
import { useToastList, useToasts } from './useToasts.ts'

/**
 * The open toasts. They render inside an open dialog, because everything outside it is inert, and in the browser only:
 * without script they could not be closed, and the page shows the same messages inline.
 */
export const Toasts = () => {
  const { close } = useToasts()
  const open = useToastList().filter((toast) => toast.open)
  const dialog = useTopDialog()
  const [live, setLive] = useState(false)
  useEffect(() => {
    setLive(true)
  }, [])
  const shelf = <ToastShelf toasts={live ? open : []} onClose={close} />
  return dialog === undefined ? shelf : createPortal(shelf, dialog)
}

/** The messages inline in the page, where they stay until the next navigation. */
export const Messages = () => {
  const { dismiss } = useToasts()
  const inline = useToastList().filter((toast) => toast.inline)
  if (inline.length === 0) return null
  return (
    <section aria-label={messagesLabel}>
      <ul role="list" className={styles['messages']}>
        {inline.map(({ id, colour, content, validationMessages }) => (
          <li key={id}>
            <Notice
              colour={colour}
              onClose={() => {
                dismiss(id)
              }}
            >
              <p>{content}</p>
              <ValidationMessages messages={validationMessages} />
            </Notice>
          </li>
        ))}
      </ul>
    </section>
  )
}
