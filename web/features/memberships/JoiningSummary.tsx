import type { Plan } from '#contract/memberships.ts'
import { dayInWords } from '#contract/time.ts'
import type { ReactNode } from 'react'
import { describeMinimumTerm, describeNextPayment, pricePerPeriod } from './planCosts.ts'
import styles from './JoiningSummary.module.css'
import { Due } from './PlanCards.tsx'

/** What one is about to join, all of it: what is due today, what comes next and for how long. */
export const JoiningSummary = ({
  plan,
  busy = false,
  children,
}: {
  plan: Plan
  /** The sums are being worked out anew. */
  busy?: boolean
  children?: ReactNode
}) => {
  const { sum, period } = pricePerPeriod(plan)
  return (
    <div className={styles['summary']} aria-busy={busy}>
      <div>
        <h2 className={styles['name']}>{plan.name}</h2>
        <p className={styles['where']}>{plan.venueName}</p>
      </div>
      <p className={styles['price']}>
        <strong>{sum}</strong> {period}, from {dayInWords(plan.firstDays.from)}
      </p>
      <div className={styles['due']} role="status">
        <Due plan={plan} />
        <p>{describeNextPayment(plan)}</p>
      </div>
      <p className={styles['bound']}>{describeMinimumTerm(plan)}</p>
      {children}
    </div>
  )
}
