import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, SelectField } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { filtersQuery, filtersSet, standardFilters, type Filters } from './filters.ts'
import type { Kind } from './generation.ts'
import styles from './TimetableFilters.module.css'

export type Named = { id: number; name: string }

/**
 * What to show of a day. A form that is got, so it works without script; with one, every answer applies at once and
 * the list below counts what is shown.
 */
export const TimetableFilters = ({
  filters: asked,
  kind,
  choices,
  action,
  kept,
  onChange: ask,
}: {
  /** Those of the address. */
  filters: Filters
  kind: Kind
  /** Who and what there is on this day. */
  choices: { instructors: readonly Named[]; tags: readonly Named[] }
  /** Where the form is sent without script. */
  action: string
  /** What else must stand in the address. */
  kept: Readonly<Record<string, string>>
  onChange: (filters: Filters) => void
}) => {
  // An answer stands at once, and the next is added to it, though the address follows a moment later.
  const [filters, setFilters] = useState(asked)
  const written = filtersQuery(asked, kind)
  const [seen, setSeen] = useState(written)
  if (written !== seen) {
    setSeen(written)
    setFilters(asked)
  }
  const onChange = (next: Filters): void => {
    setFilters(next)
    ask(next)
  }
  const set = filtersSet(filters, kind)
  const standard = standardFilters(kind)
  return (
    <details className={styles['filters']}>
      <summary className={styles['summary']}>
        <Icon name="filter" />
        Filters
        {set === 0 ? null : (
          <>
            <span className="visually-hidden">, set: </span>
            <span className={styles['set']}>{set}</span>
          </>
        )}
      </summary>
      <form
        className={styles['form']}
        method="get"
        action={action}
        aria-label="Filters"
        onSubmit={(event) => {
          event.preventDefault()
        }}
      >
        {Object.entries(kept).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className={styles['side']}>
          <div className={styles['times']}>
            <SelectField
              label="From"
              name="from"
              value={filters.startTime}
              onChange={({ target }) => {
                onChange({ ...filters, startTime: target.value })
              }}
            >
              <option value="">Any time</option>
              <Hours chosen={filters.startTime} />
            </SelectField>
            <SelectField
              label="Until"
              name="to"
              value={filters.endTime}
              onChange={({ target }) => {
                onChange({ ...filters, endTime: target.value })
              }}
            >
              <option value="">Any time</option>
              <Hours chosen={filters.endTime} />
            </SelectField>
          </div>
          <CheckField
            name="show"
            value={standard.show === 'all' ? 'actionable' : 'all'}
            checked={filters.show !== standard.show}
            onChange={({ target }) => {
              const other = standard.show === 'all' ? 'actionable' : 'all'
              onChange({ ...filters, show: target.checked ? other : standard.show })
            }}
          >
            {standard.show === 'all' ? 'Only what I can book or change' : 'Also show what cannot be booked'}
          </CheckField>
          <div className={styles['end']}>
            <Button type="submit" variant="secondary" className={styles['submit']}>
              Apply
            </Button>
            {set === 0 ? null : (
              <Button
                variant="text"
                className={styles['clear']}
                onClick={() => {
                  onChange(standard)
                }}
              >
                Clear filters
              </Button>
            )}
          </div>
        </div>
        <div className={styles['side']}>
          <Choices
            legend="Instructor"
            name="instructor"
            choices={choices.instructors}
            chosen={filters.instructors}
            onChange={(instructors) => {
              onChange({ ...filters, instructors })
            }}
          />
          <Choices
            legend="Kind"
            name="tag"
            choices={choices.tags}
            chosen={filters.tags}
            onChange={(tags) => {
              onChange({ ...filters, tags })
            }}
          />
        </div>
      </form>
    </details>
  )
}

const firstHour = 6

/** The full hours of a day, and the one chosen when it is none of them. */
const Hours = ({ chosen }: { chosen: string }) => {
  const full = Array.from(
    { length: 24 - firstHour },
    (_, index) => `${String(index + firstHour).padStart(2, '0')}:00`,
  )
  const hours = chosen === '' || full.includes(chosen) ? full : [...full, chosen].sort()
  return hours.map((hour) => <option key={hour}>{hour}</option>)
}

const Choices = ({
  legend,
  name,
  choices,
  chosen,
  onChange,
}: {
  legend: string
  name: string
  choices: readonly Named[]
  chosen: readonly number[]
  onChange: (chosen: readonly number[]) => void
}) =>
  choices.length === 0 ? null : (
    <fieldset className={styles['choices']}>
      <legend className={styles['legend']}>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.id} className={styles['chip']}>
          <input
            type="checkbox"
            name={name}
            value={choice.id}
            checked={chosen.includes(choice.id)}
            onChange={({ target }) => {
              onChange(target.checked ? [...chosen, choice.id] : chosen.filter((id) => id !== choice.id))
            }}
          />
          <span>{choice.name}</span>
        </label>
      ))}
    </fieldset>
  )
