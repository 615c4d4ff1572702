import type { memberships } from '#contract/memberships.ts'
import type { planPrices } from '#contract/plan-prices.ts'
import { loggedOut } from '#server/platform/errors.ts'
import type { Routes } from '#server/platform/http.ts'
import { cancelMembership, freezeMembership, unfreezeMembership } from './change.ts'
import { listMemberships } from './list.ts'
import { changeMembers } from './members.ts'
import { endPlanPrice, listPlanPrices, previewPlanPrice, setPlanPrice } from './planPrices.ts'
import { decideMissedPayment, listMissedPayments } from './unpaidPayments.ts'

/** A customer's memberships and what they change of them; joining, and keeping one in spite of a joining, is in server/joining. */
export const membershipsRoutes = (): Pick<
  Routes<typeof memberships>,
  'mine' | 'cancel' | 'freeze' | 'unfreeze' | 'missed' | 'decideMissed' | 'members'
> => ({
  mine: ({ tx, actor, now }) => {
    if (actor.customerId === null) throw loggedOut()
    return listMemberships(tx, actor.customerId, now)
  },
  cancel: ({ tx, actor, params, now }) => cancelMembership(tx, actor, params.membershipId, now),
  freeze: ({ tx, actor, params, body, now }) => freezeMembership(tx, actor, params.membershipId, body, now),
  missed: ({ tx, actor }) => listMissedPayments(tx, actor),
  decideMissed: ({ tx, actor, params, body, now }) =>
    decideMissedPayment(tx, actor, params.missedPaymentId, body, now),
  members: ({ tx, actor, params, body, now }) =>
    changeMembers(tx, actor, params.membershipId, body.memberIds, now),
  unfreeze: ({ tx, actor, params, now }) => unfreezeMembership(tx, actor, params.membershipId, now),
})

/** Prices of plans that begin on a day, as staff set them. */
export const planPricesRoutes = (): Routes<typeof planPrices> => ({
  list: ({ tx, actor, now }) => listPlanPrices(tx, actor, now),
  preview: ({ tx, actor, body, now }) => previewPlanPrice(tx, actor, body, now),
  set: ({ tx, actor, body, now }) => setPlanPrice(tx, actor, body, now),
  end: ({ tx, actor, params, now }) => endPlanPrice(tx, actor, params.planStepId, now),
})
