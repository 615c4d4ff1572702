import * as messages from '#messages/desk/refunds.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './DeskCancel.module.css'

/** Takes back a sale that was a mistake. */
export const DeskVoid = ({
  orderId,
  amount,
  onClose,
}: {
  orderId: number
  /** What goes back. */
  amount: string
  onClose: () => void
}) => {
  const toasts = useToasts()
  const takeBack = useCall(api.bookings.voidOrder, {
    onSuccess: ({ refund }) => {
      const content = messages.voidDone({ amount: refund.raw > 0 ? refund.formatted : null })
      toasts.show({ content, colour: 'success', closeAfter: 10000 })
      onClose()
    },
  })
  const form = useForm(takeBack, ({ text }) => {
    takeBack.send({ completeOrderId: orderId, reason: text('reason') })
  })
  const { error, validationMessages } = takeBack
  return (
    <Modal title={messages.voidTitle} onClose={onClose}>
      <form {...form} className={styles['form']}>
        <p className={styles['terms']}>{messages.voidEffect}</p>
        <TextField
          label={messages.reason}
          name="reason"
          autoComplete="off"
          errors={validationMessages['reason']}
        />
        {error === null ? null : (
          <Notice colour="danger" role="alert">
            <p>{error.message}</p>
          </Notice>
        )}
        <div className={styles['buttons']}>
          <Button variant="secondary" size="lg" onClick={onClose}>
            {messages.keepSale}
          </Button>
          <Button type="submit" size="lg" busy={takeBack.requesting}>
            {messages.voidAnd({ amount })}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
