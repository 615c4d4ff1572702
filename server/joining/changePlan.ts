import type { Body } from '#contract/endpoint.ts'
import type { Membership, memberships, Plan, PlanChange } from '#contract/memberships.ts'
import { money } from '#contract/money.ts'
import { ageInYears, daysAfter, localDay } from '#contract/time.ts'
import { createJoiningBasket } from '#server/baskets/find.ts'
import { hasSentProof } from '#server/documents/list.ts'
import { lockMembershipOfPayer, planNext, setPlan } from '#server/memberships/change.ts'
import type { LockedMembership } from '#server/memberships/change.ts'
import { listMemberships } from '#server/memberships/list.ts'
import { canChangePlan, monthsAfter } from '#server/memberships/rules.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, auditForSelected } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { failInvariant, invalid, loggedOut, notFound, Refusal } from '#server/platform/errors.ts'
import { abandonJoining } from './join.ts'
import { planChanged, planChangePlanned } from './messages.ts'
import { presentPlan } from './plans.ts'
import { costsOfChange, whyNotEligibleAge } from './rules.ts'
import type { Costs, PlanChangeCosts } from './rules.ts'
import { birthDate, findPlanOf, hasPlan, insertJoining, plansOnSale } from './sql.ts'
import type { MembershipOfPlan, PlanRow } from './sql.ts'

type Option = { plan: PlanRow; costs: PlanChangeCosts }

type Chosen = { membership: LockedMembership; of: MembershipOfPlan; today: string; options: Option[] }

/** The plans that a membership may change to, with what each costs and from when. @throws Refusal `not_found` */
export const listPlanChanges = async (
  tx: Tx,
  actor: Actor,
  membershipId: number,
  now: Date,
): Promise<PlanChange[]> => {
  const { options, today, membership } = await findOptions(tx, actor, membershipId, now)
  return options.map(({ plan, costs }) => ({
    plan: presentPlan(plan, costsAsJoining(membership, plan, costs), { startsOn: costs.on, today }),
    isNow: costs.isNow,
    on: costs.on,
    dueToday: money(costs.dueToday, plan.currencySymbol),
    nextPayment: { on: costs.nextOn, amount: money(plan.price, plan.currencySymbol) },
  }))
}

/** Locks a membership of the caller. The plans are those its venue sells by the month to whoever belongs to it. */
const findOptions = async (tx: Tx, actor: Actor, membershipId: number, now: Date): Promise<Chosen> => {
  const { customerId } = actor
  if (customerId === null) throw loggedOut()
  const membership = await lockMembershipOfPayer(tx, membershipId, customerId)
  const of = membership === undefined ? undefined : await findPlanOf(tx, membershipId)
  if (membership === undefined || of === undefined) throw notFound()
  const today = localDay(now, membership.timezone)
  const { nextBillingOn } = membership
  if (nextBillingOn === null || !canChangePlan(membership, today))
    return { membership, of, today, options: [] }
  const birth = await birthDate(tx, customerId)
  const age = birth === null ? null : ageInYears(birth, today)
  const options: Option[] = []
  for (const plan of await plansOnSale(tx, { operatorId: actor.operator.id, venueSlug: of.venueSlug }, now)) {
    if (plan.id === of.planId || plan.billingPeriod !== 'month' || plan.price === 0) continue
    if (!plan.paymentMethods.includes(of.paymentMethod) || plan.maxMembers < of.memberCount) continue
    if (whyNotEligibleAge(plan, age) !== null || (await hasPlan(tx, customerId, plan.id, today))) continue
    if (plan.documentType !== null && !(await hasSentProof(tx, customerId, plan.documentType, today)))
      continue
    options.push({ plan, costs: costsOfChange({ ...membership, nextBillingOn }, plan.price, today) })
  }
  return { membership, of, today, options }
}

/**
 * Changes the plan: a dearer one once the difference is paid for, like a joining; any other from a later payment on.
 * @returns the joining that pays for the difference, where there is one
 * @throws Refusal `not_changeable`, `invalid`, `busy`
 */
export const changePlan = async (
  tx: Tx,
  actor: Actor,
  membershipId: number,
  body: Body<typeof memberships.changePlan>,
  now: Date,
): Promise<{ membership: Membership; joiningId: number | null }> => {
  const { customerId } = actor
  if (customerId === null) throw loggedOut()
  // Baskets are locked before memberships.
  await abandonJoining(tx, customerId, now)
  const { membership, of, today, options } = await findOptions(tx, actor, membershipId, now)
  const option = options.find(({ plan }) => plan.id === body.planId)
  if (option === undefined) throw new Refusal('not_changeable', (messages) => messages.joining.planNotOffered)
  const { plan, costs } = option
  const required = plan.terms.filter((terms) => terms.required).map(({ id }) => id)
  if (body.termsAccepted !== true && !required.every((id) => body.terms.includes(id)))
    throw invalid({ terms: [(messages) => messages.joining.termsRequired] })
  const joiningId = costs.isNow
    ? await startPaidChange(tx, customerId, { membership, of, today }, option, now)
    : null
  if (!costs.isNow) {
    await planNext(tx, membershipId, { planId: plan.id, price: plan.price, from: costs.on })
    const { operatorId, email: to, firstName, plan: before } = membership
    const { name, price } = plan
    const facts = {
      membershipId,
      firstName,
      before,
      plan: name,
      price,
      from: costs.on,
      at: now.toISOString(),
    }
    if (to !== '') await sendNotice(tx, planChangePlanned, { operatorId, to }, facts, now)
  }
  const done = {
    act: acts.planChanged,
    subject: `membership:${membership.reference}`,
    detail: { to: plan.name },
  }
  await auditForSelected(tx, actor, done, now)
  return { membership: await readMembership(tx, customerId, membershipId, now), joiningId }
}

/** A change at a difference is paid for within the hour: a payment may be announced meanwhile. */
const paidWithinMs = 3_600_000

const startPaidChange = async (
  tx: Tx,
  customerId: number,
  { membership, of, today }: Omit<Chosen, 'options'>,
  { plan, costs }: Option,
  now: Date,
): Promise<number> => {
  const asJoining = costsAsJoining(membership, plan, costs)
  const made = await insertJoining(tx, {
    operatorId: membership.operatorId,
    customerId,
    planId: plan.id,
    venueId: of.venueId,
    basketId: await createJoiningBasket(tx, membership.operatorId, now),
    startsOn: today,
    paymentMethod: of.paymentMethod === 'card' ? 'card' : 'direct_debit',
    billingDay: of.billingDay,
    memberIds: [],
    // What is collected later comes from where it has come from.
    mandateId: null,
    changesId: membership.id,
    price: plan.price,
    joiningFee: 0,
    firstDaysPrice: costs.dueToday,
    firstDaysUntil: asJoining.firstDaysUntil,
    nextOn: costs.nextOn,
    minimumUntil: membership.minimumUntil,
    endsOn: null,
    plan: presentPlan(plan, asJoining, { startsOn: today, today }),
    terms: plan.terms.map(({ id }) => id),
    createdAt: now,
    goodUntil: new Date(now.getTime() + paidWithinMs),
    soldBy: null,
  })
  if (made === null)
    throw new Refusal('busy', (messages) => messages.joining.otherWindow, { retryAfterSeconds: 1 })
  return made.id
}

/** What a change costs, as the pages of joining show it. The minimum term stays what it was. */
const costsAsJoining = (
  { minimumUntil }: LockedMembership,
  { price }: PlanRow,
  { dueToday, on, nextOn }: PlanChangeCosts,
): Costs => {
  let minimumTotal = dueToday
  if (minimumUntil !== null)
    for (let day = nextOn; day <= minimumUntil; day = monthsAfter(day, 1)) minimumTotal += price
  return {
    dueToday,
    joiningFee: 0,
    firstDaysPrice: dueToday,
    firstDaysUntil: daysAfter(nextOn > on ? nextOn : monthsAfter(on, 1), -1),
    next: { on: nextOn, amount: price },
    minimumUntil,
    minimumTotal,
    endsOn: null,
  }
}

/** Gives a membership the plan whose difference has just been paid for, in the transaction of the order. */
export const applyPaidChange = async (
  tx: Tx,
  paid: {
    membershipId: number
    customerId: number
    orderId: number
    plan: Plan
    planId: number
    price: number
  },
  now: Date,
): Promise<void> => {
  const { membershipId, customerId, orderId, planId, price } = paid
  const membership = await lockMembershipOfPayer(tx, membershipId, customerId)
  if (membership === undefined) throw new Error('A membership whose plan was paid for is missing.')
  await setPlan(tx, membershipId, { planId, price })
  const { operatorId, email: to, firstName, plan: before } = membership
  if (to === '') return
  const facts = { membershipId, orderId, firstName, before, plan: paid.plan.name, price }
  await sendNotice(tx, planChanged, { operatorId, to }, facts, now)
}

/** Takes back a change of plan that has not begun. @throws Refusal `not_changeable` */
export const keepPlan = async (
  tx: Tx,
  actor: Actor,
  membershipId: number,
  now: Date,
): Promise<Membership> => {
  const { customerId } = actor
  if (customerId === null) throw loggedOut()
  const membership = await lockMembershipOfPayer(tx, membershipId, customerId)
  if (membership === undefined) throw notFound()
  const today = localDay(now, membership.timezone)
  const { nextPlan } = membership
  if (nextPlan === null || nextPlan.isSame || nextPlan.from <= today || membership.hasWaitingPayment)
    throw new Refusal('not_changeable', (messages) => messages.memberships.notChangeable)
  await planNext(tx, membershipId, null)
  const done = { act: acts.planChangeUndone, subject: `membership:${membership.reference}` }
  await auditForSelected(tx, actor, done, now)
  return readMembership(tx, customerId, membershipId, now)
}

const readMembership = async (tx: Tx, customerId: number, id: number, now: Date): Promise<Membership> => {
  const all = await listMemberships(tx, customerId, now)
  return all.find((one) => one.id === id) ?? failInvariant('a changed membership is missing')
}
