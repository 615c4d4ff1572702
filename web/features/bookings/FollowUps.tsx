import { fullDay } from '#messages/format.ts'
import type { FollowUp } from '#contract/bookings.ts'
import { walkIn } from '#messages/desk/attendance.ts'
import * as messages from '#messages/desk/followUps.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { links } from '#web/platform/links.ts'
import { useCall, useDeferredRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './FollowUps.module.css'
import { PhoneLink } from '#web/ui/PhoneLink.tsx'

/** Other desks tick people off too. */
const refetchEveryMs = 60_000

/** The people of a venue whom e-mail could not reach, until somebody has rung each. */
export const FollowUps = ({ venueSlug }: { venueSlug: string }) => {
  const { data: followUps = [] } = useDeferredRead(
    api.bookings.followUps,
    { venue: venueSlug },
    { everyMs: refetchEveryMs },
  )
  if (followUps.length === 0) return null
  return (
    <Notice colour="warning">
      <details className={styles['followUps']}>
        <summary>{messages.heading({ count: followUps.length })}</summary>
        <p>{messages.explanation}</p>
        <ul role="list" className={styles['list']}>
          {followUps.map((followUp) => (
            <FollowUpRow key={followUp.id} followUp={followUp} />
          ))}
        </ul>
      </details>
    </Notice>
  )
}

const FollowUpRow = ({ followUp }: { followUp: FollowUp }) => {
  const { id, name, phone, reason, message, booking, customerId } = followUp
  return (
    <li>
      <div>
        <p>
          <strong>{name === '' ? walkIn : name}</strong> · <PhoneLink phone={phone} />
        </p>
        {booking === null ? null : (
          <p>
            <Link to={deskLinks.session(booking.sessionId)}>
              {messages.sessionWhen({
                session: booking.sessionName,
                day: fullDay(booking.date.raw),
                time: booking.startsAt.format24Hour,
              })}
            </Link>{' '}
            · <Link to={links.bookingConfirmed(booking.orderId)}>{messages.order}</Link>
          </p>
        )}
        {booking === null && customerId !== null ? (
          <p>
            <Link to={deskLinks.customer(customerId)}>{messages.account}</Link>
          </p>
        ) : null}
        <p>{booking === null ? messages.messageForThem : messages.reasons[reason]}</p>
        {message === '' ? null : <p>{messages.quoted({ message })}</p>}
      </div>
      <FinishFollowUp id={id} name={name} />
    </li>
  )
}

/** Ticks somebody off who has been rung. */
export const FinishFollowUp = ({ id, name }: { id: number; name: string }) => {
  const toasts = useToasts()
  const person = name === '' ? walkIn : name
  const finish = useCall(api.bookings.finishFollowUp, {
    onSuccess: () => {
      toasts.show({ content: messages.ticked({ name: person }), colour: 'success', closeAfter: 5000 })
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  return (
    <Button
      variant="secondary"
      size="lg"
      busy={finish.requesting}
      aria-label={messages.doneFor({ name: person })}
      onClick={() => {
        finish.send({ followUpId: id })
      }}
    >
      {messages.done}
    </Button>
  )
}
