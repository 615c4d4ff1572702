import type { Joining } from '#contract/memberships.ts'
import * as messages from '#messages/join/paymentSummary.ts'
import { joinLinks } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'
import { JoiningSummary } from './JoiningSummary.tsx'
import { paymentMethodNames } from './planCosts.ts'

/** The chosen membership beside its payment, and the way back to the choice. */
export const JoiningToPay = ({
  joining: { plan, paymentMethod, nextPayment },
}: {
  joining: Pick<Joining, 'plan' | 'paymentMethod' | 'nextPayment'>
}) => (
  <JoiningSummary plan={plan}>
    {nextPayment === null ? null : (
      <p>{messages.laterPayments({ method: paymentMethodNames[paymentMethod] })}</p>
    )}
    <p>
      <Link to={joinLinks.plan(plan.venueSlug, plan.id)}>{messages.change}</Link>
    </p>
  </JoiningSummary>
)
