import type { Received } from '#contract/endpoint.ts'
import type { memberships } from '#contract/memberships.ts'
import * as messages from '#messages/desk/missedPayments.ts'
import { longDate } from '#messages/shared/dates.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { useCall, useDeferredRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, Section } from '#web/ui/Layout.tsx'
import styles from './MissedPayments.module.css'

type Payment = Received<(typeof memberships)['missed']>['payments'][number]

/** Payments that a supervisor decides about; nothing where there are none. */
export const MissedPayments = () => {
  const { data } = useDeferredRead(api.memberships.missed, {})
  if (data === undefined || data.payments.length === 0) return null
  return (
    <Section title={messages.title}>
      <p>{messages.lead}</p>
      <ul role="list" className={styles['list']}>
        {data.payments.map((payment) => (
          <li key={payment.id}>
            <MissedPayment payment={payment} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

const MissedPayment = ({ payment }: { payment: Payment }) => {
  const { id, customerId, customer, plan, dueOn, amount } = payment
  const toasts = useToasts()
  const decide = useCall(api.memberships.decideMissed, {
    onSuccess: (_, { decision }) => {
      const of = { customer, amount: amount.formatted }
      const content = decision === 'owed' ? messages.charged(of) : messages.waived(of)
      toasts.show({ content, colour: 'success', closeAfter: 5000 })
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const send = (decision: 'owed' | 'waived') => () => {
    decide.send({ missedPaymentId: id, decision })
  }
  return (
    <Card className={styles['payment']}>
      <p>
        <Link to={deskLinks.customer(customerId)}>{customer}</Link>
        <br />
        {messages.payment({ plan, day: longDate(dueOn), amount: amount.formatted })}
      </p>
      <div className={styles['buttons']}>
        <Button aria-label={messages.chargeFor({ customer })} busy={decide.requesting} onClick={send('owed')}>
          {messages.charge}
        </Button>
        <Button
          variant="secondary"
          aria-label={messages.waiveFor({ customer })}
          busy={decide.requesting}
          onClick={send('waived')}
        >
          {messages.waive}
        </Button>
      </div>
    </Card>
  )
}
