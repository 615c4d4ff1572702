import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import type { BookableSlot } from '#contract/shapes.ts'
import { time } from '#contract/time.ts'
import type { ReadState } from '#web/platform/queries.ts'
import { useVisit } from '#web/platform/visit.tsx'
import { Button } from '#web/ui/Button.tsx'
import { errorMessage } from '#web/ui/ErrorBlock.tsx'
import { Empty, Skeleton } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import {
  availabilityOf,
  countInWords,
  isBookable,
  keyOf,
  type Availability,
  type Bookable,
} from './availability.ts'
import styles from './DayList.module.css'
import { dayInWords } from './days.ts'
import { filtersQuery, standardFilters, type Filters } from './filters.ts'
import { byDayPart, byLocation, byStart, type Group } from './grouping.ts'
import { SlotCard } from './SlotCard.tsx'
import { TimetableRow } from './TimetableRow.tsx'
import { useTimetable } from './timetableContext.ts'
import type { View } from './useDay.ts'
import { useSteadyRows } from './useSteadyRows.ts'

/**
 * What is on at one day: rows under the parts of the day, or cards under their courts. It keeps the last list when a
 * later reading fails, and says how old it is.
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
  /** Another day is on its way. */
  isPending: boolean
  /** The nearest other day with space. */
  alternative: ReactNode
}) => {
  const { day, kind, now } = useTimetable()
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(day)
  // Whoever has chosen another day goes on reading at its list.
  useEffect(() => {
    if (shown.current === day) return
    shown.current = day
    heading.current?.focus({ preventScroll: true })
  }, [day])

  const items = byStart(read.data ?? [])
  const rows = useSteadyRows(items, filters, `${day} ${view} ${filtersQuery(filters, kind)}`)
  const unit = kind === 'courts' ? (view === 'location' ? 'slot' : 'time') : 'session'
  const hidden = items.length - rows.length
  const isFullUp = useFirstSight(
    read.data === undefined ? undefined : `${day} ${view}`,
    !items.some((item) => hasSomething(availabilityOf(item, now))),
  )
  return (
    <section aria-labelledby={id} aria-busy={isPending || undefined} className={styles['list']}>
      <div className={styles['top']}>
        <h2 id={id} tabIndex={-1} ref={heading} className={styles['heading']}>
          {dayInWords(day)}
          {read.data === undefined ? null : (
            <span className={styles['count']}>
              <span className="visually-hidden">, </span>
              {countInWords(items, now, unit)}
            </span>
          )}
        </h2>
        <p role="status" className="visually-hidden">
          {read.data === undefined ? '' : `${rows.length} of ${items.length} shown`}
        </p>
      </div>

      {read.error === null ? null : <Failed read={read} />}
      {read.data === undefined && read.error === null ? (
        <div className={styles['loading']}>
          <p className="visually-hidden">Loading the timetable</p>
          <Skeleton lines={6} />
        </div>
      ) : null}

      {isFullUp && items.length > 0 ? (
        <Notice colour="info" title={`No places left on ${dayInWords(day)}.`}>
          {alternative}
        </Notice>
      ) : null}
      {read.data !== undefined && items.length === 0 ? (
        <Empty title={`Nothing is on on ${dayInWords(day)}.`}>{alternative}</Empty>
      ) : null}

      {groupsOf(rows, view).map((group) => (
        <GroupOf key={group.key} group={group} view={view} />
      ))}

      {hidden === 0 ? null : (
        <Hidden
          {...{ hidden, unit, filters, isAll: rows.length === 0 }}
          onFilters={(next) => {
            // The button goes with what it was about.
            heading.current?.focus({ preventScroll: true })
            onFilters(next)
          }}
        />
      )}
      <ToDates />
    </section>
  )
}

/** Something to be had, or already one's own. */
const hasSomething = (state: Availability): boolean =>
  isBookable(state) || state.is === 'in-basket' || state.is === 'booked'

/** What was so when this was first seen: a notice that came later would push the rows from beneath the finger. */
const useFirstSight = (what: string | undefined, isSo: boolean): boolean => {
  const [seen, setSeen] = useState({ what: '', isSo: false })
  if (what !== undefined && seen.what !== what) setSeen({ what, isSo })
  return what !== undefined && (seen.what === what ? seen.isSo : isSo)
}

const groupsOf = (rows: readonly Bookable[], view: View): Group<Bookable>[] =>
  view === 'location' ? byLocation(rows as readonly BookableSlot[]) : byDayPart(rows)

const GroupOf = ({ group, view }: { group: Group<Bookable>; view: View }) => {
  const id = useId()
  return (
    <div className={styles['group']}>
      <h3 id={id} className={styles['part']}>
        {group.title}
      </h3>
      <ul role="list" aria-labelledby={id} className={view === 'location' ? styles['cards'] : styles['rows']}>
        {group.items.map((item) =>
          view === 'location' ? (
            <SlotCard key={keyOf(item)} slot={item as BookableSlot} by="hour" />
          ) : (
            <TimetableRow key={keyOf(item)} item={item} titled={view !== 'time'} />
          ),
        )}
      </ul>
    </div>
  )
}

/** "Your filters hide 6 sessions": with the way back, and told apart from what is hidden to begin with. */
const Hidden = ({
  hidden,
  unit,
  filters,
  onFilters,
  isAll,
}: {
  hidden: number
  unit: string
  filters: Filters
  onFilters: (filters: Filters) => void
  isAll: boolean
}) => {
  const { kind } = useTimetable()
  const count = `${hidden} ${hidden === 1 ? unit : `${unit}s`}`
  const isStandard = filtersQuery(filters, kind) === ''
  const button = (
    <Button
      variant="text"
      className={styles['script']}
      onClick={() => {
        onFilters(isStandard ? { ...filters, show: 'all' } : { ...standardFilters(kind), show: 'all' })
      }}
    >
      {isStandard ? 'Show them' : 'Clear'}
    </Button>
  )
  const words = isStandard
    ? `${count} that cannot be booked ${hidden === 1 ? 'is' : 'are'} not shown`
    : `Your filters hide ${count}`
  if (isAll) return <Empty title={words}>{button}</Empty>
  return (
    <p className={styles['hidden']}>
      {`${words} –`}
      {button}
    </p>
  )
}

const Failed = ({ read }: { read: ReadState<readonly Bookable[] | undefined> }) => {
  const { zone } = useTimetable()
  const { clock } = useVisit()
  const { data, statusCode, readAt, askAgain, requesting } = read
  const asOf =
    data === undefined || readAt === undefined
      ? ''
      : ` What you see is as of ${time(new Date(clock.at(readAt)), zone).format24Hour}.`
  return (
    <div role="alert">
      <Notice colour="danger">
        <p>{`${errorMessage(statusCode)}${asOf}`}</p>
        <p>
          <Button variant="secondary" busy={requesting} onClick={askAgain}>
            Retry
          </Button>
        </p>
      </Notice>
    </div>
  )
}

const ToDates = () => (
  <p className={styles['back']}>
    <a href="#dates">Choose a different date</a>
  </p>
)
