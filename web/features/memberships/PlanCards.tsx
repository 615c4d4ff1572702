import type { Plan } from '#contract/memberships.ts'
import * as messages from '#messages/join/plans.ts'
import { joinLinks } from '#web/platform/joinLinks.ts'
import { Link } from '#web/platform/router.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Badge } from '#web/ui/Layout.tsx'
import {
  describeMinimumTerm,
  describeNextPayment,
  listChanges,
  listDueToday,
  listEligibility,
} from './planCosts.ts'
import { RichText } from '#web/ui/RichText.tsx'
import styles from './PlanCards.module.css'

/** The memberships of a venue side by side, with aligned rows; stacked on a phone. */
export const PlanCards = ({ plans }: { plans: readonly Plan[] }) => (
  <ul role="list" className={styles['cards']}>
    {plans.map((plan) => (
      <li key={plan.id} className={styles['card']}>
        <PlanCard plan={plan} />
      </li>
    ))}
  </ul>
)

const PlanCard = ({ plan }: { plan: Plan }) => (
  <>
    <div className={styles['top']}>
      <h2 className={styles['name']}>{plan.name}</h2>
      <p className={styles['about']}>{plan.description}</p>
      <ul role="list" className={styles['facts']} aria-label={messages.whoItIsFor}>
        {listEligibility(plan).map((fact) => (
          <li key={fact}>
            <Badge>{fact}</Badge>
          </li>
        ))}
      </ul>
    </div>
    <p className={styles['price']}>
      {plan.price.raw === 0 ? (
        <strong>{messages.free}</strong>
      ) : (
        <RichText
          message={messages.price[plan.billingPeriod]}
          amount={<strong>{plan.price.formatted}</strong>}
        />
      )}
    </p>
    <ul role="list" className={styles['benefits']} aria-label={messages.benefitsOf({ plan: plan.name })}>
      {plan.benefits.map((benefit) => (
        <li key={benefit}>
          <Icon name="check" size={18} />
          {benefit}
        </li>
      ))}
    </ul>
    <div className={styles['costs']}>
      <DueToday plan={plan} />
      <p>{describeNextPayment(plan)}</p>
      <p className={styles['term']}>{describeMinimumTerm(plan)}</p>
      {listChanges(plan).map((sentence) => (
        <p key={sentence} className={styles['term']}>
          {sentence}
        </p>
      ))}
    </div>
    <Link className={buttonClass({ size: 'lg', wide: true })} to={joinLinks.plan(plan.venueSlug, plan.id)}>
      {messages.choosePlan({ plan: plan.name })}
    </Link>
  </>
)

/** What is due today: the total and its items. */
export const DueToday = ({ plan }: { plan: Plan }) => (
  <dl className={styles['due']}>
    <div className={styles['total']}>
      <dt>{messages.dueToday}</dt>
      <dd>{plan.dueToday.formatted}</dd>
    </div>
    {listDueToday(plan).map(({ name, amount }) => (
      <div key={name} className={styles['line']}>
        <dt>{name}</dt>
        <dd>{amount}</dd>
      </div>
    ))}
  </dl>
)
