import { language } from '#messages/format.ts'
import { useEffect, useState } from 'react'
import * as messages from '#messages/bookings/timetable.ts'
import styles from './ZoneNote.module.css'

/** Says that times of a day are the venue's, when the device's time zone shows others then. */
export const ZoneNote = ({ zone, day }: { zone: string; day: string }) => {
  const [differs, setDiffers] = useState(false)
  useEffect(() => {
    setDiffers(localTimeIn(zone, day) !== localTimeIn(undefined, day))
  }, [zone, day])
  if (!differs) return null
  return <p className={styles['note']}>{messages.timeZone({ zone: zone.replace('_', ' ') })}</p>
}

/** The local time at noon of the day, not now: zones that agree on it need no note, and a clock change may lie between. */
const localTimeIn = (zone: string | undefined, day: string): string =>
  new Intl.DateTimeFormat(language, { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(
    new Date(`${day}T12:00:00Z`),
  )
