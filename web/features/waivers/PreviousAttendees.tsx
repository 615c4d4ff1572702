import { useEffect, useState } from 'react'
import type { FoundAttendee } from '#contract/waivers.ts'
import { api } from '#web/platform/api.ts'
import { useLateRead } from '#web/platform/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { longDate } from './longDate.ts'
import styles from './Attendees.module.css'

/** So long after the last letter people are looked for, ms. */
const restMs = 250

/** People the buyer brought before, looked for as one types; each is a button, so no key is special. */
export const PreviousAttendees = ({
  restriction,
  onChoose,
}: {
  restriction: number
  onChoose: (found: FoundAttendee) => void
}) => {
  const [typed, setTyped] = useState('')
  const [query, setQuery] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => {
      setQuery(typed.trim())
    }, restMs)
    return () => {
      clearTimeout(timer)
    }
  }, [typed])
  const isLongEnough = query.length >= 2
  const { data: found = [], error } = useLateRead(
    api.waivers.previousAttendees,
    { restriction, query },
    { when: isLongEnough },
  )
  return (
    <div className={styles['search']}>
      <TextField
        label="Somebody you brought before"
        hint="Type two letters of the name, or fill in the fields below."
        optional
        type="search"
        autoComplete="off"
        value={typed}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // It looks for somebody; the form is sent by its own button.
          event.preventDefault()
          const [only] = found
          if (isLongEnough && found.length === 1 && only !== undefined) onChoose(only)
        }}
      />
      <p role="status" className={styles['found-status']}>
        {isLongEnough ? foundSaid(found.length, error !== null) : ''}
      </p>
      {isLongEnough && found.length > 0 ? (
        <ul role="list" className={styles['found']}>
          {found.map((one) => (
            <li key={one.id}>
              <Button
                variant="secondary"
                onClick={() => {
                  onChoose(one)
                }}
              >
                {one.firstName} {one.lastName}
                <span className={styles['quiet']}>, born {longDate(one.dateOfBirth)}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

const foundSaid = (count: number, hasFailed: boolean): string => {
  if (hasFailed) return 'We could not look just now. Please fill in the fields below.'
  if (count === 0) return 'Nobody of that name. Please fill in the fields below.'
  return count === 1 ? 'One person found.' : `${count} people found.`
}
