import type { WaitlistRange as Range } from '#contract/waitlists.ts'
import { dateTime, fullDay } from '#messages/format.ts'
import { sessionStart } from '#messages/shared/dates.ts'
import * as messages from '#messages/shared/waitlistRanges.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import { useFocusHandover } from '#web/ui/useFocusHandover.ts'
import { useWaitlistRanges } from './useWaitlistRanges.ts'
import styles from './WaitlistEntry.module.css'

/** A waitlist for any place between two times: what is waited for, the offered place, and the way out and back. */
export const WaitlistRange = ({
  range,
  bookTo,
  isOwn,
  now,
}: {
  range: Range
  /** The address in the timetable where an offered place is booked. */
  bookTo: string
  /** False for a linked person's, whose name is displayed. */
  isOwn: boolean
  now: Date
}) => {
  const { isBusy, failure, leave, rejoin, decline } = useWaitlistRanges()
  const focusHandover = useFocusHandover(`range ${range.id}`)
  const { date, kind, offer } = range
  const times = { from: range.from.format24Hour, to: range.end }
  const title = kind === 'courts' ? messages.courtBetween(times) : messages.placeBetween(times)
  return (
    <article className={styles['entry']} data-status={range.status}>
      <div className={styles['what']}>
        <h2 className={styles['title']}>{title}</h2>
        <p>
          <Icon name="clock" size={18} /> {fullDay(date.raw)}
        </p>
        <p>
          <Icon name="pin" size={18} />{' '}
          {messages.activityAt({ activity: range.activityName, venue: range.venueName })}
        </p>
        {isOwn ? null : (
          <p>
            <Icon name="person" size={18} /> {range.firstName}
          </p>
        )}
        <p className={styles['offer']} role="status">
          {range.status === 'left' ? messages.hasLeft : null}
          {range.status === 'waiting' ? messages.waiting({ count: range.places }) : null}
          {offer === null || offer.offerExpiresAt === null
            ? null
            : messages.offered({
                place: offer.item.location.name,
                time: sessionStart(offer.item),
                until: dateTime({ at: new Date(offer.offerExpiresAt), zone: date.tz, now }),
              })}
        </p>
      </div>
      <div className={styles['ways']}>
        {range.status === 'left' ? (
          <Button
            ref={focusHandover}
            variant="secondary"
            busy={isBusy}
            aria-label={messages.undoOf({ range: title })}
            onClick={() => {
              void rejoin(range.id)
            }}
          >
            {messages.undo}
          </Button>
        ) : null}
        {offer === null ? null : (
          <>
            <a className={buttonClass()} href={bookTo}>
              <RichText message={messages.book} hidden={<span className="visually-hidden">{title}</span>} />
            </a>
            <Button
              variant="secondary"
              busy={isBusy}
              aria-label={messages.declineOf({ range: title })}
              onClick={() => {
                void decline(offer.item.id, range.userId)
              }}
            >
              {messages.decline}
            </Button>
          </>
        )}
        {range.status === 'left' ? null : (
          <Button
            ref={focusHandover}
            variant="secondary"
            busy={isBusy}
            aria-label={messages.leaveOf({ range: title })}
            onClick={() => {
              void leave(range.id)
            }}
          >
            {messages.leave}
          </Button>
        )}
      </div>
      {failure === undefined ? null : <p className={styles['failure']}>{failure}</p>}
    </article>
  )
}
