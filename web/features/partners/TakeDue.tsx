import type { Received } from '#contract/endpoint.ts'
import type { openBooking } from '#contract/open-booking.ts'
import * as messages from '#messages/desk/partners.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import styles from './PartnerCard.module.css'

type Due = Received<(typeof openBooking)['dueAtVenue']>['orders'][number]

/** Records that a customer has paid at the desk, in cash or at the card terminal. */
export const TakeDue = ({ order, onClose }: { order: Due; onClose: () => void }) => {
  const toasts = useToasts()
  const collect = useCall(api.openBooking.collectDue, {
    onSuccess: ({ amount }) => {
      onClose()
      const content = messages.taken({ amount: amount.formatted, customer: order.customer })
      toasts.show({ content, colour: 'success', closeAfter: 5000 })
    },
    onFailure: (error) => {
      onClose()
      toasts.failure(error)
    },
  })
  const send = (tenderType: 'cash' | 'card_terminal') => () => {
    collect.send({ orderId: order.orderId, tenderType })
  }
  return (
    <Modal
      title={messages.takeFrom({ amount: order.due.formatted, customer: order.customer })}
      onClose={onClose}
    >
      <div className={styles['confirm']}>
        <p>{messages.howPaid}</p>
        <div className={styles['buttons']}>
          <Button size="lg" busy={collect.requesting} onClick={send('cash')}>
            {messages.paidInCash}
          </Button>
          <Button size="lg" busy={collect.requesting} onClick={send('card_terminal')}>
            {messages.paidByCard}
          </Button>
          <Button variant="secondary" size="lg" onClick={onClose}>
            {messages.notYet}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
