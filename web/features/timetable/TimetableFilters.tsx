import { useState } from 'react'
import * as messages from '#messages/bookings/timetable.ts'
import * as filterMessages from '#messages/bookings/timetableFilters.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, SelectField } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { filtersQuery, filtersSet, standardFilters, type Filters } from './filters.ts'
import type { Kind } from './generation.ts'
import styles from './TimetableFilters.module.css'

export type FilterChoice = { id: number; name: string }

/**
 * The filters of a day. A form with method GET, so that it works without JavaScript; with it every change applies at
 * once.
 */
export const TimetableFilters = ({
  filters: applied,
  kind,
  choices,
  action,
  hiddenFields,
  onChange: onApply,
}: {
  /** Those of the URL. */
  filters: Filters
  kind: Kind
  /** The instructors and tags that occur on this day. */
  choices: { instructors: readonly FilterChoice[]; tags: readonly FilterChoice[] }
  /** Where the form is submitted without JavaScript. */
  action: string
  /** Other query parameters that the form must keep. */
  hiddenFields: Readonly<Record<string, string>>
  onChange: (filters: Filters) => void
}) => {
  // Kept here as well, since the URL follows a moment later and a second change must add to the first.
  const [filters, setFilters] = useState(applied)
  const query = filtersQuery(applied, kind)
  const [lastQuery, setLastQuery] = useState(query)
  if (query !== lastQuery) {
    setLastQuery(query)
    setFilters(applied)
  }
  const onChange = (next: Filters): void => {
    setFilters(next)
    onApply(next)
  }
  const set = filtersSet(filters, kind)
  const standard = standardFilters(kind)
  return (
    <details className={styles['filters']}>
      <summary
        className={styles['summary']}
        aria-label={set === 0 ? undefined : filterMessages.filtersOn({ count: set })}
      >
        <Icon name="filter" />
        {filterMessages.filters}
        {set === 0 ? null : (
          <span className={styles['set']} aria-hidden="true">
            {set}
          </span>
        )}
      </summary>
      <form
        className={styles['form']}
        method="get"
        action={action}
        aria-label={filterMessages.filters}
        onSubmit={(event) => {
          event.preventDefault()
        }}
      >
        {Object.entries(hiddenFields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className={styles['side']}>
          <div className={styles['times']}>
            <SelectField
              label={filterMessages.from}
              name="from"
              value={filters.startTime}
              onChange={({ target }) => {
                onChange({ ...filters, startTime: target.value })
              }}
            >
              <option value="">{filterMessages.anyTime}</option>
              <Hours chosen={filters.startTime} />
            </SelectField>
            <SelectField
              label={filterMessages.until}
              name="to"
              value={filters.endTime}
              onChange={({ target }) => {
                onChange({ ...filters, endTime: target.value })
              }}
            >
              <option value="">{filterMessages.anyTime}</option>
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
            {standard.show === 'all' ? filterMessages.hideUnavailable : filterMessages.alsoUnavailable}
          </CheckField>
          <div className={styles['end']}>
            <Button type="submit" variant="secondary" className={styles['submit']}>
              {filterMessages.applyFilters}
            </Button>
            {set === 0 ? null : (
              <Button
                variant="text"
                className={styles['clear']}
                onClick={() => {
                  onChange(standard)
                }}
              >
                {messages.clearFilters}
              </Button>
            )}
          </div>
        </div>
        <div className={styles['side']}>
          <Choices
            legend={messages.instructor}
            name="instructor"
            choices={choices.instructors}
            chosen={filters.instructors}
            onChange={(instructors) => {
              onChange({ ...filters, instructors })
            }}
          />
          <Choices
            legend={filterMessages.type}
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

/** The full hours of a day, and the selected time when it is not one of them. */
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
  choices: readonly FilterChoice[]
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
