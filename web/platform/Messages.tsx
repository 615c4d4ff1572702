import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { messages as messagesLabel } from '#messages/shared/errors.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { ToastShelf } from '#web/ui/Toast.tsx'
import { useTopDialog } from '#web/ui/openDialogs.ts'
import { useToastList, useToasts } from './useToasts.ts'

/**
 * The open toasts. They render inside an open dialog, because everything outside it is inert, and in the browser only:
 * without script they could not be closed.
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

/** The notice of a redirect for browsers without script, which show no toasts. */
export const MessagesWithoutScript = () => {
  const open = useToastList().filter((toast) => toast.open)
  if (open.length === 0) return null
  return (
    <noscript>
      <section aria-label={messagesLabel}>
        {open.map(({ id, colour, content }) => (
          <Notice key={id} colour={colour}>
            <p>{content}</p>
          </Notice>
        ))}
      </section>
    </noscript>
  )
}
