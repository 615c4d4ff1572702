import { useState } from 'react'
import { createPortal } from 'react-dom'
import { messages as messagesLabel } from '#messages/shared/errors.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { ToastShelf } from '#web/ui/ToastShelf.tsx'
import { useTopDialog } from '#web/ui/openDialogs.ts'
import { lazyComponent } from './lazyComponent.tsx'
import { useToastList, useToasts } from './useToasts.ts'

const OpenToasts = lazyComponent(
  'web/ui/Toast.tsx',
  async () => (await import('#web/ui/Toast.tsx')).OpenToasts,
)

/**
 * The open toasts. They render inside an open dialog, because everything outside it is inert, and in the browser only:
 * without script they could not be closed.
 */
export const Toasts = () => {
  const { close } = useToasts()
  const open = useToastList().filter((toast) => toast.open)
  const dialog = useTopDialog()
  const [shelf, setShelf] = useState<HTMLElement | null>(null)
  const strip = <ToastShelf ref={setShelf} />
  return (
    <>
      {dialog === undefined ? strip : createPortal(strip, dialog)}
      {shelf === null || open.length === 0 ? null : (
        <OpenToasts toasts={open} shelf={shelf} onClose={close} />
      )}
    </>
  )
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
