import type { Body, Query } from '#contract/endpoint.ts'
import { joiningMethods } from '#contract/memberships.ts'
import type { JoiningMethod, memberships, Plan, PlanOverlap } from '#contract/memberships.ts'
import { money } from '#contract/money.ts'
import { ageInYears, daysAfter, localDay } from '#contract/time.ts'
import { hasSentProof } from '#server/documents/list.ts'
import { parseAccount } from '#server/memberships/paymentMethods.ts'
import { requireMembers } from '#server/memberships/members.ts'
import type { Text } from '#server/messages/languages.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { invalid, loggedOut, notFound, Refusal } from '#server/platform/errors.ts'
import type { BankAccount } from '#server/providers/direct-debit/port.ts'
import { costsOf, documentName, startsWithinDays, usualBillingDay, whyNotEligibleAge } from './rules.ts'
import type { Costs } from './rules.ts'
import { birthDate, hasPlan, listOverlaps, plansOnSale } from './sql.ts'
import type { PlanRow } from './sql.ts'

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
  const plans = await plansOnSale(tx, { operatorId, venueSlug }, now)
  const first = plans[0]
  if (first === undefined) throw notFound((messages) => messages.joining.nothingSold)
  const today = localDay(now, first.timezone)
  const startsOn = startDate ?? today
  refuseFields({ start_date: whyNotStart(startsOn, today) })
  return plans.map((plan) => {
    const chosen = { startsOn, billingDay, today, noticeDays: plan.collectionNoticeDays }
    return presentPlan(plan, costsOf(plan, chosen), { startsOn, today })
  })
}

const whyNotStart = (startsOn: string, today: string): Text | null => {
  if (startsOn < today) return (messages) => messages.joining.startInPast
  return startsOn > daysAfter(today, startsWithinDays)
    ? (messages) => messages.joining.startTooLate({ days: startsWithinDays })
    : null
}

const refuseFields = (whys: Readonly<Record<string, Text | null>>): void => {
  const errors: Record<string, Text[]> = {}
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
  const [plan] = await plansOnSale(
    db,
    { operatorId: actor.operator.id, venueSlug: body.venueSlug, planId: body.planId },
    now,
  )
  if (plan === undefined) throw invalid({ plan_id: [(messages) => messages.joining.notSoldHere] })
  const required = plan.terms.filter((terms) => terms.required).map(({ id }) => id)
  const isAgreed = body.termsAccepted === true || required.every((id) => body.terms.includes(id))
  const isDebited = body.paymentMethod === 'direct_debit' && plan.price > 0 && plan.billingPeriod !== 'once'
  const read = isDebited ? parseAccount(body.bankAccount ?? noAccount) : { account: null }
  refuseFields({
    start_date: whyNotStart(body.startDate, localDay(now, plan.timezone)),
    payment_method: paymentMethodsOf(plan).includes(body.paymentMethod)
      ? null
      : (messages) => messages.joining.paymentMethodUnavailable,
    // Plans cost what they say; there are no codes to give.
    promotion_code: body.promotionCode === undefined ? null : (messages) => messages.joining.codeUnknown,
    terms: isAgreed ? null : (messages) => messages.joining.termsRequired,
    ...('wrong' in read ? read.wrong : {}),
  })
  const birth = await birthDate(db, customerId)
  const why = whyNotEligibleAge(plan, birth === null ? null : ageInYears(birth, body.startDate))
  if (why !== null) throw new Refusal('age', why)
  const { documentType } = plan
  if (documentType !== null && !(await hasSentProof(db, customerId, documentType, body.startDate))) {
    throw new Refusal('document_required', (messages) =>
      messages.joining.documentRequired({ document: documentName(documentType) }),
    )
  }
  await refuseMember(db, customerId, plan.id, body.startDate)
  const memberIds = [customerId, ...(body.memberIds ?? [])]
  if (new Set(memberIds).size < memberIds.length)
    throw invalid({ member_ids: [(messages) => messages.joining.memberTwice] })
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
    throw new Refusal('already_member', (messages) => messages.joining.alreadyMember)
  }
}

/** The customer's memberships that cover what a plan covers, so that they know before they pay for both. */
export const listPlanOverlaps = async (
  tx: Tx,
  { operator, customerId }: Actor,
  { venue, planId }: { venue: string; planId: number },
  now: Date,
): Promise<PlanOverlap[]> => {
  if (customerId === null) throw loggedOut()
  const [plan] = await plansOnSale(tx, { operatorId: operator.id, venueSlug: venue, planId }, now)
  if (plan === undefined) throw notFound()
  const { venueId, timezone } = plan
  return listOverlaps(tx, { customerId, planId, venueId, day: localDay(now, timezone) })
}

const paymentMethodsOf = (plan: Pick<PlanRow, 'paymentMethods'>): JoiningMethod[] =>
  joiningMethods.filter((method) => plan.paymentMethods.includes(method))

/** PLAN with what it costs from a day on. */
export const presentPlan = (
  plan: PlanRow,
  costs: Costs,
  { startsOn, today }: { startsOn: string; today: string },
): Plan => {
  const presented = (pence: number) => money(pence, plan.currencySymbol)
  return {
    id: plan.id,
    name: plan.name,
    description: plan.description,
    venueSlug: plan.venueSlug,
    venueName: plan.venueName,
    price: presented(plan.price),
    comingPrice:
      plan.comingPrice === null
        ? null
        : { price: presented(plan.comingPrice.price), from: plan.comingPrice.from },
    billingPeriod: plan.billingPeriod,
    joiningFee: presented(costs.joiningFee),
    dueToday: presented(costs.dueToday),
    firstDays: { from: startsOn, until: costs.firstDaysUntil, price: presented(costs.firstDaysPrice) },
    nextPayment: costs.next === null ? null : { on: costs.next.on, amount: presented(costs.next.amount) },
    minimumTermMonths: plan.minimumTermMonths,
    minimumUntil: costs.minimumUntil,
    minimumTotal: presented(costs.minimumTotal),
    endsOn: costs.endsOn,
    cancellationNoticeDays: plan.cancellationNoticeDays,
    freezeMonths: plan.freezeMonths,
    maxMembers: plan.maxMembers,
    maxAdults: plan.maxAdults,
    paymentMethods: paymentMethodsOf(plan),
    benefits: plan.benefits,
    ageMin: plan.ageMin,
    ageMax: plan.ageMax,
    documentRequired: plan.documentType !== null,
    documentType: plan.documentType,
    terms: plan.terms.map(({ id, name, html }) => ({ id, name, html })),
    startFrom: today,
    startUntil: daysAfter(today, startsWithinDays),
  }
}
