import { useEffect, useRef } from 'react'
import * as messages from '#messages/bookings/timetable.ts'
import { Link } from '#web/platform/router.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './DateStrip.module.css'
import { openingLabel, type DayCount, type StripDay } from './days.ts'

/**
 * The days that can be chosen, as links (C05), then those that open later. A wide screen shows a week; a phone scrolls
 * the strip by swiping or by its buttons.
 */
export const DateStrip = ({
  days,
  chosen,
  pending,
  unit,
  dayTo,
  loginTo,
  now,
  zone,
}: {
  days: readonly StripDay[]
  chosen: string
  /** A chosen day that is still loading. */
  pending: string | undefined
  /** What the list of a day counts. */
  unit: messages.Unit
  dayTo: (day: string) => string
  /** The login that leads to a day which is open for customers only. */
  loginTo: (day: string) => string
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
    list.scrollBy({ left: weeks * list.clientWidth, behavior: prefersReducedMotion() ? 'auto' : 'smooth' })
  }

  const latest = days.findLast(({ state }) => state === 'offered')
  return (
    <nav className={styles['dates']} id="dates" aria-label={messages.chooseDate}>
      <div className={styles['strip']}>
        <button
          type="button"
          className={styles['move']}
          aria-label={messages.previousWeek}
          onClick={() => move(-1)}
        >
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
                  aria-label={dayName(day, unit)}
                >
                  <Face
                    {...day}
                    note={day.count === undefined ? undefined : messages.dayTimes({ ...day.count, unit })}
                    label={day.isToday ? messages.today : undefined}
                  />
                </Link>
              ) : day.loginOpens ? (
                <Link
                  to={loginTo(day.day)}
                  stay
                  className={styles['day']}
                  aria-label={messages.loginDayName({ day: day.day })}
                >
                  <Face {...day} note={messages.logInToBookNow} label={undefined} />
                </Link>
              ) : (
                <p className={styles['later']}>
                  <span className="visually-hidden">
                    {messages.unavailableDayName({
                      day: day.day,
                      opening: openingLabel(day.opening, now, zone),
                    })}
                  </span>
                  <Face {...day} note={openingLabel(day.opening, now, zone)} label={undefined} hidden />
                </p>
              )}
            </li>
          ))}
        </ol>
        <button
          type="button"
          className={styles['move']}
          aria-label={messages.nextWeek}
          onClick={() => move(1)}
        >
          <Icon name="chevron" />
        </button>
      </div>
      {latest === undefined || latest.day === chosen ? null : (
        <Link to={dayTo(latest.day)} stay className={styles['newest']}>
          {messages.latestDay({ day: latest.day })}
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

const dayName = (
  { day, isToday, count }: { day: string; isToday: boolean; count: DayCount | undefined },
  unit: messages.Unit,
): string =>
  messages.dayName({
    day,
    isToday,
    availability: count === undefined ? undefined : messages.timesAvailable({ ...count, unit }),
  })

const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
