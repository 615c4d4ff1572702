import { sql } from 'kysely'
import { localDay } from '#contract/time.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Tx } from '#server/platform/database.ts'
import { endMandateAtProvider } from './bankAccounts.ts'
import { lockMembership } from './change.ts'
import { membershipCardChanged } from './messages.ts'
import { nextCollectedOn, takeOverFrom } from './rules.ts'
import { cardInWords, hasRequestedDebit, setMethodOfWaiting, updateMembership } from './sql/collections.ts'
import { takeOver } from './takeOver.ts'

/* The card from which a membership is collected, and how its payer changes it. */

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

/** From now on, a membership is collected from a saved card, wherever it was collected before. A request in progress stays with what it began with. */
export const collectFromCard = async (tx: Tx, id: number, savedCardId: number, now: Date): Promise<void> => {
  const member = await lockMembership(tx, id)
  await updateMembership(tx, id, { paymentMethod: 'card', savedCardId })
  await setMethodOfWaiting(tx, id, 'card')
  const endsDirectDebit = member.paymentMethod === 'direct_debit'
  // A bank that has yet to answer is asked again by the mandate.
  if (endsDirectDebit && member.mandateId !== null && !(await hasRequestedDebit(tx, id)))
    await endMandateAtProvider(tx, member.mandateId)
  const { operatorId, email: to, firstName, plan, timezone } = member
  const from = takeOverFrom(member, localDay(now, timezone))
  if (from !== null) return takeOver(tx, member, { from, card: await cardInWords(tx, savedCardId) }, now)
  if (to === '') return
  const facts = {
    membershipId: id,
    firstName,
    plan,
    ...(await cardInWords(tx, savedCardId)),
    next: nextCollectedOn(member, localDay(now, timezone)),
    endsDirectDebit,
    at: now.toISOString(),
  }
  await sendNotice(tx, membershipCardChanged, { operatorId, to }, facts, now)
}

/** The card that was saved with a payment, or that it was made with. */
export const cardOfPayment = async (
  tx: Tx,
  transactionId: number,
  customerId: number,
  externalIdentifier: string | null,
): Promise<number | null> => {
  const row = await tx
    .selectFrom('savedCard')
    .select('id')
    .where('customerId', '=', customerId)
    .where((eb) =>
      eb.or([
        eb('transactionId', '=', transactionId),
        ...(externalIdentifier === null ? [] : [eb('externalIdentifier', '=', externalIdentifier)]),
      ]),
    )
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.id ?? null
}

/** The memberships of a payer whose failed payments these penalties are, where more is to be collected later. */
export const membershipsOwing = async (
  tx: Tx,
  payerId: number,
  penaltyIds: readonly number[],
): Promise<{ id: number; plan: string }[]> => {
  const { rows } = await sql<{ id: number; plan: string }>`
    select m.id, p.name as plan
    from membership m join membership_plan p on p.id = m.plan_id
    where m.payer_id = ${payerId} and m.collected_here and m.next_billing_on is not null and m.status <> 'ended'
      and m.id in (
        select c.membership_id from membership_collection c
        where c.penalty_id = any(${penaltyIds}::int[]) and c.state = 'failed'
      )
    order by m.id`.execute(tx)
  return rows
}
