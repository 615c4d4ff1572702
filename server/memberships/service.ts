import type { Membership } from '#contract/memberships.ts'
import { sentProofsOf } from '#server/documents/service.ts'
import type { Tx } from '#server/platform/database.ts'
import { failInvariant } from '#server/platform/errors.ts'
import { clearCode } from '#server/platform/clearCode.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import { addMembers } from './members/queries.ts'
import { presentMembership } from './present.ts'
import { benefitUsesOf, insertMembership, membershipsOf } from './queries.ts'
import type { NewMembership } from './queries.ts'
import { firstMembershipId, statusOn } from './rules.ts'
import type { MembershipStatus } from './rules.ts'

export { planNext, setPlan } from './plan-changes/queries.ts'
export { membershipsPaidByCard, peopleByReference } from './queries.ts'
export { findJoined } from './withdrawals/queries.ts'

/** Memberships that a customer pays for or belongs to, current ones first. */
export const listMemberships = async (tx: Tx, customerId: number, now: Date): Promise<Membership[]> => {
  const rows = await membershipsOf(tx, [customerId])
  const limited = rows.filter(({ benefits }) => benefits.some(({ allowance }) => allowance !== null))
  const uses =
    limited.length === 0
      ? []
      : await benefitUsesOf(
          tx,
          limited.map(({ id }) => id),
          now,
        )
  const needsProof = rows.some(({ documentType }) => documentType !== null)
  const hasSent = needsProof ? await sentProofsOf(tx, customerId) : () => false
  return rows
    .map((row) => {
      const today = dayOf(now, row.timezone)
      // One in review is not requested again.
      const hasSentDocument = row.documentType !== null && hasSent(row.documentType, today)
      return presentMembership(row, today, hasSentDocument, uses, row.payerId === customerId)
    })
    .toSorted(firstMembershipId)
}

/** A membership in the login answer; `id` is the person's `membership_user_id`. */
export type MemberSummary = {
  id: number
  name: string
  status: MembershipStatus
  paymentMethod: string
  billingDay: number | null
  /** The document type that its plan requires. */
  documentType: string | null
}

/** Each person's current membership, or else the next; people without one are left out. */
export const readMembers = async (
  tx: Tx,
  customerIds: readonly number[],
  now: Date,
): Promise<Map<number, MemberSummary>> => {
  const rows = (await membershipsOf(tx, customerIds))
    .map((row) => ({ ...row, status: statusOn(row, dayOf(now, row.timezone)) }))
    .filter(({ status }) => status !== 'ended')
    .toSorted(firstMembershipId)
  const presented = new Map<number, MemberSummary>()
  for (const row of rows) {
    for (const { userId, memberId } of row.members) {
      if (!customerIds.includes(userId) || presented.has(userId)) continue
      const { name, status, paymentMethod, billingDay, documentType } = row
      presented.set(userId, { id: memberId, name, status, paymentMethod, billingDay, documentType })
    }
  }
  return presented
}

/** The document type that a customer's membership requires, or null. */
export const documentTypeNeeded = async (tx: Tx, customerId: number, now: Date): Promise<string | null> =>
  (await readMembers(tx, [customerId], now)).get(customerId)?.documentType ?? null

/** Letters and digits without look-alikes. */
/** Creates a membership for these people, with a new reference. */
export const addMembership = async (
  tx: Tx,
  membership: Omit<NewMembership, 'reference'>,
  memberIds: readonly number[],
): Promise<{ id: number; reference: string }> => {
  for (let tries = 0; tries < 10; tries += 1) {
    const reference = `M-${clearCode(6)}`
    const id = await insertMembership(tx, { ...membership, reference })
    if (id === null) continue
    await addMembers(tx, id, memberIds)
    return { id, reference }
  }
  return failInvariant('ten references in a row are taken')
}
