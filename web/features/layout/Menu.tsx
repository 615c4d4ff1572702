import type { ReactNode } from 'react'
import * as messages from '#messages/shared/layout.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { NavLink, type NavItem } from './Header.tsx'
import styles from './Menu.module.css'

/** The side drawer. `nav` holds only what this person may use; `children` are actions that are not links. */
export const Menu = ({
  nav,
  onClose,
  children,
}: {
  nav: readonly NavItem[]
  onClose: () => void
  children?: ReactNode
}) => (
  <Modal title={messages.menu} side="left" closeLabel={messages.closeMenu} onClose={onClose}>
    <nav aria-label={messages.menu} className={styles['menu']}>
      <ul role="list">
        {nav.map((item) => (
          <li key={item.label}>
            <NavLink className={styles['link']} item={item} />
          </li>
        ))}
        {children === undefined ? null : <li>{children}</li>}
      </ul>
    </nav>
  </Modal>
)
