import { useEffect, useRef } from 'react'
import { Link } from '#web/platform/router.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './DateStrip.module.css'
import { dayInShort, dayInWords, openedAgo, openingInShort, type Opening, type StripDay } from './days.ts'

/** What is known of a day without asking: how many sessions it has and how many can be booked. */
export type DayCount = { all: number; free: number }

/**
 * The days one may choose, as links (C05), and after them those still to open. A week fits a desk; on a phone the
 * strip is swiped, or moved by its buttons.
 */
export const DateStrip = ({
  days,
  chosen,
  pending,
  dayTo,
  countOf,
  newestOpening,
  now,
  zone,
}: {
  days: readonly StripDay[]
  chosen: string
  /** A day on its way. */
  pending: string | undefined
  dayTo: (day: string) => string
  countOf: (day: string) => DayCount | undefined
  newestOpening: Opening | undefined
  now: Date
  zone: string
}) => {
  const strip = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const list = strip.current
    const item = list?.querySelector<HTMLElement>(`[data-day="${chosen}"]`)
    if (list === null || item === null || item === undefined) return
    const hidden =
      item.offsetLeft < list.scrollLeft ||
      item.offsetLeft + item.offsetWidth > list.scrollLeft + list.clientWidth
    if (hidden) list.scrollLeft = item.offsetLeft - (list.clientWidth - item.offsetWidth) / 2
  }, [chosen])
  const move = (weeks: number): void => {
    const list = strip.current
    if (list === null) return
    list.scrollBy({ left: weeks * list.clientWidth, behavior: isStill() ? 'auto' : 'smooth' })
  }

  const newest = days.findLast(({ state }) => state === 'offered')
  const ago = newestOpening === undefined ? undefined : openedAgo(newestOpening, now, zone)
  return (
    <nav className={styles['dates']} id="dates" aria-label="Choose a date">
      <div className={styles['strip']}>
        <button type="button" className={styles['move']} aria-label="Previous week" onClick={() => move(-1)}>
          <Icon name="chevron" />
        </button>
        <ol role="list" className={styles['days']} ref={strip}>
          {days.map((day) => (
            <li key={day.day} className={styles['place']} data-day={day.day}>
              {day.state === 'offered' ? (
                <Link
                  to={dayTo(day.day)}
                  stay
                  className={styles['day']}
                  data-pending={pending === day.day ? '' : undefined}
                  aria-current={day.day === chosen ? 'true' : day.isToday ? 'date' : undefined}
                  aria-label={offeredName(day.day, day.isToday, countOf(day.day))}
                >
                  <Face {...day} note={noteOf(countOf(day.day))} label={day.isToday ? 'Today' : undefined} />
                </Link>
              ) : (
                <p className={styles['later']}>
                  <span className="visually-hidden">
                    {`${dayInWords(day.day)}, ${openingInShort(day.opening, now, zone).replace('Opens', 'opens')}`}
                  </span>
                  <Face {...day} note={openingInShort(day.opening, now, zone)} label={undefined} hidden />
                </p>
              )}
            </li>
          ))}
        </ol>
        <button type="button" className={styles['move']} aria-label="Next week" onClick={() => move(1)}>
          <Icon name="chevron" />
        </button>
      </div>
      {newest === undefined || newest.day === chosen ? null : (
        <Link to={dayTo(newest.day)} stay className={styles['newest']}>
          {`Newest day: ${dayInShort(newest.day)}`}
          {ago === undefined ? '' : `, opened ${ago}`}
          <Icon name="arrow" size={16} />
        </Link>
      )}
    </nav>
  )
}

const Face = ({
  weekday,
  shortDate,
  note,
  label,
  hidden = false,
}: {
  weekday: string
  shortDate: string
  note: string | undefined
  label: string | undefined
  hidden?: boolean
}) => {
  const [dayOfMonth, month] = shortDate.split(' ')
  return (
    <span className={styles['face']} aria-hidden={hidden || undefined}>
      <span className={styles['weekday']}>{label ?? weekday.slice(0, 3)}</span>
      <span className={styles['number']}>{dayOfMonth}</span>
      <span className={styles['month']}>{month}</span>
      {note === undefined ? null : <span className={styles['note']}>{note}</span>}
    </span>
  )
}

const offeredName = (day: string, isToday: boolean, count: DayCount | undefined): string =>
  [
    dayInWords(day),
    ...(isToday ? ['today'] : []),
    ...(count === undefined
      ? []
      : [
          `${count.all} ${count.all === 1 ? 'session' : 'sessions'}`,
          `${count.free === 0 ? 'none' : count.free} with space`,
        ]),
  ].join(', ')

const noteOf = (count: DayCount | undefined): string | undefined => {
  if (count === undefined) return undefined
  return count.free === 0 ? 'none free' : `${count.free} free`
}

const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
