import type { Plan } from '#contract/memberships.ts'
import { joinLinks } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Badge } from '#web/ui/Layout.tsx'
import {
  describeMinimumTerm,
  listDueToday,
  listEligibility,
  describeNextPayment,
  pricePerPeriod,
} from './planCosts.ts'
import styles from './PlanCards.module.css'

/** The memberships of a venue side by side, line beneath line; on a phone one after the other. */
export const PlanCards = ({ plans }: { plans: readonly Plan[] }) => (
  <ul role="list" className={styles['cards']}>
    {plans.map((plan) => (
      <li key={plan.id} className={styles['card']}>
        <PlanCard plan={plan} />
      </li>
    ))}
  </ul>
)

const PlanCard = ({ plan }: { plan: Plan }) => {
  const { sum, period } = pricePerPeriod(plan)
  return (
    <>
      <div className={styles['top']}>
        <h2 className={styles['name']}>{plan.name}</h2>
        <p className={styles['about']}>{plan.description}</p>
        <ul role="list" className={styles['facts']} aria-label="Who it is for">
          {listEligibility(plan).map((fact) => (
            <li key={fact}>
              <Badge>{fact}</Badge>
            </li>
          ))}
        </ul>
      </div>
      <p className={styles['price']}>
        <strong>{sum}</strong> {period}
      </p>
      <ul role="list" className={styles['benefits']} aria-label={`What ${plan.name} gives`}>
        {plan.benefits.map((benefit) => (
          <li key={benefit}>
            <Icon name="check" size={18} />
            {benefit}
          </li>
        ))}
      </ul>
      <div className={styles['costs']}>
        <Due plan={plan} />
        <p>{describeNextPayment(plan)}</p>
        <p className={styles['bound']}>{describeMinimumTerm(plan)}</p>
      </div>
      <Link className={buttonClass({ size: 'lg', wide: true })} to={joinLinks.plan(plan.venueSlug, plan.id)}>
        Choose {plan.name}
      </Link>
    </>
  )
}

/** What is due today: the sum, and what it is made of. */
export const Due = ({ plan, title = 'To pay today' }: { plan: Plan; title?: string }) => (
  <dl className={styles['due']}>
    <div className={styles['total']}>
      <dt>{title}</dt>
      <dd>{plan.dueToday.raw === 0 ? 'Nothing' : plan.dueToday.formatted}</dd>
    </div>
    {listDueToday(plan).map(({ what, sum }) => (
      <div key={what} className={styles['line']}>
        <dt>{what}</dt>
        <dd>{sum}</dd>
      </div>
    ))}
  </dl>
)
