import type { Membership } from '#contract/memberships.ts'
import { proofsOf } from '#server/documents/service.ts'
import type { Tx } from '#server/platform/database.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import { presentMembership } from './present.ts'
import { membershipsOf } from './queries.ts'
import { firstOfAll, statusOn } from './rules.ts'
import type { MembershipStatus } from './rules.ts'

/** The memberships somebody pays for or belongs to, what holds now first. */
export const shownMemberships = async (tx: Tx, customerId: number, now: Date): Promise<Membership[]> => {
  const [rows, proofs] = await Promise.all([membershipsOf(tx, [customerId]), proofsOf(tx, [customerId])])
  return rows
    .map((row) => {
      const today = dayOf(now, row.timezone)
      const hasShown = (proofs.get(customerId) ?? []).some(
        ({ type, until }) => type === row.documentType && (until === null || until >= today),
      )
      return presentMembership(row, today, hasShown)
    })
    .toSorted(firstOfAll)
}

/** What a log-in tells of a membership: `id` is the `membership_user_id` of the person. */
export type MemberShown = {
  id: number
  name: string
  status: MembershipStatus
  paymentMethod: string
  billingDay: number | null
  /** The kind of document its plan asks for. */
  documentType: string | null
}

/** The membership of each of these people that holds now, or else holds next; those without one are missing. */
export const membersShown = async (
  tx: Tx,
  customerIds: readonly number[],
  now: Date,
): Promise<Map<number, MemberShown>> => {
  const rows = (await membershipsOf(tx, customerIds))
    .map((row) => ({ ...row, status: statusOn(row, dayOf(now, row.timezone)) }))
    .filter(({ status }) => status !== 'ended')
    .toSorted(firstOfAll)
  const shown = new Map<number, MemberShown>()
  for (const row of rows) {
    for (const { userId, memberId } of row.members) {
      if (!customerIds.includes(userId) || shown.has(userId)) continue
      const { name, status, paymentMethod, billingDay, documentType } = row
      shown.set(userId, { id: memberId, name, status, paymentMethod, billingDay, documentType })
    }
  }
  return shown
}
