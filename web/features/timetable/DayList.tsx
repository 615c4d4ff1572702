import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import type { BookableSlot } from '#contract/bookables.ts'
import { time } from '#contract/time.ts'
import * as messages from '#messages/bookings/timetable.ts'
import { longDay } from '#messages/format.ts'
import { HydratedApart } from '#web/platform/HydratedApart.tsx'
import type { ReadState } from '#web/platform/queries.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { Button } from '#web/ui/Button.tsx'
import { errorMessage } from '#web/ui/ErrorBlock.tsx'
import { Empty, Skeleton } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { courtsOf, lowestPrice, wholeRows } from './courtRows.ts'
import { availabilityOf, isBookable, keyOf, type Availability, type Bookable } from './availability.ts'
import { CourtGrid } from './CourtGrid.tsx'
import styles from './DayList.module.css'
import { filtersQuery, standardFilters, type Filters } from './filters.ts'
import { byDayPart, byStart, type Group } from './grouping.ts'
import { countTimes, hoursLabel, unitOf } from './itemLabels.ts'
import { TimetableRow } from './TimetableRow.tsx'
import { useTimetable } from './timetableContext.ts'
import type { View } from './useDay.ts'
import { useStableRows } from './useStableRows.ts'

/**
 * One day's items: rows by part of the day, or a grid of its courts. When a refresh fails it keeps the last list and says how
 * old it is.
 */
export const DayList = ({
  read,
  view,
  filters,
  onFilters,
  isPending,
  alternative,
}: {
  read: ReadState<readonly Bookable[] | undefined>
  view: View
  filters: Filters
  onFilters: (filters: Filters) => void
  /** Another day is loading. */
  isPending: boolean
  /** The nearest other day with space. */
  alternative: ReactNode
}) => {
  const { day, kind, now } = useTimetable()
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const focusedDay = useRef(day)
  // After another day was chosen, focus moves to its list.
  useEffect(() => {
    if (focusedDay.current === day) return
    focusedDay.current = day
    heading.current?.focus({ preventScroll: true })
  }, [day])

  const items = byStart(read.data ?? [])
  const passing = useStableRows(items, filters, `${day} ${view} ${filtersQuery(filters, kind)}`)
  const isGrid = view === 'location'
  const rows = isGrid
    ? wholeRows(items as readonly BookableSlot[], passing as readonly BookableSlot[])
    : passing
  const unit = unitOf(kind)
  const hidden = isGrid ? timesIn(items) - timesIn(rows) : items.length - rows.length
  const listKey = read.data === undefined ? undefined : `${day} ${view}`
  const isFull = useInitialValue(listKey, !items.some((item) => isActionable(availabilityOf(item, now))))
  const since = useInitialValue(listKey, now)
  const finished = rows.filter((item) => isFinished(availabilityOf(item, since)))
  const count = countTimes(items, kind)
  // Those that the filters leave; nothing where they leave none, which is said below.
  const { times } = countTimes(passing, kind)
  const parts = byDayPart(rows.filter((item) => !finished.includes(item)))
  return (
    <section aria-labelledby={id} aria-busy={isPending || undefined} className={styles['list']}>
      <div className={styles['top']}>
        <h2 id={id} tabIndex={-1} ref={heading} className={styles['heading']}>
          {longDay(day)}
          {read.data === undefined || (times === 0 && count.times > 0) ? null : (
            <span className={styles['count']}>
              <span className="visually-hidden">, </span>
              {messages.timesAvailable({ ...count, times, unit })}
            </span>
          )}
        </h2>
        <p role="status" className="visually-hidden">
          {read.data === undefined
            ? ''
            : messages.visibleCount({ visible: rows.length, total: items.length })}
        </p>
      </div>

      {read.error === null ? null : <Failed read={read} />}
      {read.data === undefined && read.error === null ? (
        <div className={styles['loading']}>
          <p className="visually-hidden">{messages.loading}</p>
          <Skeleton lines={6} />
        </div>
      ) : null}

      {isFull && items.length > 0 ? (
        <Notice colour="info" title={(count.opensLater ? messages.dayNotOpen : messages.dayFull)({ day })}>
          {alternative}
        </Notice>
      ) : null}
      {read.data !== undefined && items.length === 0 ? (
        <Empty title={messages.dayEmpty({ day })}>{alternative}</Empty>
      ) : null}

      {isGrid && parts.length > 1 ? (
        <nav className={styles['jump']} aria-label={messages.goTo}>
          {parts.map(({ key, title }) => (
            <a key={key} href={`#${key}`}>
              {title}
            </a>
          ))}
        </nav>
      ) : null}

      {parts.map((group) => (
        // Hydrated one after another, so that none blocks input for long.
        <HydratedApart key={group.key}>
          <GroupOf group={group} view={view} all={items} />
        </HydratedApart>
      ))}

      {finished.length === 0 ? null : (
        <details className={styles['finished']}>
          <summary>
            {messages.finishedCount({ count: isGrid ? timesIn(finished) : finished.length, unit })}
          </summary>
          {byDayPart(finished).map((group) => (
            <GroupOf key={group.key} group={group} view={view} all={items} isFolded />
          ))}
        </details>
      )}

      {hidden === 0 ? null : (
        <HiddenRows
          {...{ hidden, unit, filters, isAll: rows.length === 0 }}
          onFilters={(next) => {
            // The button disappears, so focus moves to the heading.
            heading.current?.focus({ preventScroll: true })
            onFilters(next)
          }}
        />
      )}
      <ToDates />
    </section>
  )
}

/** Bookable, or already this person's. */
const isActionable = (state: Availability): boolean =>
  isBookable(state) || state.is === 'in-basket' || state.is === 'booked'

const isFinished = (state: Availability): boolean => state.is === 'closed' && state.hasEnded

/** The value when `key` was first seen: what changed later would move the rows while a person presses one. */
const useInitialValue = <T,>(key: string | undefined, value: T): T => {
  const [initial, setInitial] = useState({ key, value })
  if (initial.key === key) return initial.value
  setInitial({ key, value })
  return value
}

const timesIn = (items: readonly Bookable[]): number => new Set(items.map(hoursLabel)).size

const GroupOf = ({
  group,
  view,
  all,
  isFolded = false,
}: {
  group: Group<Bookable>
  view: View
  /** All items of the day: the grid has the same columns in all its parts. */
  all: readonly Bookable[]
  isFolded?: boolean
}) => {
  const id = useId()
  const slots = all as readonly BookableSlot[]
  return (
    <div className={styles['group']}>
      <h3 id={view === 'location' && !isFolded ? group.key : id} className={styles['part']}>
        {group.title}
      </h3>
      {view === 'location' ? (
        <CourtGrid
          part={group.title}
          slots={group.items as BookableSlot[]}
          courts={courtsOf(slots)}
          standardPrice={lowestPrice(slots)}
        />
      ) : (
        <ul role="list" aria-labelledby={id} className={styles['rows']}>
          {group.items.map((item) => (
            <TimetableRow key={keyOf(item)} item={item} titled={view !== 'time'} />
          ))}
        </ul>
      )}
    </div>
  )
}

/** The rows that are not displayed, by the visitor's filters or because they cannot be booked, and a button that shows them. */
const HiddenRows = ({
  hidden,
  unit,
  filters,
  onFilters,
  isAll,
}: {
  hidden: number
  unit: messages.Unit
  filters: Filters
  onFilters: (filters: Filters) => void
  isAll: boolean
}) => {
  const { kind } = useTimetable()
  const isStandard = filtersQuery(filters, kind) === ''
  const button = (
    <Button
      variant="text"
      className={styles['script']}
      onClick={() => {
        onFilters(isStandard ? { ...filters, show: 'all' } : { ...standardFilters(kind), show: 'all' })
      }}
    >
      {isStandard ? messages.showUnavailable({ count: hidden, unit }) : messages.clearFilters}
    </Button>
  )
  const reason = isStandard ? undefined : messages.hiddenByFilters({ count: hidden, unit })
  if (isAll) return <Empty title={reason ?? messages.noneAvailable}>{button}</Empty>
  return (
    <p className={styles['hidden']}>
      {reason}
      {button}
    </p>
  )
}

const Failed = ({ read }: { read: ReadState<readonly Bookable[] | undefined> }) => {
  const { zone } = useTimetable()
  const { clock } = usePageContext()
  const { data, statusCode, readAt, refetch, requesting } = read
  return (
    <div role="alert">
      <Notice colour="danger">
        <p>{errorMessage(statusCode)}</p>
        {data === undefined || readAt === undefined ? null : (
          <p>{messages.lastUpdated({ time: time(new Date(clock.at(readAt)), zone).format24Hour })}</p>
        )}
        <p>
          <Button variant="secondary" busy={requesting} onClick={refetch}>
            {messages.tryAgain}
          </Button>
        </p>
      </Notice>
    </div>
  )
}

const ToDates = () => (
  <p className={styles['back']}>
    <a href="#dates">{messages.chooseOtherDate}</a>
  </p>
)
