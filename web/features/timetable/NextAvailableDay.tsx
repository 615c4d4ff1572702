import * as messages from '#messages/bookings/timetable.ts'
import { longDay } from '#messages/format.ts'
import { Link } from '#web/platform/router.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import { countsOf, unitOf } from './itemLabels.ts'
import styles from './NextAvailableDay.module.css'
import { useTimetable } from './timetableContext.ts'
import { useDay, type DayQuery } from './useDay.ts'

type Props = {
  dayQuery: DayQuery
  /** The days to try, in order. */
  days: readonly string[]
  dayTo: (day: string) => string
}

/** The first other day with places. A day is read only when those before it have none. */
export const NextAvailableDay = ({ dayQuery, days, dayTo }: Props) => {
  const last = [dayQuery.date, ...days].toSorted().at(-1) ?? dayQuery.date
  return <FirstAvailable dayQuery={dayQuery} days={days} dayTo={dayTo} last={last} />
}

const FirstAvailable = ({ dayQuery, days: [day, ...others], dayTo, last }: Props & { last: string }) =>
  day === undefined ? (
    <p className={styles['none']}>{messages.fullUntil({ day: last })}</p>
  ) : (
    <DayCandidate dayQuery={{ ...dayQuery, date: day }} days={others} dayTo={dayTo} last={last} />
  )

const DayCandidate = ({ dayQuery, days, dayTo, last }: Props & { last: string }) => {
  const { now } = useTimetable()
  const { data, error } = useDay(dayQuery)
  if (data === undefined && error === null) return <p className={styles['none']}>{messages.findingDay}</p>
  const unit = unitOf(dayQuery.kind)
  const { available } = countsOf(data ?? [], now, unit)
  if (available === 0) return <FirstAvailable dayQuery={dayQuery} days={days} dayTo={dayTo} last={last} />
  return (
    <Link className={styles['day']} to={dayTo(dayQuery.date)} stay>
      <span>
        <RichText
          message={messages.nextAvailable}
          day={<strong>{longDay(dayQuery.date)}</strong>}
          availability={messages.dayAvailability({ count: available, unit })}
        />
      </span>
      <Icon name="arrow" />
    </Link>
  )
}
