import type { ReactNode } from 'react'
import { Modal } from '#web/ui/Modal.tsx'
import { NavLink, type NavItem } from './Header.tsx'
import styles from './Menu.module.css'

/** The drawer at the side. `nav` is already what this person may do; `children` are the acts that are no links. */
export const Menu = ({
  nav,
  onClose,
  children,
}: {
  nav: readonly NavItem[]
  onClose: () => void
  children?: ReactNode
}) => (
  <Modal title="Menu" side="left" closeLabel="Close menu" onClose={onClose}>
    <nav aria-label="Menu" className={styles['menu']}>
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
