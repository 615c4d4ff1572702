import { useState } from 'react'
import type { Booking } from '#contract/bookings.ts'
import { api } from '#web/platform/api.ts'
import { useCall, useLateRead } from '#web/platform/queries.ts'
import { useServerNow } from '#web/platform/useServerNow.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorBlock } from '#web/ui/ErrorBlock.tsx'
import { Skeleton } from '#web/ui/Layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './CancelBooking.module.css'
import { cancellationTerms } from './cancellationTerms.ts'
import { describeRefund } from './describeRefund.ts'

/**
 * Asks whether a booking shall be cancelled, and says before what comes back: the server's own sum, which is what it
 * pays. Shown as long as it is rendered.
 */
export const CancelBooking = ({
  bookingId,
  onClose,
  onDone,
}: {
  bookingId: number
  onClose: () => void
  /** It is cancelled; by default the dialog closes. */
  onDone?: () => void
}) => {
  const { data: booking, error, statusCode, askAgain } = useLateRead(api.bookings.one, { bookingId })
  return (
    <Modal title="Cancel this booking?" onClose={onClose} closeLabel="Keep the booking">
      {booking === undefined && error !== null ? (
        <ErrorBlock status={statusCode}>
          <Button variant="secondary" onClick={askAgain}>
            Retry
          </Button>
        </ErrorBlock>
      ) : null}
      {booking === undefined && error === null ? <Skeleton lines={4} /> : null}
      {booking === undefined ? null : (
        <Question booking={booking} onClose={onClose} onDone={onDone ?? onClose} />
      )}
    </Modal>
  )
}

const Question = ({
  booking,
  onClose,
  onDone,
}: {
  booking: Booking
  onClose: () => void
  onDone: () => void
}) => {
  const toasts = useToasts()
  const now = useServerNow(60_000)
  const [failure, setFailure] = useState<string>()
  const cancel = useCall(api.bookings.cancel, {
    onSuccess: ({ refund }) => {
      const back = refund.raw > 0 ? ` ${describeRefund(booking)}` : ''
      toasts.show({ content: `Your booking is cancelled.${back}`, colour: 'success', closeAfter: 10000 })
      onDone()
    },
    onFailure: (error) => {
      setFailure(error.told)
      toasts.failure(error, { inline: false })
    },
  })
  const { item, simpleName, venueName, bookedFor } = booking
  const name = `${bookedFor.firstName} ${bookedFor.lastName}`.trim()
  const terms = cancellationTerms(booking, now)
  return (
    <div className={styles['question']}>
      <div className={styles['what']}>
        <p className={styles['name']}>{simpleName}</p>
        <p>
          {item.date.fullDatePretty}, {item.startsAt.format24Hour} to {item.endsAt.format24Hour}
        </p>
        <p className={styles['quiet']}>
          {[item.location.type === 'venue' ? '' : item.location.name, venueName, name]
            .filter((part) => part !== '')
            .join(' · ')}
        </p>
      </div>
      {booking.canBeCancelled ? (
        <>
          <div className={styles['back']}>
            <p className={styles['sum']}>{describeRefund(booking)}</p>
            {terms === null ? null : <p className={styles['quiet']}>{terms}</p>}
          </div>
          {failure === undefined && cancel.error === null ? null : (
            <Notice colour="danger" role="alert">
              <p>{failure ?? 'Something has gone wrong, please try again.'}</p>
            </Notice>
          )}
          <div className={styles['buttons']}>
            <Button variant="secondary" onClick={onClose}>
              Keep it
            </Button>
            <Button
              busy={cancel.requesting}
              onClick={() => {
                setFailure(undefined)
                cancel.send({ bookingId: booking.id, source: 'bookings' })
              }}
            >
              {cancel.requesting ? 'Cancelling…' : 'Cancel booking'}
            </Button>
          </div>
        </>
      ) : (
        <>
          <Notice colour="info">
            <p>{isOver(booking) ? 'This booking is cancelled already.' : 'This can be cancelled no more.'}</p>
          </Notice>
          <div className={styles['buttons']}>
            <Button onClick={onClose}>Close</Button>
          </div>
        </>
      )}
    </div>
  )
}

const isOver = ({ status }: Booking): boolean => status === 'cancelled' || status === 'cancelled_by_venue'
