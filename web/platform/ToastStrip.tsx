import { useEffect, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { messages as messagesLabel } from '#messages/shared/errors.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { ToastShelf } from '#web/ui/Toast.tsx'
import { useTopDialog } from '#web/ui/openDialogs.ts'
import { preloadFirst } from './lazyComponent.tsx'
import { useToastList, useToasts } from './useToasts.ts'

const loadPlacing = () => import('#web/ui/placeToasts.ts')
preloadFirst(loadPlacing)

/**
 * The open toasts. They render inside an open dialog, because everything outside it is inert, and in the browser only:
 * without script they could not be closed. Where they cover nothing in use is found out by a script of its own.
 */
export const Toasts = () => {
  const { close } = useToasts()
  const open = useToastList().filter((toast) => toast.open)
  const dialog = useTopDialog()
  const [shelf, setShelf] = useState<HTMLElement | null>(null)
  const [place, setPlace] = useState<(shelf: HTMLElement) => () => void>()
  const hasToasts = open.length > 0
  useEffect(() => {
    if (!hasToasts || place !== undefined) return
    // Without it they stand at the lower end.
    void loadPlacing()
      .then(({ keepPlaced }) => setPlace(() => keepPlaced))
      .catch(() => setPlace(() => () => () => undefined))
  }, [hasToasts, place])
  // Before the paint, so that it is never seen elsewhere.
  useLayoutEffect(() => (hasToasts && shelf !== null ? place?.(shelf) : undefined), [hasToasts, shelf, place])
  const visible = place === undefined ? [] : open
  const [announcedIds] = useState(() => new Set<number>())
  useEffect(() => {
    for (const { id } of visible) announcedIds.add(id)
  })
  const strip = (
    <ToastShelf ref={setShelf} toasts={visible} onClose={close} silent={announcedIds} label={messagesLabel} />
  )
  return dialog === undefined ? strip : createPortal(strip, dialog)
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
