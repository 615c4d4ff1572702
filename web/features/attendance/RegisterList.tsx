import type { Expected, Waiting } from '#contract/attendance.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks, links } from '#web/platform/links.ts'
import { useCall } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Badge } from '#web/ui/Layout.tsx'
import styles from './RegisterList.module.css'

const nameOf = ({ firstName, lastName }: Pick<Expected, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim() || 'Walk-in'

/** Who is expected: one press marks them as in or absent, another takes it back. */
export const RegisterList = ({
  expected,
  sessionName,
  hasBegun,
}: {
  expected: readonly Expected[]
  /** Stands above the list already: a booking says only what differs from it. */
  sessionName: string
  hasBegun: boolean
}) => (
  <ul role="list" className={styles['list']}>
    {expected.map((person) => (
      <ExpectedRow key={person.bookingId} person={person} sessionName={sessionName} hasBegun={hasBegun} />
    ))}
  </ul>
)

const factsOf = (
  { customerReference, age, boughtBy, title, accessCode }: Expected,
  sessionName: string,
): string[] => [
  ...(customerReference === null ? [] : [customerReference]),
  ...(age === null || age >= 18 ? [] : [`aged ${age}`]),
  ...(boughtBy === null ? [] : [`booked by ${boughtBy}`]),
  ...(title === sessionName ? [] : [title]),
  accessCode,
]

const ExpectedRow = ({
  person,
  sessionName,
  hasBegun,
}: {
  person: Expected
  sessionName: string
  hasBegun: boolean
}) => {
  const toasts = useToasts()
  const mark = useCall(api.attendance.mark, {
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const { bookingId, status, customerId, quantity, orderId, orderReference } = person
  const name = nameOf(person)
  const send = (to: Expected['status']) => () => {
    mark.send({ bookingId, status: to })
  }
  return (
    <li className={`${styles['row'] ?? ''} ${styles[status] ?? ''}`}>
      <div className={styles['who']}>
        <span className={styles['name']}>
          {customerId === null ? name : <Link to={deskLinks.customer(customerId)}>{name}</Link>}
          {quantity > 1 ? <Badge>{quantity} people</Badge> : null}
          {status === 'attended' ? <Badge colour="success">In</Badge> : null}
          {status === 'not_attended' ? <Badge colour="danger">Absent</Badge> : null}
        </span>
        <span className={styles['facts']}>
          {factsOf(person, sessionName).join('\u00A0· ')}
          {'\u00A0· '}
          <Link to={links.bookingConfirmed(orderId)}>{orderReference}</Link>
        </span>
      </div>
      <div className={styles['acts']}>
        {status === 'booked' ? (
          <>
            <Button
              size="lg"
              busy={mark.requesting}
              aria-label={`Check in ${name}`}
              onClick={send('attended')}
            >
              Check in
            </Button>
            {hasBegun ? (
              <Button
                size="lg"
                variant="secondary"
                aria-label={`Mark ${name} absent`}
                onClick={send('not_attended')}
              >
                Absent
              </Button>
            ) : null}
          </>
        ) : (
          <Button
            size="lg"
            variant="text"
            busy={mark.requesting}
            aria-label={`Undo for ${name}`}
            onClick={send('booked')}
          >
            Undo
          </Button>
        )}
      </div>
    </li>
  )
}

/** Who waits, in order; a free place may be given out of turn. */
export const WaitingList = ({ waiting, free }: { waiting: readonly Waiting[]; free: number }) => (
  <ol role="list" className={styles['list']}>
    {waiting.map((entry, index) => (
      <WaitingRow key={entry.waitlistId} entry={entry} position={index + 1} mayOffer={free > 0} />
    ))}
  </ol>
)

const WaitingRow = ({
  entry,
  position,
  mayOffer,
}: {
  entry: Waiting
  position: number
  mayOffer: boolean
}) => {
  const toasts = useToasts()
  const name = nameOf(entry)
  const offer = useCall(api.attendance.offer, {
    onSuccess: () => {
      toasts.show({
        content: `A place is kept for ${name}, who is being told.`,
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
          {entry.status === 'offered' ? <Badge colour="info">A place is kept</Badge> : null}
        </span>
        <span className={styles['facts']}>{entry.reference}</span>
      </div>
      {entry.status === 'waiting' && mayOffer ? (
        <div className={styles['acts']}>
          <Button
            size="lg"
            variant="secondary"
            busy={offer.requesting}
            aria-label={`Offer a place to ${name}`}
            onClick={() => {
              offer.send({ waitlistId: entry.waitlistId })
            }}
          >
            Offer a place
          </Button>
        </div>
      ) : null}
    </li>
  )
}
