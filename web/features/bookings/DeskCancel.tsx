import { useState } from 'react'
import type { Booking } from '#contract/bookings.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, TextField } from '#web/ui/Field.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { describeRefund } from './describeRefund.ts'
import styles from './DeskCancel.module.css'

/** Cancelling for somebody at the desk. What the terms do not give is a supervisor's to give. */
export const DeskCancel = ({
  booking,
  isSupervisor,
  onClose,
}: {
  booking: Booking
  isSupervisor: boolean
  onClose: () => void
}) => {
  const toasts = useToasts()
  const [full, setFull] = useState(!booking.canBeCancelled)
  const [cash, setCash] = useState(false)
  const cancel = useCall(api.bookings.cancelAtDesk, {
    onSuccess: ({ refund, handOut }) => {
      const back = handOut.raw > 0 ? ` Hand out ${handOut.formatted} in cash.` : ''
      const given = refund.raw > handOut.raw ? ` ${refund.formatted} goes back.` : ''
      toasts.show({ content: `Cancelled.${back}${given}`, colour: 'success', closeAfter: 10000 })
      onClose()
    },
  })
  const form = useForm(cancel, ({ text }) => {
    cancel.send({
      bookingId: booking.id,
      refund: full ? 'full' : 'terms',
      to: cash ? 'cash' : 'terms',
      reason: text('reason'),
    })
  })
  const { simpleName, item } = booking
  return (
    <Modal title="Cancel this booking?" onClose={onClose} closeLabel="Keep the booking">
      <form {...form} className={styles['form']}>
        <p>
          <strong>{simpleName}</strong>, {item.date.fullDatePretty}, {item.startsAt.format24Hour}
        </p>
        <p className={styles['terms']}>
          {full ? `All of ${booking.price} goes back.` : describeRefund(booking)}
        </p>
        {isSupervisor ? (
          <>
            <CheckField
              name="full"
              checked={full}
              onChange={(event) => {
                setFull(event.currentTarget.checked)
              }}
            >
              Give all of it back, whatever the terms say
            </CheckField>
            <CheckField
              name="cash"
              checked={cash}
              onChange={(event) => {
                setCash(event.currentTarget.checked)
              }}
            >
              In cash, as far as it was not paid by card or credit
            </CheckField>
            <TextField label="Why" name="reason" optional autoComplete="off" />
          </>
        ) : null}
        {!isSupervisor && !booking.canBeCancelled ? (
          <Notice colour="warning">
            <p>It is too late to cancel this. A supervisor can.</p>
          </Notice>
        ) : null}
        {cancel.error === null ? null : (
          <Notice colour="danger" role="alert">
            <p>{cancel.error.message}</p>
          </Notice>
        )}
        <div className={styles['buttons']}>
          <Button variant="secondary" size="lg" onClick={onClose}>
            Keep it
          </Button>
          {isSupervisor || booking.canBeCancelled ? (
            <Button type="submit" size="lg" busy={cancel.requesting}>
              Cancel booking
            </Button>
          ) : null}
        </div>
      </form>
    </Modal>
  )
}
