import { sendNotice } from '#server/notices/send.ts'
import type { Tx } from '#server/platform/database.ts'
import type { LockedMembership } from './change.ts'
import { membershipPaymentsSetUp, membershipTakenOver } from './messages.ts'
import { updateMembership } from './sql/collections.ts'

/**
 * Collects a membership here from a billing day on, and tells the operator, whose other system has to stop then. The
 * caller has locked it and stored what it is collected from.
 * @param card the card; null: a bank account
 */
export const takeOver = async (
  tx: Tx,
  membership: Pick<
    LockedMembership,
    'id' | 'operatorId' | 'reference' | 'plan' | 'email' | 'firstName' | 'lastName' | 'takeOverEmail'
  >,
  { from, card }: { from: string; card: { brand: string; lastFour: string } | null },
  now: Date,
): Promise<void> => {
  const { id: membershipId, operatorId, reference, plan, email, firstName, lastName } = membership
  await updateMembership(tx, membershipId, { collectedHere: true, nextBillingOn: from })
  const facts = { membershipId, plan, from, card, at: now.toISOString() }
  const payer = `${firstName} ${lastName}`.trim()
  await sendNotice(
    tx,
    membershipTakenOver,
    { operatorId, to: membership.takeOverEmail },
    { ...facts, reference, payer },
    now,
  )
  if (email === '') return
  await sendNotice(tx, membershipPaymentsSetUp, { operatorId, to: email }, { ...facts, firstName }, now)
}
