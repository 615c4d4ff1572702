import * as messages from '#messages/bookings/timetable.ts'
import { longDay } from '#messages/format.ts'
import { Link } from '#web/platform/router.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import { nextWithTimes, type StripDay } from './days.ts'
import styles from './NextAvailableDay.module.css'

/** The nearest other day with spaces; where there is none, until when all is booked. */
export const NextAvailableDay = ({
  days,
  chosen,
  unit,
  dayTo,
}: {
  days: readonly StripDay[]
  chosen: string
  unit: messages.Unit
  dayTo: (day: string) => string
}) => {
  const next = nextWithTimes(days, chosen)
  const last = days.findLast(({ state }) => state === 'offered')?.day ?? chosen
  if (next === undefined) return <p className={styles['none']}>{messages.fullUntil({ day: last })}</p>
  return (
    <Link className={styles['day']} to={dayTo(next.day)} stay>
      <span>
        <RichText
          message={messages.nextAvailable}
          day={<strong>{longDay(next.day)}</strong>}
          availability={messages.dayTimes({ ...next, unit })}
        />
      </span>
      <Icon name="arrow" />
    </Link>
  )
}
