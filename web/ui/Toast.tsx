import { useEffect, useRef, useState, type Ref } from 'react'
import { Notice, ValidationMessages, type NoticeColour } from './Notice.tsx'
import { followPresses } from './lastPress.ts'
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
 * The toasts in a strip at the edge of the screen. Its two live regions are rendered from the start, so that screen
 * readers announce later messages: success and information politely, errors at once. The timer pauses on hover and focus.
 * @param silent the ids of toasts that an earlier strip announced, before a dialog opened or closed: this one does not,
 * and has them in a region with the label
 */
export const ToastShelf = ({
  toasts,
  onClose,
  silent,
  label,
  ref,
}: {
  toasts: readonly ToastContent[]
  onClose: (id: number) => void
  silent?: ReadonlySet<number>
  label: string
  ref?: Ref<HTMLDivElement>
}) => {
  useEffect(followPresses, [])
  const [silentIds] = useState(() => new Set(silent))
  const isSilent = ({ id }: ToastContent): boolean => silentIds.has(id)
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    setThere(true)
  }, [])
  const where = (isIn: (toast: ToastContent) => boolean) =>
    toasts.filter(isIn).map((toast) => <Toast key={toast.id} {...{ toast, onClose }} />)
  return (
    <div className={styles['shelf']} ref={ref} data-toasts="">
      {toasts.some(isSilent) ? (
        <section aria-label={label} className={styles['region']}>
          {where(isSilent)}
        </section>
      ) : null}
      <div role="status" className={styles['region']}>
        {where((toast) => isThere && !isSilent(toast) && toast.colour !== 'danger')}
      </div>
      <div role="alert" className={styles['region']}>
        {where((toast) => isThere && !isSilent(toast) && toast.colour === 'danger')}
      </div>
    </div>
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
