import type { Joining } from '#contract/memberships.ts'
import { list } from '#messages/format.ts'
import * as messages from '#messages/join/paymentSummary.ts'
import { joinLinks } from '#web/platform/joinLinks.ts'
import { Link } from '#web/platform/router.tsx'
import { JoiningSummary } from './JoiningSummary.tsx'
import { paymentMethodNames } from './planCosts.ts'

/** The chosen membership beside its payment, and the way back to the choice. */
export const JoiningToPay = ({
  joining: { plan, paymentMethod, nextPayment, members },
}: {
  joining: Pick<Joining, 'plan' | 'paymentMethod' | 'nextPayment' | 'members'>
}) => (
  <JoiningSummary plan={plan}>
    {plan.maxMembers === 1 ? null : (
      <p>{messages.membersAre({ names: list(members.map(({ firstName }) => firstName)) })}</p>
    )}
    {nextPayment === null ? null : (
      <p>{messages.laterPayments({ method: paymentMethodNames[paymentMethod] })}</p>
    )}
    <p>
      <Link to={joinLinks.plan(plan.venueSlug, plan.id)}>{messages.change}</Link>
    </p>
  </JoiningSummary>
)
