import type { Expected, Waiting } from '#contract/attendance.ts'
import { longDate } from '#messages/shared/dates.ts'
import * as messages from '#messages/desk/attendance.ts'
import { replace, replaceFor } from '#messages/desk/otherSessions.ts'
import { signer } from '#messages/shared/guardians.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { links } from '#web/platform/links.ts'
import { useCall } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Badge } from '#web/ui/Layout.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import { attendeeName } from './attendeeName.ts'
import { earlyText } from './early.ts'
import styles from './RegisterList.module.css'

/** Begins to put a booking partner's customer into another session. */
type OnReplace = (booking: { bookingId: number; name: string }) => void

/** The bookings of a session, each with buttons to check in, mark absent or undo. */
export const RegisterList = ({
  expected,
  sessionName,
  hasBegun,
  onReplace,
  onStale,
}: {
  expected: readonly Expected[]
  /** The page's heading, so that a row repeats its title only where it differs. */
  sessionName: string
  hasBegun: boolean
  onReplace: OnReplace
  /** Somebody else has changed what is displayed. */
  onStale: () => void
}) => (
  <ul role="list" className={styles['list']}>
    {expected.map((person) => (
      <ExpectedRow key={person.bookingId} {...{ person, sessionName, hasBegun, onReplace, onStale }} />
    ))}
  </ul>
)

const factsOf = (
  { customerReference, age, phone, boughtBy, title, accessCode }: Expected,
  sessionName: string,
): string[] => [
  ...(customerReference === null ? [] : [customerReference]),
  ...(age === null || age >= 18 ? [] : [messages.age({ years: age })]),
  ...(phone === '' ? [] : [phone]),
  ...(boughtBy === null ? [] : [messages.bookedBy({ name: boughtBy })]),
  ...(title === sessionName ? [] : [title]),
  accessCode,
]

const ExpectedRow = ({
  person,
  sessionName,
  hasBegun,
  onReplace,
  onStale,
}: {
  person: Expected
  sessionName: string
  hasBegun: boolean
  onReplace: OnReplace
  onStale: () => void
}) => {
  const toasts = useToasts()
  const mark = useCall(api.attendance.mark, {
    onSuccess: ({ expected, session, penaltyRefund }) => {
      if (penaltyRefund !== null)
        toasts.show({
          content: messages.penaltyRefunded({
            name: attendeeName(expected),
            amount: penaltyRefund.formatted,
          }),
          closeAfter: 10000,
        })
      const early = earlyText(session)
      if (expected.status === 'attended' && early !== undefined)
        toasts.show({
          content: messages.earlyToast({ name: attendeeName(expected), text: early }),
          closeAfter: 10000,
        })
    },
    onFailure: (error) => {
      toasts.failure(error)
      if (error.status === 409) onStale()
    },
  })
  const { bookingId, status, customerId, quantity, orderId, orderReference } = person
  const name = attendeeName(person)
  const markAs = (newStatus: Expected['status']) => () => {
    // Who stands at the desk is there, whatever was recorded before.
    mark.send({ bookingId, status: newStatus, ...(newStatus !== 'attended' && { from: status }) })
  }
  return (
    <li className={`${styles['row'] ?? ''} ${styles[status] ?? ''}`}>
      {person.profilePhoto === null ? null : <Photo address={person.profilePhoto} />}
      <div className={styles['who']}>
        <span className={styles['name']}>
          {customerId === null ? name : <Link to={deskLinks.customer(customerId)}>{name}</Link>}
          {quantity > 1 ? <Badge>{messages.people({ count: quantity })}</Badge> : null}
          {person.proofOfAge && status === 'booked' ? (
            <Badge colour="warning">{messages.checkProofOfAge}</Badge>
          ) : null}
          {person.toPay === null ? null : (
            <Link to={links.bookingConfirmed(orderId)}>
              <Badge colour="warning">{messages.toPay({ amount: person.toPay.formatted })}</Badge>
            </Link>
          )}
          {status === 'attended' ? <Badge colour="success">{messages.attended}</Badge> : null}
          {status === 'not_attended' ? <Badge colour="danger">{messages.absent}</Badge> : null}
        </span>
        <span className={styles['facts']}>
          {factsOf(person, sessionName).join('\u00A0· ')}
          {'\u00A0· '}
          <Link to={links.bookingConfirmed(orderId)}>{orderReference}</Link>
        </span>
        {person.medicalNotes === '' ? null : (
          <span className={styles['notes']}>{messages.medicalNotes({ notes: person.medicalNotes })}</span>
        )}
        {person.waivers.map(({ name: waiver, validUntil, signedBy, signedByRelation }) => (
          <span key={`${waiver} ${signedBy ?? ''}`} className={styles['facts']}>
            {messages.waiver({
              name: waiver,
              signer: signedBy === null ? null : signer({ name: signedBy, relation: signedByRelation }),
              until: validUntil === null ? null : longDate(validUntil),
            })}
          </span>
        ))}
        {person.emergencyContact === '' ? null : (
          <span className={styles['facts']}>
            {messages.emergencyContact({ contact: person.emergencyContact })}
          </span>
        )}
      </div>
      <div className={styles['acts']}>
        {status === 'booked' ? (
          <>
            <Button
              size="lg"
              busy={mark.requesting}
              aria-label={messages.checkInName({ name })}
              onClick={markAs('attended')}
            >
              {messages.checkIn}
            </Button>
            {hasBegun ? (
              <Button
                size="lg"
                variant="secondary"
                aria-label={messages.markNameAbsent({ name })}
                onClick={markAs('not_attended')}
              >
                {messages.markAbsent}
              </Button>
            ) : null}
            {person.soldByPartner ? (
              <Button
                size="lg"
                variant="text"
                aria-label={replaceFor({ name })}
                onClick={() => {
                  onReplace({ bookingId, name })
                }}
              >
                {replace}
              </Button>
            ) : null}
          </>
        ) : (
          <Button
            size="lg"
            variant="text"
            busy={mark.requesting}
            aria-label={messages.undoName({ name })}
            onClick={markAs('booked')}
          >
            {messages.undo}
          </Button>
        )}
      </div>
    </li>
  )
}

/** The waitlist in order. A free place may be offered out of turn. */
export const WaitingList = ({ waiting, free }: { waiting: readonly Waiting[]; free: number }) => (
  <ol role="list" className={styles['list']}>
    {waiting.map((entry, index) => (
      <WaitingRow key={entry.waitlistId} entry={entry} position={index + 1} canOffer={free > 0} />
    ))}
  </ol>
)

const WaitingRow = ({
  entry,
  position,
  canOffer,
}: {
  entry: Waiting
  position: number
  canOffer: boolean
}) => {
  const toasts = useToasts()
  const name = attendeeName(entry)
  const offer = useCall(api.attendance.offer, {
    onSuccess: () => {
      toasts.show({
        content: messages.placeOfferedTo({ name }),
        colour: 'success',
        closeAfter: 5000,
      })
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  return (
    <li className={styles['row']}>
      <div className={styles['who']}>
        <span className={styles['name']}>
          {position}. <Link to={deskLinks.customer(entry.userId)}>{name}</Link>
          {entry.status === 'offered' ? <Badge colour="info">{messages.placeOffered}</Badge> : null}
        </span>
        <span className={styles['facts']}>{entry.reference}</span>
      </div>
      {entry.status === 'waiting' && canOffer ? (
        <div className={styles['acts']}>
          <Button
            size="lg"
            variant="secondary"
            busy={offer.requesting}
            aria-label={messages.offerPlaceTo({ name })}
            onClick={() => {
              offer.send({ waitlistId: entry.waitlistId })
            }}
          >
            {messages.offerPlace}
          </Button>
        </div>
      ) : null}
    </li>
  )
}
