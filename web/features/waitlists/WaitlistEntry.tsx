import type { WaitlistEntry as Entry } from '#contract/waitlists.ts'
import { date, localDay, time } from '#contract/time.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Badge } from '#web/ui/Layout.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { useWaitlists } from './useWaitlists.ts'
import styles from './WaitlistEntry.module.css'

/**
 * Something a person waits for: where they stand, the place that is kept for them, and all that became of it. `takeTo` is
 * the address in the timetable where a kept place is taken.
 */
export const WaitlistEntry = ({
  entry,
  takeTo,
  isOwn,
  now,
}: {
  entry: Entry
  takeTo: string
  /** False for a linked person's, whose name is said then. */
  isOwn: boolean
  now: Date
}) => {
  const waitlists = useWaitlists()
  const { item, status, history } = entry
  const rowKey = `entry ${entry.id}`
  const failure = waitlists.failureOf(rowKey)
  const isOpen = status === 'waiting' || status === 'offered'
  const what = `${item.name}, ${item.date.fullDatePretty}, ${item.startsAt.format24Hour}`
  const leave = (
    <Button
      variant="secondary"
      busy={waitlists.isBusy(rowKey)}
      aria-label={`${status === 'offered' ? 'Let it go' : 'Leave waitlist'}: ${what}`}
      onClick={() => {
        void waitlists.leave({ id: item.id, waitlistId: entry.waitlistId }, entry.userId, rowKey)
      }}
    >
      {status === 'offered' ? 'Let it go' : 'Leave waitlist'}
    </Button>
  )
  return (
    <article className={styles['entry']} data-status={status}>
      <div className={styles['what']}>
        <h3>
          {item.name} <Badge>{statusInWords(entry)}</Badge>
        </h3>
        <p>
          <Icon name="clock" size={18} /> {item.date.fullDatePretty}, {item.startsAt.format24Hour} to{' '}
          {item.endsAt.format24Hour}
        </p>
        <p>
          <Icon name="pin" size={18} />{' '}
          {item.location.type === 'venue' ? item.venueName : `${item.location.name}, ${item.venueName}`}
        </p>
        {isOwn ? null : (
          <p>
            <Icon name="person" size={18} /> {entry.firstName}
          </p>
        )}
        {status === 'offered' && entry.offerExpiresAt !== null ? (
          <p className={styles['offer']}>
            {`A place is kept until ${untilInWords(new Date(entry.offerExpiresAt), item.date.tz, now)}.`}
          </p>
        ) : null}
        <details className={styles['history']}>
          <summary>
            What has happened<span className="visually-hidden">: {what}</span>
          </summary>
          <ol role="list">
            {history.map(({ at, message }, index) => (
              <li key={index}>
                <span>{untilInWords(new Date(at), item.date.tz, now)}</span> {message}
              </li>
            ))}
          </ol>
        </details>
      </div>
      {isOpen ? (
        <div className={styles['ways']}>
          {status === 'offered' ? (
            <a className={buttonClass()} href={takeTo}>
              Take the place<span className="visually-hidden">: {what}</span>
            </a>
          ) : null}
          {leave}
        </div>
      ) : null}
      {failure === undefined ? null : <p className={styles['failure']}>{failure}</p>}
    </article>
  )
}

/** `3rd of 5`, or how it ended. */
const statusInWords = ({ status, position, waitlistLength, history }: Entry): string => {
  switch (status) {
    case 'waiting':
      return `${ordinal(position)} of ${waitlistLength}`
    case 'offered':
      return 'A place for you'
    case 'taken':
      return 'Place taken'
    case 'passed':
      return history.at(-1)?.what === 'passed' ? 'Let go' : 'Not taken in time'
    case 'closed':
      return 'Closed'
  }
}

/** 1st, 2nd, 3rd, 4th … 11th. */
export const ordinal = (position: number): string => {
  const rest = position % 100
  const ending = rest >= 11 && rest <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][position % 10] ?? 'th')
  return `${position}${ending}`
}

/** `21:00` today, `Thu 4 Mar, 21:00` on another day. */
export const untilInWords = (at: Date, zone: string, now: Date): string => {
  const day = localDay(at, zone)
  const hour = time(at, zone).format24Hour
  if (day === localDay(now, zone)) return hour
  const { dayPretty, datePretty } = date(day, zone, now)
  return `${dayPretty} ${datePretty}, ${hour}`
}
