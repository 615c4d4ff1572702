import { useState } from 'react'
import type { Booking } from '#contract/bookings.ts'
import { formatted } from '#contract/money.ts'
import * as messages from '#messages/desk/bookings.ts'
import { sessionStart } from '#messages/shared/dates.ts'
import { api } from '#web/platform/api.ts'
import { useCall, useRead } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, TextField } from '#web/ui/Field.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { describeRefund } from './describeRefund.ts'
import styles from './DeskCancel.module.css'

/** Cancels a customer's booking at the desk. Who may refund beyond the terms refunds more than they say. */
export const DeskCancel = ({
  booking,
  mayRefund,
  onClose,
}: {
  booking: Booking
  mayRefund: boolean
  onClose: () => void
}) => {
  const toasts = useToasts()
  const { data: config } = useRead(api.operator.config)
  const [full, setFull] = useState(!booking.canBeCancelled)
  const [cash, setCash] = useState(false)
  const cancel = useCall(api.bookings.cancelAtDesk, {
    onSuccess: ({ refund, penaltyRefund, handOut }) => {
      const rest = refund.raw + (penaltyRefund?.raw ?? 0) - handOut.raw
      const content = messages.done({
        cash: handOut.raw > 0 ? handOut.formatted : null,
        other: rest > 0 ? formatted(rest, config.currency.symbol) : null,
        penalty: penaltyRefund?.formatted ?? null,
      })
      toasts.show({ content, colour: 'success', closeAfter: 10000 })
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
    <Modal title={messages.cancelTitle} onClose={onClose} closeLabel={messages.close}>
      <form {...form} className={styles['form']}>
        <p>
          <strong>{simpleName}</strong>, {sessionStart(item)}
        </p>
        <p className={styles['terms']}>
          {full ? describeFullRefund(booking) : describeRefund(booking, false)}
          {full && booking.status === 'not_attended' ? ` ${messages.penaltyToo}` : null}
        </p>
        {mayRefund ? (
          <>
            <CheckField
              name="full"
              checked={full}
              onChange={(event) => {
                setFull(event.currentTarget.checked)
              }}
            >
              {messages.refundInFull}
            </CheckField>
            <CheckField
              name="cash"
              checked={cash}
              onChange={(event) => {
                setCash(event.currentTarget.checked)
              }}
            >
              {messages.refundInCash}
            </CheckField>
            <TextField label={messages.reason} name="reason" optional autoComplete="off" />
          </>
        ) : null}
        {!mayRefund && !booking.canBeCancelled ? (
          <Notice colour="warning">
            <p>{messages.supervisorOnly}</p>
          </Notice>
        ) : null}
        {cancel.error === null ? null : (
          <Notice colour="danger" role="alert">
            <p>{cancel.error.message}</p>
          </Notice>
        )}
        <div className={styles['buttons']}>
          <Button variant="secondary" size="lg" onClick={onClose}>
            {messages.keepBooking}
          </Button>
          {mayRefund || booking.canBeCancelled ? (
            <Button type="submit" size="lg" busy={cancel.requesting}>
              {messages.cancelBooking}
            </Button>
          ) : null}
        </div>
      </form>
    </Modal>
  )
}

const describeFullRefund = ({ fullRefund: { raw, formatted: amount } }: Booking): string =>
  raw === 0 ? messages.nothingPaid : messages.fullRefund({ amount })
