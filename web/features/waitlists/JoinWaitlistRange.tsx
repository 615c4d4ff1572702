import { useId, useState } from 'react'
import * as messages from '#messages/shared/waitlistRanges.ts'
import { Link } from '#web/platform/router.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { SelectField } from '#web/ui/Field.tsx'
import styles from './JoinWaitlistRange.module.css'
import { useWaitlistRanges } from './useWaitlistRanges.ts'

/** A time whose courts are all taken, with its end in the timetable, and as people read it. */
type FullTime = { from: string; to: string; end: string }

/** Joins one waitlist for any court between two times. `runs` are the times that are full without a gap. */
export const JoinWaitlistRange = ({
  venue,
  activity,
  date,
  runs,
  people,
  loginTo,
}: {
  venue: string
  activity: string
  date: string
  runs: readonly (readonly FullTime[])[]
  /** Whom the customer may join for; empty for a visitor, who has to log in. */
  people: readonly { id: number; name: string }[]
  loginTo: string
}) => {
  const id = useId()
  const { isBusy, failure, join } = useWaitlistRanges()
  const [chosenFrom, setFrom] = useState<string>()
  const [chosenTo, setTo] = useState<string>()
  const [chosenPerson, setPerson] = useState<number>()
  // The longest; in the evening rather than in the morning.
  const longest = runs.toReversed().toSorted((one, other) => other.length - one.length)[0] ?? []
  const run = runs.find((times) => times.some(({ from }) => from === chosenFrom)) ?? longest
  const from = run.find((time) => time.from === chosenFrom)?.from ?? run[0]?.from ?? ''
  const ends = run.filter((time) => time.from >= from)
  const to = (ends.find((time) => time.to === chosenTo) ?? ends.at(-1))?.to ?? ''
  const person = people.find((one) => one.id === chosenPerson) ?? people[0]
  return (
    <section className={styles['box']} aria-labelledby={id}>
      <div>
        <h2 id={id} className={styles['title']}>
          {messages.anyCourt}
        </h2>
        <p>{messages.explanation}</p>
      </div>
      {person === undefined ? (
        <Link className={buttonClass({ variant: 'secondary' })} to={loginTo} stay aria-haspopup="dialog">
          {messages.logIn}
        </Link>
      ) : (
        <div className={styles['fields']}>
          <SelectField
            label={messages.from}
            value={from}
            onChange={({ target }) => {
              setFrom(target.value)
            }}
          >
            {runs.flat().map((time) => (
              <option key={time.from}>{time.from}</option>
            ))}
          </SelectField>
          <SelectField
            label={messages.to}
            value={to}
            onChange={({ target }) => {
              setTo(target.value)
            }}
          >
            {ends.map((time) => (
              <option key={time.end} value={time.to}>
                {time.end}
              </option>
            ))}
          </SelectField>
          {people.length < 2 ? null : (
            <SelectField
              label={messages.forWhom}
              value={person.id}
              onChange={({ target }) => {
                setPerson(Number(target.value))
              }}
            >
              {people.map(({ id: personId, name }) => (
                <option key={personId} value={personId}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
          <Button
            variant="secondary"
            busy={isBusy}
            onClick={() => {
              void join({ venue, activity, date, from, to, userId: person.id })
            }}
          >
            {messages.join}
          </Button>
        </div>
      )}
      {failure === undefined ? null : <p className={styles['failure']}>{failure}</p>}
    </section>
  )
}
