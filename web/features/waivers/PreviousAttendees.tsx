import { useEffect, useState } from 'react'
import type { FoundAttendee } from '#contract/waivers.ts'
import * as messages from '#messages/shared/attendees.ts'
import { longDate } from '#messages/shared/dates.ts'
import { api } from '#web/platform/api.ts'
import { useDeferredRead } from '#web/platform/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import styles from './Attendees.module.css'

const debounceMs = 250
const minLetters = 2

/** Searches the people the customer brought before. Each is a button, so that no special keys are needed. */
export const PreviousAttendees = ({
  restriction,
  onChoose,
}: {
  restriction: number
  onChoose: (attendee: FoundAttendee) => void
}) => {
  const [input, setInput] = useState('')
  const [query, setQuery] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => {
      setQuery(input.trim())
    }, debounceMs)
    return () => {
      clearTimeout(timer)
    }
  }, [input])
  const isSearch = query.length >= minLetters
  const { data: attendees = [], error } = useDeferredRead(
    api.waivers.previousAttendees,
    { restriction, query },
    { when: isSearch },
  )
  return (
    <div className={styles['search']}>
      <TextField
        label={messages.previousAttendee}
        hint={messages.previousAttendeeHint}
        optional
        type="search"
        autoComplete="off"
        value={input}
        onInput={({ currentTarget }) => {
          setInput(currentTarget.value)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Enter chooses the only result; it does not submit the form round the field.
          event.preventDefault()
          const [only] = attendees
          if (isSearch && attendees.length === 1 && only !== undefined) onChoose(only)
        }}
      />
      <p role="status" className={styles['found-status']}>
        {isSearch ? resultMessage(attendees.length, error !== null) : ''}
      </p>
      {isSearch && attendees.length > 0 ? (
        <ul role="list" className={styles['found']}>
          {attendees.map((attendee) => (
            <li key={attendee.id}>
              <Button
                variant="secondary"
                onClick={() => {
                  onChoose(attendee)
                }}
              >
                <RichText
                  message={messages.personBorn}
                  name={`${attendee.firstName} ${attendee.lastName}`}
                  date={longDate(attendee.dateOfBirth)}
                />
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

const resultMessage = (count: number, hasFailed: boolean): string => {
  if (hasFailed) return messages.searchFailed
  return count === 0 ? messages.noPeopleFound : messages.peopleFound({ count })
}
