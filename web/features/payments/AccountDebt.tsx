import type { AccountPayments } from '#contract/payments.ts'
import * as messages from '#messages/account/payments.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Layout.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import styles from './PenaltyList.module.css'

/** What is owed on the customer's account, which is paid in the basket, or what refunds have left on it. */
export const AccountDebt = ({
  account: { owed, formattedOwed },
  onInBasket,
}: {
  account: NonNullable<AccountPayments['account']>
  onInBasket: () => void
}) => {
  const toasts = useToasts()
  const settings = {
    onFailure: (error: Parameters<typeof toasts.failure>[0]) => {
      toasts.failure(error)
    },
  }
  const add = useCall(api.baskets.add, { ...settings, onSuccess: onInBasket })
  const start = useCall(api.payments.payAccount, {
    ...settings,
    onSuccess: ({ penaltyId }) => {
      add.send({ items: [{ id: penaltyId, type: 'penalty' }] })
    },
  })
  if (owed <= 0) {
    return (
      <Card>
        <p>
          {owed === 0 ? (
            messages.accountNothingOwed
          ) : (
            <RichText
              message={messages.accountInFavour}
              amount={<strong>{formattedOwed.replace('-', '')}</strong>}
            />
          )}
        </p>
      </Card>
    )
  }
  return (
    <div className={styles['penalty']}>
      <p>
        <RichText message={messages.accountOwed} amount={<strong>{formattedOwed}</strong>} />
      </p>
      <Button
        busy={start.requesting || add.requesting}
        aria-label={messages.payItem({ amount: formattedOwed, item: messages.accountTitle })}
        onClick={() => {
          start.send({})
        }}
      >
        {messages.pay}
      </Button>
    </div>
  )
}
