import { Link } from '#web/platform/router.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { availabilityOf, isBookable } from './availability.ts'
import { dayInWords } from './days.ts'
import styles from './NearestDay.module.css'
import { useTimetable } from './timetableContext.ts'
import { useDay, type DayAsked } from './useDay.ts'

/**
 * The first of the other days with space, for who finds none on this one. Each day is asked for only when those before
 * it had nothing.
 */
export const NearestDay = ({
  asked,
  days,
  dayTo,
}: {
  asked: DayAsked
  /** The days to try, in order. */
  days: readonly string[]
  dayTo: (day: string) => string
}) => {
  const [day, ...others] = days
  if (day === undefined) return <p className={styles['none']}>No other open day has space either.</p>
  return <TriedDay asked={{ ...asked, date: day }} others={others} dayTo={dayTo} />
}

const TriedDay = ({
  asked,
  others,
  dayTo,
}: {
  asked: DayAsked
  others: readonly string[]
  dayTo: (day: string) => string
}) => {
  const { now } = useTimetable()
  const { data, error } = useDay(asked)
  if (data === undefined && error === null)
    return <p className={styles['none']}>Looking for the next free day…</p>
  const free = (data ?? []).filter((item) => isBookable(availabilityOf(item, now)))
  if (free.length === 0) return <NearestDay asked={asked} days={others} dayTo={dayTo} />
  return (
    <Link className={styles['day']} to={dayTo(asked.date)} stay>
      <span>
        {`First day with space: `}
        <strong>{dayInWords(asked.date)}</strong>
        {`, ${free.length} free`}
      </span>
      <Icon name="arrow" />
    </Link>
  )
}
