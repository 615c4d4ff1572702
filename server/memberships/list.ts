import { sql } from 'kysely'
import type { Membership } from '#contract/memberships.ts'
import { money } from '#contract/money.ts'
import { localDay } from '#contract/time.ts'
import { sentProofsOf } from '#server/documents/list.ts'
import type { CollectionState } from './sql/collections.ts'
import { benefitUsesOf, membershipsOf } from './sql/memberships.ts'
import type { BenefitUsesRow, MembershipRow } from './sql/memberships.ts'
import type { Tx } from '#server/platform/database.ts'
import {
  canChangePlan,
  canKeep,
  changeableMethod,
  firstMembershipId,
  freezeOn,
  freezeStarts,
  lastDayIfCancelled,
  nextCollectedOn,
  paymentsUntil,
  statusOn,
  takeOverFrom,
  unfreezeOn,
  whyFreezeLater,
} from './rules.ts'
import type { FailureReason, MembershipStatus } from './rules.ts'
import { withdrawalOn } from './withdrawal.ts'

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
      const today = localDay(now, row.timezone)
      // One in review is not requested again.
      const hasSentDocument = row.documentType !== null && hasSent(row.documentType, today)
      return presentMembership(row, today, hasSentDocument, uses, row.payerId === customerId)
    })
    .toSorted(firstMembershipId)
}

/**
 * MEMBERSHIP as of a day.
 * @param hasShown whether the document that its plan requires has been provided
 */
const presentMembership = (
  row: MembershipRow,
  today: string,
  hasSentDocument: boolean,
  uses: readonly BenefitUsesRow[],
  isPayer: boolean,
): Membership => {
  const status = statusOn(row, today)
  return {
    id: row.id,
    name: row.name,
    status,
    reference: row.reference,
    venueSlug: row.venueSlug,
    venueName: row.venueName,
    startsOn: row.startsOn,
    endsOn: row.endsOn,
    price: money(row.price, row.currencySymbol),
    billingPeriod: row.billingPeriod,
    nextBillingOn: nextCollectedOn(row, today),
    paymentMethod: row.paymentMethod,
    ...freezeOn(row, today),
    benefits: row.benefits.map(({ id, name, description, allowance, allowancePeriod }) => ({
      id,
      name,
      description,
      allowance:
        allowance === null || allowancePeriod === null
          ? null
          : {
              uses: allowance,
              period: allowancePeriod,
              used: row.members.map(({ userId }) => ({ userId, uses: usesOf(uses, row.id, id, userId) })),
            },
    })),
    documentUploadRequired: status !== 'ended' && row.documentType !== null && !hasSentDocument,
    failedPayment:
      row.failedPayment === null
        ? null
        : {
            amount: money(row.failedPayment.amount, row.currencySymbol),
            triedAgainOn: row.failedPayment.triedAgainOn,
          },
    members: row.members.map(({ userId, firstName, lastName }) => ({ userId, firstName, lastName })),
    nextPrice:
      row.nextPlan?.isSame === true
        ? { price: money(row.nextPlan.price, row.currencySymbol), from: row.nextPlan.from }
        : null,
    nextPlan:
      row.nextPlan === null || row.nextPlan.isSame
        ? null
        : {
            name: row.nextPlan.name,
            price: money(row.nextPlan.price, row.currencySymbol),
            from: row.nextPlan.from,
          },
    changes: isPayer ? presentChanges(row, today) : null,
  }
}

const presentChanges = (row: MembershipRow, today: string): NonNullable<Membership['changes']> => {
  const from = freezeStarts(row, today)
  const cancelEndsOn = lastDayIfCancelled(row, today)
  const payments = cancelEndsOn === null ? null : paymentsUntil(row, cancelEndsOn)
  const withdrawal = withdrawalOn(row, today)
  const { minimumUntil } = row
  const inPence = (pence: number) => money(pence, row.currencySymbol)
  return {
    canChangePlan: canChangePlan(row, today),
    cancelEndsOn,
    cancelPayments: payments === null ? null : { ...payments, total: inPence(payments.total) },
    minimumUntil: minimumUntil !== null && minimumUntil >= today ? minimumUntil : null,
    withdraw:
      withdrawal === null
        ? null
        : {
            until: withdrawal.until,
            refund: inPence(withdrawal.refund),
            usageCharge: inPence(withdrawal.usageCharge),
          },
    canKeep: canKeep(row, today),
    freeze: from.length === 0 ? null : { from, months: row.freezeMonths, later: whyFreezeLater(row, from) },
    members: row.maxMembers === 1 ? null : { most: row.maxMembers, mostAdults: row.maxAdults },
    unfreezeOn: unfreezeOn(row, today),
    paymentMethod: changeableMethod(row, today),
    takeOverFrom: takeOverFrom(row, today),
    card: row.card,
  }
}

const usesOf = (
  uses: readonly BenefitUsesRow[],
  membershipId: number,
  benefitId: number,
  userId: number,
): number =>
  uses.find(
    (row) => row.membershipId === membershipId && row.benefitId === benefitId && row.userId === userId,
  )?.uses ?? 0

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
    .map((row) => ({ ...row, status: statusOn(row, localDay(now, row.timezone)) }))
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

/** The people of a membership by its number, and who pays for it. */
export const peopleByReference = async (tx: Tx, operatorId: number, reference: string): Promise<number[]> => {
  const { rows } = await sql<{ customerId: number }>`
    with found as (
      select id, payer_id from membership where operator_id = ${operatorId} and reference = ${reference}
    )
    select mm.customer_id from membership_member mm join found f on f.id = mm.membership_id where mm.removed_at is null
    union
    select f.payer_id from found f`.execute(tx)
  return rows.map(({ customerId }) => customerId)
}

/** The current memberships of a payer that are collected from a saved card. */
export const membershipsPaidByCard = async (
  tx: Tx,
  payerId: number,
): Promise<{ savedCardId: number; name: string }[]> => {
  const { rows } = await sql<{ savedCardId: number; name: string }>`
    select m.saved_card_id, p.name from membership m join membership_plan p on p.id = m.plan_id
    where m.payer_id = ${payerId} and m.saved_card_id is not null and m.status <> 'ended'
    order by m.id`.execute(tx)
  return rows
}

/** A past or planned collection of a customer. */
export type CollectedRow = {
  id: number
  description: string
  amount: number
  method: 'direct_debit' | 'card'
  state: CollectionState
  tries: number
  dueOn: string
  requestedAt: Date | null
  settledAt: Date | null
  reason: FailureReason | null
  /** What is still owed of a failed one. */
  penaltyId: number | null
}

export const collectionsOf = async (tx: Tx, payerId: number): Promise<CollectedRow[]> => {
  const { rows } = await sql<CollectedRow>`
    select c.id, p.name as description, c.amount, c.method, c.state, c.tries, c.due_on, c.requested_at, c.settled_at,
      c.reason, y.id as penalty_id
    from membership_collection c
    join membership m on m.id = c.membership_id
    join membership_plan p on p.id = m.plan_id
    left join penalty y on y.id = c.penalty_id and y.status = 'outstanding'
    where m.payer_id = ${payerId} order by c.period_from desc, c.id desc`.execute(tx)
  return rows
}
