import type { Body, Query } from '#contract/endpoint.ts'
import type { memberships, Plan } from '#contract/memberships.ts'
import { ageInYears } from '#contract/time.ts'
import { hasSentProof } from '#server/documents/service.ts'
import { paymentMethodsOf, presentPlan } from '#server/joining/present.ts'
import { birthDate, hasPlan, plansOnSale } from '#server/joining/queries.ts'
import type { PlanRow } from '#server/joining/queries.ts'
import {
  costsOf,
  documentName,
  startsWithinDays,
  usualBillingDay,
  whyNotEligibleAge,
} from '#server/joining/rules.ts'
import { requireMembers } from '#server/memberships/members/service.ts'
import { parseAccount } from '#server/memberships/mandates/service.ts'
import * as messages from '#server/messages/en/joining.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { invalid, notFound, Refusal } from '#server/platform/errors.ts'
import { addDays, dayOf } from '#server/platform/wallclock.ts'
import type { BankAccount } from '#server/providers/direct-debit/port.ts'

export type JoinBody = Body<typeof memberships.join>

/**
 * What is sold online at a venue, with what it costs for a start on a day.
 * @throws Refusal `not_found` where nothing is; `invalid` for a day on which nothing may start
 */
export const listPlans = async (
  tx: Tx,
  operatorId: number,
  venueSlug: string,
  { startDate, billingDay = usualBillingDay }: Query<typeof memberships.plans>,
  now: Date,
): Promise<Plan[]> => {
  const plans = await plansOnSale(tx, operatorId, venueSlug)
  const first = plans[0]
  if (first === undefined) throw notFound(messages.nothingSold)
  const today = dayOf(now, first.timezone)
  const startsOn = startDate ?? today
  refuseFields({ start_date: whyNotStart(startsOn, today) })
  return plans.map((plan) => {
    const chosen = { startsOn, billingDay, today, noticeDays: plan.collectionNoticeDays }
    return presentPlan(plan, costsOf(plan, chosen), { startsOn, today })
  })
}

const whyNotStart = (startsOn: string, today: string): string | null => {
  if (startsOn < today) return messages.startInPast
  return startsOn > addDays(today, startsWithinDays)
    ? messages.startTooLate({ days: startsWithinDays })
    : null
}

const refuseFields = (whys: Readonly<Record<string, string | null>>): void => {
  const errors: Record<string, string[]> = {}
  for (const [field, why] of Object.entries(whys)) if (why !== null) errors[field] = [why]
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

const noAccount = { accountName: '', sortCode: '', accountNumber: '' }

/**
 * The plan, when this customer may have it in this way, and the account it is to be collected from.
 * @throws Refusal `invalid`, `age`, `document_required`, `already_member`
 */
export const requirePlan = async (
  db: Database,
  actor: Actor,
  customerId: number,
  body: JoinBody,
  now: Date,
): Promise<{ plan: PlanRow; account: BankAccount | null }> => {
  const [plan] = await plansOnSale(db, actor.operator.id, body.venueSlug, body.planId)
  if (plan === undefined) throw invalid({ plan_id: [messages.notSoldHere] })
  const required = plan.terms.filter((terms) => terms.required).map(({ id }) => id)
  const isAgreed = body.termsAccepted === true || required.every((id) => body.terms.includes(id))
  const isDebited = body.paymentMethod === 'direct_debit' && plan.price > 0 && plan.billingPeriod !== 'once'
  const read = isDebited ? parseAccount(body.bankAccount ?? noAccount) : { account: null }
  refuseFields({
    start_date: whyNotStart(body.startDate, dayOf(now, plan.timezone)),
    payment_method: paymentMethodsOf(plan).includes(body.paymentMethod)
      ? null
      : messages.paymentMethodUnavailable,
    // Plans cost what they say; there are no codes to give.
    promotion_code: body.promotionCode === undefined ? null : messages.codeUnknown,
    terms: isAgreed ? null : messages.termsRequired,
    ...('wrong' in read ? read.wrong : {}),
  })
  const birth = await birthDate(db, customerId)
  const why = whyNotEligibleAge(plan, birth === null ? null : ageInYears(birth, body.startDate))
  if (why !== null) throw new Refusal('age', why)
  if (
    plan.documentType !== null &&
    !(await hasSentProof(db, customerId, plan.documentType, body.startDate))
  ) {
    throw new Refusal(
      'document_required',
      messages.documentRequired({ document: documentName(plan.documentType) }),
    )
  }
  await refuseMember(db, customerId, plan.id, body.startDate)
  const memberIds = [customerId, ...(body.memberIds ?? [])]
  if (new Set(memberIds).size < memberIds.length) throw invalid({ member_ids: [messages.memberTwice] })
  await requireMembers(db, customerId, memberIds, plan, { day: body.startDate })
  return { plan, account: 'account' in read ? read.account : null }
}

/** @throws Refusal `already_member` */
export const refuseMember = async (
  tx: Tx,
  customerId: number,
  planId: number,
  day: string,
): Promise<void> => {
  if (await hasPlan(tx, customerId, planId, day)) {
    throw new Refusal('already_member', messages.alreadyMember)
  }
}
