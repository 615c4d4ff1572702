import * as messages from '#messages/bookings/kiosk.ts'
import { useVisit } from '#web/platform/visit.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './KioskWatch.module.css'
import { leaveKiosk } from './leave.ts'

/** Leads to the device's own start page (B09) and clears everything about this person. */
export const KioskHome = ({ href }: { href: string }) => {
  const visit = useVisit()
  return (
    <a
      className={styles['home']}
      href={href}
      onClick={(event) => {
        event.preventDefault()
        void leaveKiosk(visit, href)
      }}
    >
      <Icon name="back" size={18} />
      {messages.home}
    </a>
  )
}
