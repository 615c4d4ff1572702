import type { Basket } from '#contract/baskets.ts'
import * as messages from '#messages/shared/penalties.ts'
import { api } from '#web/platform/api.ts'
import { useDeferredRead } from '#web/platform/queries.ts'
import { useCustomer } from '#web/platform/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './OwedPenalties.module.css'

const titleOf = (owed: readonly { cause: 'booking' | 'membership' }[]): string => {
  const count = owed.length
  if (owed.every(({ cause }) => cause === 'membership')) return messages.missedPayments({ count })
  return owed.some(({ cause }) => cause === 'membership')
    ? messages.amounts({ count })
    : messages.penalties({ count })
}

/** What the customer owes and has not added to the basket yet. */
export const OwedPenalties = ({
  basket,
  isAdding,
  failureOf,
  onPay,
}: {
  basket: Basket | undefined
  isAdding: (penaltyId: number) => boolean
  failureOf: (penaltyId: number) => string | undefined
  onPay: (penaltyId: number) => void
}) => {
  const owes = useCustomer()?.hasOutstandingPenalties === true
  const { data } = useDeferredRead(api.payments.mine, {}, { when: owes })
  const inBasket = basket?.items.flatMap(({ type, cartableId }) => (type === 'penalty' ? [cartableId] : []))
  const owed = (data?.penalties ?? []).filter(
    ({ id, status }) => status === 'outstanding' && inBasket?.includes(id) !== true,
  )
  if (!owes || owed.length === 0) return null
  return (
    <Notice colour="warning" title={titleOf(owed)}>
      <ul role="list" className={styles['penalties']}>
        {owed.map(({ id, description, formattedAmount }) => (
          <li key={id} className={styles['penalty']}>
            <span>
              {description}, <strong>{formattedAmount}</strong>
            </span>
            <Button
              variant="secondary"
              size="sm"
              busy={isAdding(id)}
              aria-label={messages.addItemToBasket({ item: description, amount: formattedAmount })}
              onClick={() => {
                onPay(id)
              }}
            >
              {messages.addToBasket}
            </Button>
            {failureOf(id) === undefined ? null : <p className={styles['error']}>{failureOf(id)}</p>}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
