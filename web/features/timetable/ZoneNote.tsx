import { useEffect, useState } from 'react'
import styles from './ZoneNote.module.css'

/** Times are the venue's. Said only to somebody whose own clock shows others. */
export const ZoneNote = ({ zone }: { zone: string }) => {
  const [isElsewhere, setIsElsewhere] = useState(false)
  useEffect(() => {
    setIsElsewhere(offsetIn(zone) !== offsetIn(undefined))
  }, [zone])
  if (!isElsewhere) return null
  return <p className={styles['note']}>{`Times are those at the venue (${zone.replace('_', ' ')}).`}</p>
}

/** How a moment stands on the wall there: two zones that agree need not be told apart. */
const offsetIn = (zone: string | undefined): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(
    new Date(),
  )
