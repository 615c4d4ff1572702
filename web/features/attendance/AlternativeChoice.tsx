import { useState } from 'react'
import type { Alternative } from '#contract/attendance.ts'
import * as messages from '#messages/desk/sessionChanges.ts'
import { sessionTime } from '#messages/shared/dates.ts'
import { Choice } from '#web/ui/Choice.tsx'
import styles from './SessionActs.module.css'

/** How many sessions can be offered. */
const mostOffers = 3

/** The sessions that those who have booked one may be offered, of which staff tick three at most. */
export const AlternativeChoice = ({
  name: field,
  legend,
  alternatives,
}: {
  name: string
  legend: string
  alternatives: readonly Alternative[]
}) => {
  const [chosen, setChosen] = useState<readonly number[]>([])
  return (
    <fieldset className={styles['alternatives']}>
      <legend>{legend}</legend>
      <p className={styles['hint']}>{messages.offerInsteadHint}</p>
      {alternatives.map(({ id, name, instructors, free, ...session }) => {
        const isChosen = chosen.includes(id)
        return (
          <Choice
            key={id}
            type="checkbox"
            name={field}
            value={id}
            checked={isChosen}
            disabled={!isChosen && chosen.length === mostOffers}
            onChange={() => setChosen(isChosen ? chosen.filter((one) => one !== id) : [...chosen, id])}
          >
            <strong>{name}</strong> <span>{sessionTime(session)}</span>{' '}
            <span className={styles['hint']}>
              {[session.locationName, ...instructors, messages.freePlaces({ count: free })].join(', ')}
            </span>
          </Choice>
        )
      })}
    </fieldset>
  )
}
