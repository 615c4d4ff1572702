import { useEffect, useState } from 'react'
import * as messages from '#messages/bookings/timetable.ts'
import styles from './ZoneNote.module.css'

/** Says that times are the venue's, when the device's time zone shows others. */
export const ZoneNote = ({ zone }: { zone: string }) => {
  const [differs, setDiffers] = useState(false)
  useEffect(() => {
    setDiffers(localTimeIn(zone) !== localTimeIn(undefined))
  }, [zone])
  if (!differs) return null
  return <p className={styles['note']}>{messages.timeZone({ zone: zone.replace('_', ' ') })}</p>
}

/** The current local time: zones that agree now need no note. */
const localTimeIn = (zone: string | undefined): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(
    new Date(),
  )
