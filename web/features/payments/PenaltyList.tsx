import type { AccountPayments } from '#contract/payments.ts'
import { dayInWords } from '#contract/time.ts'
import * as messages from '#messages/account/payments.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Badge } from '#web/ui/Layout.tsx'
import styles from './PenaltyList.module.css'

const states = { outstanding: messages.toPay, paid: messages.paid, waived: messages.waived } as const

/** Penalties for absence and late cancelling. An outstanding one is paid in the basket. */
export const PenaltyList = ({
  penalties,
  onInBasket,
}: {
  penalties: AccountPayments['penalties']
  onInBasket: () => void
}) => {
  const toasts = useToasts()
  const add = useCall(api.baskets.add, {
    onSuccess: onInBasket,
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  return (
    <ul role="list" className={styles['list']}>
      {penalties.map(({ id, description, formattedAmount, createdOn, status }) => (
        <li key={id} className={styles['penalty']}>
          <p>
            <strong>{description}</strong>
            <br />
            {dayInWords(createdOn)}
          </p>
          <p className={styles['amount']}>{formattedAmount}</p>
          {status === 'outstanding' ? (
            <Button
              busy={add.requesting}
              aria-label={messages.payItem({ amount: formattedAmount, item: description })}
              onClick={() => {
                add.send({ items: [{ id, type: 'penalty' }] })
              }}
            >
              {messages.pay}
            </Button>
          ) : (
            <Badge colour={status === 'paid' ? 'success' : 'plain'}>{states[status]}</Badge>
          )}
        </li>
      ))}
    </ul>
  )
}
