import { useState } from 'react'
import type { Booking } from '#contract/bookings.ts'
import * as messages from '#messages/shared/bookings.ts'
import { sessionFullTime } from '#messages/shared/dates.ts'
import { api, type ApiError } from '#web/platform/api.ts'
import { useCall, useDeferredRead } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckField } from '#web/ui/Field.tsx'
import { ErrorBlock } from '#web/ui/ErrorBlock.tsx'
import { Skeleton } from '#web/ui/Layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './BookingDialog.module.css'
import { cancellationTerms, isCancelled } from './cancellationTerms.ts'
import { describeRefunds } from './describeRefund.ts'

/** The dialog that cancels a booking in an account. It shows the refund before, computed by the server. */
export const CancelBooking = ({
  bookingId,
  onClose,
  onDone,
}: {
  bookingId: number
  onClose: () => void
  /** By default the dialog closes. */
  onDone?: () => void
}) => {
  const { data: booking, error, statusCode, refetch } = useDeferredRead(api.bookings.one, { bookingId })
  return (
    <Modal title={messages.cancelTitle} onClose={onClose} closeLabel={messages.close}>
      {booking === undefined && error !== null ? (
        <ErrorBlock status={statusCode}>
          <Button variant="secondary" onClick={refetch}>
            {messages.retry}
          </Button>
        </ErrorBlock>
      ) : null}
      {booking === undefined && error === null ? <Skeleton lines={4} /> : null}
      {booking === undefined ? null : (
        <CancelForm booking={booking} onClose={onClose} onDone={onDone ?? onClose} />
      )}
    </Modal>
  )
}

/** The same on the page of an order, for anyone who may see the order: a visitor has no account. */
export const CancelOrderBooking = ({ booking, onClose }: { booking: Booking; onClose: () => void }) => (
  <Modal title={messages.cancelTitle} onClose={onClose} closeLabel={messages.close}>
    <CancelForm booking={booking} onClose={onClose} onDone={onClose} isByOrder />
  </Modal>
)

const CancelForm = ({
  booking,
  onClose,
  onDone,
  isByOrder = false,
}: {
  booking: Booking
  onClose: () => void
  onDone: () => void
  /** The order, not an account, is what the caller may see. */
  isByOrder?: boolean
}) => {
  const toasts = useToasts()
  const [failure, setFailure] = useState<string>()
  const [alsoIds, setAlsoIds] = useState<readonly number[]>([])
  const { data: order } = useDeferredRead(api.bookings.order, { completeOrderId: booking.orderId })
  // The others of a family at the same session.
  const others = (order?.bookings ?? []).filter(
    ({ id, item, canBeCancelled }) => canBeCancelled && id !== booking.id && item.id === booking.item.id,
  )
  const chosen = [booking, ...others.filter(({ id }) => alsoIds.includes(id))]
  const bookingIds = chosen.map(({ id }) => id)
  const onSuccess = (cancelled: readonly { refund: { raw: number } }[]): void => {
    const count = cancelled.length
    const content = cancelled.some(({ refund }) => refund.raw > 0)
      ? messages.bookingCancelledWith({ count, refund: describeRefunds(chosen) })
      : messages.bookingCancelled({ count })
    toasts.show({ content, colour: 'success', closeAfter: 10000 })
    onDone()
  }
  const onFailure = (error: ApiError): void => {
    setFailure(error.serverMessage)
    toasts.failure(error)
  }
  const cancelOne = useCall(api.bookings.cancel, {
    onSuccess: (cancelled) => {
      onSuccess([cancelled])
    },
    onFailure,
  })
  const cancelSeveral = useCall(api.bookings.change, { onSuccess, onFailure })
  const cancelOfOrder = useCall(api.bookings.cancelOfOrder, { onSuccess, onFailure })
  const cancel = isByOrder ? cancelOfOrder : chosen.length > 1 ? cancelSeveral : cancelOne
  const { item, simpleName, venueName, bookedFor } = booking
  const name = `${bookedFor.firstName} ${bookedFor.lastName}`.trim()
  const terms = cancellationTerms(booking)
  return (
    <div className={styles['question']}>
      <div className={styles['what']}>
        <p className={styles['name']}>{simpleName}</p>
        <p>{sessionFullTime(item)}</p>
        <p className={styles['quiet']}>
          {[item.location.type === 'venue' ? '' : item.location.name, venueName, name]
            .filter((part) => part !== '')
            .join(' · ')}
        </p>
      </div>
      {booking.canBeCancelled ? (
        <>
          {others.length === 0 ? null : (
            <fieldset className={styles['others']}>
              <legend>{messages.cancelAlsoFor}</legend>
              {others.map(({ id, bookedFor: person }) => (
                <CheckField
                  key={id}
                  checked={alsoIds.includes(id)}
                  onChange={({ target }) => {
                    setAlsoIds(target.checked ? [...alsoIds, id] : alsoIds.filter((one) => one !== id))
                  }}
                >
                  {`${person.firstName} ${person.lastName}`.trim() || messages.anotherPlace}
                </CheckField>
              ))}
              {others.length === 1 ? null : (
                <Button
                  variant="text"
                  onClick={() => {
                    setAlsoIds(others.map(({ id }) => id))
                  }}
                >
                  {messages.chooseAll}
                </Button>
              )}
            </fieldset>
          )}
          <div className={styles['result']}>
            <p className={styles['sum']}>{describeRefunds(chosen)}</p>
            {terms === null ? null : <p className={styles['quiet']}>{terms}</p>}
          </div>
          {failure === undefined && cancel.error === null ? null : (
            <Notice colour="danger" role="alert">
              <p>{failure ?? messages.cancelFailed}</p>
            </Notice>
          )}
          <div className={styles['buttons']}>
            <Button variant="secondary" onClick={onClose}>
              {messages.keepBooking}
            </Button>
            <Button
              busy={cancel.requesting}
              onClick={() => {
                setFailure(undefined)
                if (isByOrder) cancelOfOrder.send({ completeOrderId: booking.orderId, bookingIds })
                else if (chosen.length > 1)
                  cancelSeveral.send({ data: { updateType: 'cancellation', bookingIds } })
                else cancelOne.send({ bookingId: booking.id, source: 'bookings' })
              }}
            >
              {cancel.requesting ? messages.cancelling : messages.cancelBookings({ count: chosen.length })}
            </Button>
          </div>
        </>
      ) : (
        <>
          <Notice colour="info">
            <p>{isCancelled(booking) ? messages.alreadyCancelled : messages.tooLate}</p>
          </Notice>
          <div className={styles['buttons']}>
            <Button onClick={onClose}>{messages.close}</Button>
          </div>
        </>
      )}
    </div>
  )
}
