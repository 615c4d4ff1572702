import { useRef, useState, type KeyboardEvent } from 'react'
import { shortDay, longDay } from '#messages/format.ts'
import * as messages from '#messages/desk/timetableWeek.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { textOf } from './choices.ts'
import type { Lists } from './choices.ts'
import { nameOfRow } from './names.ts'
import { clockOf, isEntry, nextItem, wordsOf } from './weekGrid.ts'
import type { Gap, GridBy, GridEntry, GridRow } from './weekGrid.ts'
import styles from './WeekTable.module.css'

/** Something in a week, and where it stands. */
export type Spot = { item: GridEntry | Gap; row: GridRow; day: string }

/**
 * A week: a row for each place or instructor, a column for each day. It is one tab stop; arrow keys go from one time to the
 * next. On narrow screens it is a list.
 */
export const WeekTable = ({
  rows,
  by,
  lists,
  label,
  onChoose,
}: {
  rows: readonly GridRow[]
  by: GridBy
  lists: Lists
  label: string
  onChoose: (spot: Spot) => void
}) => {
  const table = useRef<HTMLTableElement>(null)
  const [active, setActive] = useState<string>()
  const keys = rows.flatMap(({ cells }) => cells.flatMap(({ items }) => items.map(({ key }) => key)))
  const focusable = active !== undefined && keys.includes(active) ? active : keys[0]
  const move = (event: KeyboardEvent): void => {
    if (focusable === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    const next = nextItem(rows, focusable, event.key)
    if (next === undefined) return
    event.preventDefault()
    table.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(next)}"]`)?.focus()
  }
  return (
    <div className={styles['scroll']}>
      <table ref={table} className={styles['week']} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{messages.byChoices[by]}</th>
            {rows[0]?.cells.map(({ day }) => (
              <th key={day} scope="col">
                {shortDay(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.slug ?? ''}>
              <th scope="row">{nameOf(row, by)}</th>
              {row.cells.map(({ day, items }) => (
                <td key={day}>
                  <span className={styles['day']}>{longDay(day)}</span>
                  <ul role="list" className={styles['items']}>
                    {items.map((item) => (
                      <li key={item.key}>
                        <button
                          type="button"
                          className={isEntry(item) ? styles['entry'] : styles['gap']}
                          data-item={item.key}
                          data-state={isEntry(item) ? item.state : undefined}
                          tabIndex={item.key === focusable ? 0 : -1}
                          aria-label={
                            isEntry(item)
                              ? undefined
                              : messages.addAt({ time: timesOf(item), place: nameOf(row, by), day })
                          }
                          onKeyDown={move}
                          onFocus={() => {
                            setActive(item.key)
                          }}
                          onClick={() => {
                            onChoose({ item, row, day })
                          }}
                        >
                          {isEntry(item) ? (
                            <EntryText entry={item} by={by} lists={lists} />
                          ) : (
                            <>
                              <Icon name="plus" size={14} /> {timesOf(item)}
                            </>
                          )}
                        </button>
                      </li>
                    ))}
                  </ul>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export const nameOf = ({ slug, name }: Pick<GridRow, 'slug' | 'name'>, by: GridBy): string =>
  slug === null ? messages.none[by] : name

const timesOf = ({ start, end }: { start: number; end: number }): string =>
  messages.fromTo({ start: clockOf(start), end: clockOf(end) })

const signs: Readonly<Record<Exclude<GridEntry['state'], 'same'>, string>> = {
  added: '+',
  changed: '~',
  ended: '−',
}

const EntryText = ({ entry, by, lists }: { entry: GridEntry; by: GridBy; lists: Lists }) => {
  const { row, list, state } = entry
  const name = textOf(row['name']) || nameOfRow('prices', { activity: row['activity'] }, lists)
  const others =
    by === 'place'
      ? wordsOf(row['instructors']).map((slug) => nameOfSlug(lists.instructors, slug))
      : wordsOf(row['locations'] ?? row['location']).map((slug) => placeName(lists, slug))
  const every = textOf(row['until']) === '' ? '' : textOf(row['every']) || textOf(row['minutes'])
  const notes = [...others, ...(every === '' ? [] : [messages.every({ minutes: every })])]
  return (
    <>
      <span className={styles['when']}>{timesOf(entry)}</span>{' '}
      <span className={styles['name']}>{state === 'ended' ? <del>{name}</del> : name}</span>{' '}
      {notes.length === 0 ? null : <span className={styles['note']}>{notes.join(', ')} </span>}
      {list === 'sessions' ? <span className={styles['note']}>{messages.once} </span> : null}
      {state === 'same' ? null : (
        <span className={styles['state']}>
          <span aria-hidden="true">{signs[state]}</span> {messages.states[state]}
        </span>
      )}
    </>
  )
}

const nameOfSlug = (rows: Lists[keyof Lists], slug: string): string =>
  textOf(rows.find((row) => row['slug'] === slug)?.['name']) || slug

const placeName = (lists: Lists, slug: string): string =>
  nameOfSlug(
    lists.venues.flatMap(({ locations }) => (Array.isArray(locations) ? (locations as Lists['venues']) : [])),
    slug,
  )
