import { createHash } from 'node:crypto'
import type { Answer, Body } from '#contract/endpoint.ts'
import { formatted } from '#contract/money.ts'
import type { PlanPriceEffect, planPrices } from '#contract/plan-prices.ts'
import { isPriceJump, percentOfChange } from '#contract/priceChange.ts'
import { localDay } from '#contract/time.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { invalid, notFound, Refusal } from '#server/platform/errors.ts'
import { mayEverywhere } from '#server/platform/rights.ts'
import { followedPrice, monthsAfter, paysPlanPrice } from './rules.ts'
import { countPrices, findPricedMemberships, lockPlan, pricedPlans } from './sql/planPrices.ts'
import type { PricedPlan } from './sql/planPrices.ts'

type WantedStep = Body<(typeof planPrices)['preview']>

/** What plans cost, with the prices that have not begun. Amounts are pence. */
export const listPlanPrices = async (
  tx: Tx,
  actor: Actor,
  now: Date,
): Promise<Answer<typeof planPrices.list>> => {
  const { operator } = actor
  const today = localDay(now, operator.timezone)
  const plans = await pricedPlans(tx, operator.id)
  const counts = await countMembers(tx, plans, now)
  return {
    today,
    canSet: mayEverywhere(actor, 'prices.publish'),
    plans: plans.map((plan) => ({
      id: plan.id,
      name: plan.name,
      venues: plan.venues,
      billingPeriod: plan.billingPeriod,
      elsewhere: plan.elsewhere,
      price: priceFrom(plan, today),
      steps: plan.steps.filter(({ fromDay }) => fromDay > today),
      ...(counts.get(plan.id) ?? { following: 0, ownPrice: 0 }),
    })),
  }
}

/** What a plan costs whoever joins on a day. */
const priceFrom = ({ basePrice, steps }: PricedPlan, day: string): number =>
  steps.findLast(({ fromDay }) => fromDay <= day)?.price ?? basePrice

const countMembers = async (
  tx: Tx,
  plans: readonly PricedPlan[],
  now: Date,
): Promise<Map<number, { following: number; ownPrice: number }>> => {
  const byId = new Map(plans.map((plan) => [plan.id, plan]))
  const counts = new Map<number, { following: number; ownPrice: number }>()
  for (const { planId, price, timezone, memberships } of await countPrices(tx, [...byId.keys()])) {
    const plan = byId.get(planId)
    if (plan === undefined) continue
    const count = counts.get(planId) ?? { following: 0, ownPrice: 0 }
    count[paysPlanPrice(plan, price, localDay(now, timezone)) ? 'following' : 'ownPrice'] += memberships
    counts.set(planId, count)
  }
  return counts
}

/**
 * What a price of a plan from a day on would do.
 * @throws Refusal `not_found`, `invalid`, `in_past`
 */
export const previewPlanPrice = async (
  tx: Tx,
  actor: Actor,
  wanted: WantedStep,
  now: Date,
): Promise<PlanPriceEffect> => {
  const { operator } = actor
  const [plan] = await pricedPlans(tx, operator.id, wanted.planId)
  if (plan === undefined) throw notFound()
  const { fromDay, price: to } = wanted
  if (fromDay < localDay(now, operator.timezone))
    throw new Refusal('in_past', (messages) => messages.pricing.dayHasPassed)
  const from = priceFrom(plan, fromDay)
  if (from === to) throw invalid({ price: [(messages) => messages.pricing.nothingChanges] })
  const steps = [...plan.steps.filter((step) => step.fromDay !== fromDay), { fromDay, price: to }].toSorted(
    (one, other) => one.fromDay.localeCompare(other.fromDay),
  )
  const memberships = await findPricedMemberships(tx, [plan.id])
  const followed = memberships.flatMap((membership) => {
    const today = localDay(now, membership.timezone)
    const next = followedPrice({ ...membership, basePrice: plan.basePrice, steps }, today)
    return next?.price === to ? [{ ...membership, on: next.fromDay }] : []
  })
  const [firstOn = null] = followed.map(({ on }) => on).toSorted()
  return {
    name: plan.name,
    fromDay,
    from,
    to,
    percent: percentOfChange(from, to),
    isJump: isPriceJump(from, to),
    members: followed.length,
    withoutEmail: followed.filter(({ email }) => email === '').length,
    firstOn,
    later: followed.filter(({ on }) => firstOn !== null && on >= monthsAfter(firstOn, 1)).length,
    ownPrice: memberships.filter(
      ({ price, timezone }) => !paysPlanPrice(plan, price, localDay(now, timezone)),
    ).length,
    elsewhere: plan.elsewhere,
    aYear: followed.reduce(
      (sum, { price, billingPeriod }) => sum + (to - price) * (billingPeriod === 'month' ? 12 : 1),
      0,
    ),
    // Of what a reader decides by; members come and go.
    digest: createHash('sha256')
      .update(JSON.stringify([plan.id, fromDay, from, to]))
      .digest('hex'),
  }
}

/**
 * Sets the price of a plan from a day on, with the effect that the caller has seen. Who joins from that day pays it; members
 * follow (followPrices.ts), who are written to a minute later at the earliest.
 * @throws Refusal `not_found`, `invalid`, `in_past`, `effect_changed`, `price_jump`
 */
export const setPlanPrice = async (
  tx: Tx,
  actor: Actor,
  { digest, typed, reason = '', ...wanted }: Body<(typeof planPrices)['set']>,
  now: Date,
): Promise<Record<never, never>> => {
  await lockPlan(tx, wanted.planId)
  const effect = await previewPlanPrice(tx, actor, wanted, now)
  const { name, from, to, percent, fromDay } = effect
  if (effect.digest !== digest)
    throw new Refusal('effect_changed', (messages) => messages.pricing.pricesChangedMeanwhile)
  const { currencySymbol } = actor.operator
  if (effect.isJump && typed !== to)
    throw new Refusal('price_jump', (messages) =>
      messages.pricing.priceJump({
        name,
        from: formatted(from, currencySymbol),
        to: formatted(to, currencySymbol),
        percent,
      }),
    )
  const staff = staffOf(actor)
  await tx
    .insertInto('planPriceStep')
    .values({ planId: wanted.planId, fromDay, price: to, setBy: staff.id, setAt: now })
    .onConflict((conflict) =>
      conflict.columns(['planId', 'fromDay']).doUpdateSet({ price: to, setBy: staff.id, setAt: now }),
    )
    .execute()
  const detail = { name, fromDay, before: { price: from }, after: { price: to }, reason }
  const subject = `plan:${wanted.planId}`
  await recordAudit(
    tx,
    { actorId: staff.id, forCustomerId: null, act: acts.planPriceSet, subject, detail },
    now,
  )
  return {}
}

/**
 * Takes back a price of a plan whose day has not come. Members who were told of it are told so, and pay as before.
 * @throws Refusal `not_found`, `in_past`
 */
export const endPlanPrice = async (
  tx: Tx,
  actor: Actor,
  stepId: number,
  now: Date,
): Promise<Record<never, never>> => {
  const plans = await pricedPlans(tx, actor.operator.id)
  const plan = plans.find(({ steps }) => steps.some(({ id }) => id === stepId))
  const step = plan?.steps.find(({ id }) => id === stepId)
  if (plan === undefined || step === undefined) throw notFound()
  await lockPlan(tx, plan.id)
  if (step.fromDay <= localDay(now, actor.operator.timezone))
    throw new Refusal('in_past', (messages) => messages.pricing.stepHasBegun)
  const { numDeletedRows } = await tx.deleteFrom('planPriceStep').where('id', '=', stepId).executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound()
  const others = { ...plan, steps: plan.steps.filter(({ id }) => id !== stepId) }
  const detail = {
    name: plan.name,
    fromDay: step.fromDay,
    before: { price: step.price },
    after: { price: priceFrom(others, step.fromDay) },
  }
  const done = { act: acts.planPriceTakenBack, subject: `plan:${plan.id}`, detail }
  await recordAudit(tx, { actorId: staffOf(actor).id, forCustomerId: null, ...done }, now)
  return {}
}
