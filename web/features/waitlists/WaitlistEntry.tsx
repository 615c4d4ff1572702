import type { WaitlistEntry as Entry } from '#contract/waitlists.ts'
import { dateTime } from '#messages/format.ts'
import { sessionFullTime, sessionStart } from '#messages/shared/dates.ts'
import * as messages from '#messages/shared/waitlists.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Badge } from '#web/ui/Layout.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import { LeaveWaitlist } from './LeaveWaitlist.tsx'
import { useWaitlists } from './useWaitlists.ts'
import styles from './WaitlistEntry.module.css'

/** One entry of the customer's waitlists: its position or the offered place, and its history. */
export const WaitlistEntry = ({
  entry,
  bookTo,
  isOwn,
  now,
}: {
  entry: Entry
  /** The address in the timetable where an offered place is booked. */
  bookTo: string
  /** False for a linked person's, whose name is displayed. */
  isOwn: boolean
  now: Date
}) => {
  const waitlists = useWaitlists()
  const { item, status, history } = entry
  const rowKey = `entry ${entry.id}`
  const failure = waitlists.failureOf(rowKey)
  const isOpen = status === 'waiting' || status === 'offered'
  const session = messages.sessionName({ name: item.name, time: sessionStart(item) })
  return (
    <article className={styles['entry']} data-status={status}>
      <div className={styles['what']}>
        <h2 className={styles['title']}>
          {item.name} <Badge>{statusLabel(entry)}</Badge>
        </h2>
        <p>
          <Icon name="clock" size={18} /> {sessionFullTime(item)}
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
            {messages.reservedUntil({
              time: dateTime({ at: new Date(entry.offerExpiresAt), zone: item.date.tz, now }),
            })}
          </p>
        ) : null}
        <details className={styles['history']}>
          <summary>
            <RichText
              message={messages.history}
              hidden={<span className="visually-hidden">{session}</span>}
            />
          </summary>
          <ol role="list">
            {history.map(({ at, message }, index) => (
              <li key={index}>
                <span>{dateTime({ at: new Date(at), zone: item.date.tz, now })}</span> {message}
              </li>
            ))}
          </ol>
        </details>
      </div>
      {isOpen ? (
        <div className={styles['ways']}>
          {status === 'offered' ? (
            <a className={buttonClass()} href={bookTo}>
              <RichText message={messages.book} hidden={<span className="visually-hidden">{session}</span>} />
            </a>
          ) : null}
          <LeaveWaitlist
            waitlists={waitlists}
            entry={{ id: item.id, waitlistId: entry.waitlistId }}
            userId={entry.userId}
            rowKey={rowKey}
            label={status === 'offered' ? messages.decline : messages.leaveWaitlist}
            name={
              status === 'offered'
                ? messages.declinePlaceFor({ session })
                : messages.leaveWaitlistFor({ session })
            }
          />
        </div>
      ) : null}
      {failure === undefined ? null : <p className={styles['failure']}>{failure}</p>}
    </article>
  )
}

/** `3rd of 5`, or how it ended. */
const statusLabel = ({ status, position, waitlistLength, history }: Entry): string => {
  switch (status) {
    case 'waiting':
      return messages.positionOf({ position, total: waitlistLength })
    case 'offered':
      return messages.placeReserved
    case 'taken':
      return messages.placeTaken
    case 'passed':
      return history.at(-1)?.what === 'passed' ? messages.declined : messages.expired
    case 'closed':
      return history.at(-1)?.what === 'called_off' ? messages.calledOff : messages.closed
  }
}
