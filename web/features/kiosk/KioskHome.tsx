import { useState } from 'react'
import * as messages from '#messages/bookings/kiosk.ts'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './KioskWatch.module.css'
import { LeavingKiosk } from './LeavingKiosk.tsx'

/** Leads to the device's own start page (B09) and clears everything about this person. */
export const KioskHome = ({ href }: { href: string }) => {
  const [isLeaving, setIsLeaving] = useState(false)
  return (
    <>
      <a
        className={styles['home']}
        href={href}
        onClick={(event) => {
          event.preventDefault()
          setIsLeaving(true)
        }}
      >
        <Icon name="back" size={18} />
        <span>{messages.home}</span>
      </a>
      {isLeaving ? <LeavingKiosk homeHref={href} /> : null}
    </>
  )
}
