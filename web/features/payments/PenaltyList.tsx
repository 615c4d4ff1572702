import type { AccountPayments } from '#contract/payments.ts'
import { longDate } from '#messages/shared/dates.ts'
import * as messages from '#messages/account/payments.ts'
import { Badge } from '#web/ui/Layout.tsx'
import { PayPenalty } from './PayPenalty.tsx'
import styles from './PenaltyList.module.css'

const states = { outstanding: messages.toPay, paid: messages.paid, waived: messages.waived } as const

/** Penalties for absence and late cancelling. An outstanding one is paid in the basket. */
export const PenaltyList = ({
  penalties,
  onInBasket,
}: {
  penalties: AccountPayments['penalties']
  onInBasket: () => void
}) => (
  <ul role="list" className={styles['list']}>
    {penalties.map(({ id, description, formattedAmount, createdOn, status }) => (
      <li key={id} className={styles['penalty']}>
        <p>
          <strong>{description}</strong>
          <br />
          {longDate(createdOn)}
        </p>
        <p className={styles['amount']}>{formattedAmount}</p>
        {status === 'outstanding' ? (
          <PayPenalty
            id={id}
            label={messages.pay}
            name={messages.payItem({ amount: formattedAmount, item: description })}
            onInBasket={onInBasket}
          />
        ) : (
          <Badge colour={status === 'paid' ? 'success' : 'plain'}>{states[status]}</Badge>
        )}
      </li>
    ))}
  </ul>
)
