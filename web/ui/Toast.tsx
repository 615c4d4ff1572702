import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Notice, ValidationMessages, type NoticeColour } from './Notice.tsx'
import { keepPlaced } from './placeToasts.ts'
import styles from './Toast.module.css'

export type ToastContent = {
  id: number
  content: string
  colour: NoticeColour
  validationMessages: Readonly<Record<string, readonly string[]>>
  /** Milliseconds until it closes; without it the toast stays. */
  closeAfter?: number
}

/**
 * The open toasts in the two live regions of the strip: success and information politely, errors at once. It stands where
 * it covers nothing in use (placeToasts.ts). The timer pauses on hover and focus.
 */
export const OpenToasts = ({
  toasts,
  shelf,
  onClose,
}: {
  toasts: readonly ToastContent[]
  /** The element of ToastShelf. */
  shelf: HTMLElement
  onClose: (id: number) => void
}) => {
  // Before the paint, so that it is never seen elsewhere.
  useLayoutEffect(() => keepPlaced(shelf), [shelf])
  const [polite, urgent] = shelf.children
  const isUrgent = ({ colour }: ToastContent): boolean => colour === 'danger'
  const show = (one: ToastContent) => <Toast key={one.id} toast={one} onClose={onClose} />
  return (
    <>
      {polite === undefined ? null : createPortal(toasts.filter((one) => !isUrgent(one)).map(show), polite)}
      {urgent === undefined ? null : createPortal(toasts.filter(isUrgent).map(show), urgent)}
    </>
  )
}

const Toast = ({ toast, onClose }: { toast: ToastContent; onClose: (id: number) => void }) => {
  const { id, content, colour, validationMessages, closeAfter } = toast
  const [held, setHeld] = useState(false)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  // The timer pauses on hover and focus.
  const left = useRef(closeAfter ?? 0)
  useEffect(() => {
    if (closeAfter === undefined || held) return undefined
    const from = Date.now()
    const timer = setTimeout(() => {
      close.current(id)
    }, left.current)
    return () => {
      clearTimeout(timer)
      left.current = Math.max(1000, left.current - (Date.now() - from))
    }
  }, [id, closeAfter, held])

  const hold = (): void => {
    setHeld(true)
  }
  const resume = (): void => {
    setHeld(false)
  }
  return (
    <div
      className={styles['toast']}
      onPointerEnter={hold}
      onPointerLeave={resume}
      onFocus={hold}
      onBlur={resume}
    >
      <Notice
        colour={colour}
        onClose={() => {
          onClose(id)
        }}
      >
        <p className={styles['content']}>{content}</p>
        {Object.keys(validationMessages).length === 0 ? null : (
          <ValidationMessages messages={validationMessages} />
        )}
      </Notice>
    </div>
  )
}
