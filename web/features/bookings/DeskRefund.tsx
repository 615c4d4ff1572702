import { useState } from 'react'
import type { Booking } from '#contract/bookings.ts'
import { decimals, formatted } from '#contract/money.ts'
import * as messages from '#messages/desk/refunds.ts'
import { sessionStart } from '#messages/shared/dates.ts'
import { api } from '#web/platform/api.ts'
import { penceFromInput } from '#web/platform/penceInput.ts'
import { useCall, useRead } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, TextField } from '#web/ui/Field.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './DeskCancel.module.css'

/** Refunds a booking, or a part of it, which stays as it is. The button says how much goes where. */
export const DeskRefund = ({ booking, onClose }: { booking: Booking; onClose: () => void }) => {
  const toasts = useToasts()
  const { data: config } = useRead(api.operator.config)
  const { simpleName, item, refundable } = booking
  const [amount, setAmount] = useState(decimals(refundable.raw))
  const [cash, setCash] = useState(refundable.parts.every(({ to }) => to === 'desk'))
  const refund = useCall(api.bookings.refundAtDesk, {
    onSuccess: ({ refund: { formatted: sum }, handOut }) => {
      const content = messages.refundDone({
        amount: sum,
        cash: handOut.raw > 0 ? handOut.formatted : null,
      })
      toasts.show({ content, colour: 'success', closeAfter: 10000 })
      onClose()
    },
  })
  const form = useForm(refund, ({ text }) => {
    refund.send({
      bookingId: booking.id,
      amount: penceFromInput(amount) ?? 0,
      to: cash ? 'cash' : 'terms',
      reason: text('reason'),
    })
  })
  const [first, ...others] = refundable.parts
  const to = others.length > 0 ? null : cash && first?.to !== 'card' ? 'desk' : (first?.to ?? null)
  const { error, validationMessages } = refund
  return (
    <Modal title={messages.refundTitle} onClose={onClose}>
      <form {...form} className={styles['form']}>
        <p>
          <strong>{simpleName}</strong>, {sessionStart(item)}
        </p>
        <p className={styles['terms']}>{messages.refundLeft({ amount: refundable.formatted })}</p>
        <TextField
          label={messages.amount}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          errors={validationMessages['amount']}
          onInput={(event) => {
            setAmount(event.currentTarget.value)
          }}
        />
        <TextField
          label={messages.reason}
          name="reason"
          autoComplete="off"
          errors={validationMessages['reason']}
        />
        <CheckField
          name="cash"
          checked={cash}
          onChange={(event) => {
            setCash(event.currentTarget.checked)
          }}
        >
          {messages.inCash}
        </CheckField>
        {error === null ? null : (
          <Notice colour="danger" role="alert">
            <p>{error.message}</p>
          </Notice>
        )}
        <div className={styles['buttons']}>
          <Button variant="secondary" size="lg" onClick={onClose}>
            {messages.keep}
          </Button>
          <Button type="submit" size="lg" busy={refund.requesting}>
            {messages.refundTo({
              amount: formatted(penceFromInput(amount) ?? 0, config.currency.symbol),
              to,
            })}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
