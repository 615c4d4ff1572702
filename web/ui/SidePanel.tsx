import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import styles from './SidePanel.module.css'
import { useModal } from './useModal.ts'
import { usePressOutside } from './usePressOutside.ts'

/**
 * Details of one item of a list: a side panel on wide screens, the whole screen on a phone, and part of the page without
 * script. It has its own URL, so closing it is a link.
 *
 *   <SidePanel title="18:00–19:00" above="Thursday 26 November" closeTo={list} Link={Link} onClose={close}>…</SidePanel>
 */
export const SidePanel = ({
  title,
  above,
  closeTo,
  closeLabel = 'Close',
  onClose,
  Link,
  children,
  foot,
}: {
  title: string
  /** A line above the title. */
  above?: ReactNode
  closeTo: string
  closeLabel?: string
  onClose: () => void
  /** The link component. */
  Link: (props: {
    to: string
    className?: string
    'aria-label'?: string
    stay?: boolean
    onClick?: (event: { preventDefault: () => void }) => void
    children: ReactNode
  }) => ReactNode
  children: ReactNode
  /** Always visible at the bottom: price and button. */
  foot?: ReactNode
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
    // A click outside the panel closes it; the link and Escape do the same without a pointer.
    <dialog
      ref={dialog}
      open
      className={styles['panel']}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        close.current()
      }}
      {...pressOutside}
    >
      <div className={styles['sheet']}>
        <div className={styles['top']} data-edge="start">
          <div className={styles['titles']}>
            {above === undefined ? null : <p className={styles['over']}>{above}</p>}
            <h2 id={id} ref={heading} tabIndex={-1} className={styles['title']}>
              {title}
            </h2>
          </div>
          <Link
            to={closeTo}
            className={styles['close'] ?? ''}
            aria-label={closeLabel}
            stay
            onClick={(event) => {
              event.preventDefault()
              close.current()
            }}
          >
            <Icon name="close" />
          </Link>
        </div>
        <div className={styles['content']}>{children}</div>
        {foot === undefined ? null : (
          <div className={styles['foot']} data-edge="end">
            {foot}
          </div>
        )}
      </div>
    </dialog>
  )
}
