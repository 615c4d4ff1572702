import type { ReactNode } from 'react'
import type { Plan } from '#contract/memberships.ts'
import { longDate } from '#messages/shared/dates.ts'
import * as messages from '#messages/join/plans.ts'
import { RichText } from '#web/ui/RichText.tsx'
import { Card } from '#web/ui/Layout.tsx'
import styles from './JoiningSummary.module.css'
import { DueToday } from './PlanCards.tsx'
import { describeMinimumTerm, describeNextPayment, listChanges } from './planCosts.ts'

/** The chosen plan: what is due today, later payments and the minimum term. */
export const JoiningSummary = ({
  plan,
  busy = false,
  children,
}: {
  plan: Plan
  /** While the sums for another start date are loading. */
  busy?: boolean
  children?: ReactNode
}) => {
  const from = { date: longDate(plan.firstDays.from) }
  return (
    <Card className={styles['summary']} aria-busy={busy}>
      <div>
        <h2 className={styles['name']}>{plan.name}</h2>
        <p className={styles['where']}>{plan.venueName}</p>
      </div>
      <p className={styles['price']}>
        {plan.price.raw === 0 ? (
          <RichText message={messages.freeFrom(from)} amount={<strong>{messages.free}</strong>} />
        ) : (
          <RichText
            message={messages.priceFrom[plan.billingPeriod](from)}
            amount={<strong>{plan.price.formatted}</strong>}
          />
        )}
      </p>
      <div className={styles['due']} role="status">
        <DueToday plan={plan} />
        <p>{describeNextPayment(plan)}</p>
      </div>
      <p className={styles['term']}>{describeMinimumTerm(plan)}</p>
      {listChanges(plan).map((sentence) => (
        <p key={sentence} className={styles['term']}>
          {sentence}
        </p>
      ))}
      {children}
    </Card>
  )
}
