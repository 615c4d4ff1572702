import { lockMembership, updateMembership } from '#server/memberships/collection/queries.ts'
import { endMandateAtProvider } from '#server/memberships/mandates/service.ts'
import { membershipCardChanged } from '#server/memberships/notices/service.ts'
import { nextCollectedOn } from '#server/memberships/rules.ts'
import { sendNotice } from '#server/notices/service.ts'
import type { Tx } from '#server/platform/database.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import { cardInWords, cardOfPayment, hasRequestedDebit, setMethodOfWaiting } from './queries.ts'

/** The card from which a membership is collected, and how its payer changes it. */

export { cardOfPayment, hasRequestedDebit, membershipsOwing } from './queries.ts'

type CardPayment = {
  customerId: number | null
  transactionId: number | null
  /** The provider's reference of the saved card that paid, where it was one. */
  savedCard: string | null
  membershipIds?: readonly number[]
}

/**
 * From now on, memberships are collected from the card of a payment, instead of another card or a Direct Debit. Nothing
 * changes where the provider has not saved the card.
 */
export const collectFromCardOf = async (
  tx: Tx,
  { customerId, transactionId, savedCard, membershipIds = [] }: CardPayment,
  now: Date,
): Promise<void> => {
  if (membershipIds.length === 0 || customerId === null || transactionId === null) return
  const savedCardId = await cardOfPayment(tx, transactionId, customerId, savedCard)
  if (savedCardId === null) return
  for (const id of membershipIds) await collectFromCard(tx, id, savedCardId, now)
}

/** From now on, a membership is collected from a saved card. A request in progress stays with what it began with. */
export const collectFromCard = async (tx: Tx, id: number, savedCardId: number, now: Date): Promise<void> => {
  const member = await lockMembership(tx, id)
  await updateMembership(tx, id, { paymentMethod: 'card', savedCardId })
  await setMethodOfWaiting(tx, id, 'card')
  const endsDirectDebit = member.paymentMethod === 'direct_debit'
  // A bank that has yet to answer is asked again by the mandate.
  if (endsDirectDebit && member.mandateId !== null && !(await hasRequestedDebit(tx, id)))
    await endMandateAtProvider(tx, member.mandateId)
  const { operatorId, email: to, firstName, plan, timezone } = member
  if (to === '') return
  const facts = {
    membershipId: id,
    firstName,
    plan,
    ...(await cardInWords(tx, savedCardId)),
    next: nextCollectedOn(member, dayOf(now, timezone)),
    endsDirectDebit,
    at: now.toISOString(),
  }
  await sendNotice(tx, membershipCardChanged, { operatorId, to }, facts, now)
}
