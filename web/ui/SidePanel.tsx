import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import styles from './SidePanel.module.css'
import { useModal } from './useModal.ts'

/**
 * One thing of a list, beside it: a panel at the side on a desk, a whole page on a phone, and without a script a part
 * of the page where it stands. It is an address of its own, so closing it is a link.
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
  /** A line over the title that says what it is part of. */
  above?: ReactNode
  closeTo: string
  closeLabel?: string
  onClose: () => void
  /** How this site makes a link. */
  Link: (props: {
    to: string
    className?: string
    'aria-label'?: string
    stay?: boolean
    onClick?: (event: { preventDefault: () => void }) => void
    children: ReactNode
  }) => ReactNode
  children: ReactNode
  /** What stays in sight at the bottom: the price and the button. */
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

  return (
    // A click on what lies around the panel closes it, beside the link and Escape, which need no pointer.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      open
      className={styles['panel']}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        close.current()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) close.current()
      }}
    >
      <div className={styles['sheet']}>
        <div className={styles['top']}>
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
        {foot === undefined ? null : <div className={styles['foot']}>{foot}</div>}
      </div>
    </dialog>
  )
}
