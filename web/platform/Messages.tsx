import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { messages as messagesLabel } from '#messages/shared/errors.ts'
import { Notice, ValidationMessages } from '#web/ui/Notice.tsx'
import { ToastShelf } from '#web/ui/Toast.tsx'
import { useTopDialog } from '#web/ui/openDialogs.ts'
import styles from './Messages.module.css'
import { useToastList, useToasts } from './useToasts.ts'

/**
 * The toasts of the visit at the edge of the screen. While a dialog is open all else is inert, so they are shown
 * within it. Only in the browser: without script nobody could close them, and the page says the same inline.
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

/** The same messages in the page, where they stay until one goes elsewhere: nothing is lost when a toast closes. */
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
