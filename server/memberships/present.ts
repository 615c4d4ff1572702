import type { Membership } from '#contract/memberships.ts'
import { money } from '#contract/money.ts'
import {
  canKeep,
  freezeStarts,
  lastDayIfCancelled,
  paymentsUntil,
  unfreezeOn,
  whyFreezeLater,
} from './changes/rules.ts'
import { canChangePlan } from './plan-changes/rules.ts'
import { withdrawalOn } from './withdrawals/rules.ts'
import type { BenefitUsesRow, MembershipRow } from './queries.ts'
import { changeableMethod, freezeOn, nextCollectedOn, statusOn } from './rules.ts'

const usesOf = (
  uses: readonly BenefitUsesRow[],
  membershipId: number,
  benefitId: number,
  userId: number,
): number =>
  uses.find(
    (row) => row.membershipId === membershipId && row.benefitId === benefitId && row.userId === userId,
  )?.uses ?? 0

/**
 * MEMBERSHIP as of a day.
 * @param hasShown whether the document that its plan requires has been provided
 */
export const presentMembership = (
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
    nextPlan:
      row.nextPlan === null
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
    card: row.card,
  }
}
