import * as messages from '#messages/desk/attendance.ts'
import { shortDay } from '#messages/format.ts'
import { Link } from '#web/platform/router.tsx'
import { buttonClass } from '#web/ui/Button.tsx'

/** A link to the day before or after, as "‹ Sat 21 Nov". */
export const DayLink = ({
  day,
  direction,
  linkTo,
}: {
  day: string
  direction: 'previous' | 'next'
  linkTo: (day: string) => string
}) => {
  const isPrevious = direction === 'previous'
  return (
    <Link className={buttonClass({ variant: 'secondary', size: 'lg' })} to={linkTo(day)}>
      {isPrevious ? <span aria-hidden="true">‹</span> : null}
      <span className="visually-hidden">{isPrevious ? messages.previousDay : messages.nextDay}</span>
      {shortDay(day)}
      {isPrevious ? null : <span aria-hidden="true">›</span>}
    </Link>
  )
}
