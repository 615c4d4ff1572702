import { createHash } from 'node:crypto'
import type { HireEffect } from '#contract/hireTypes.ts'
import { money } from '#contract/money.ts'
import { findCallOffEffect } from '#server/bookings/cancel.ts'
import { sumOfParts } from '#server/bookings/rules.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { planHire } from './plan.ts'
import type { HirePlan, Wanted } from './plan.ts'

export type CallOffEffect = Awaited<ReturnType<typeof findCallOffEffect>>

/**
 * What letting places would do: who has each date, and what calling off gives back.
 * @throws Refusal `not_found`, `invalid_time`, `no_sessions`
 */
export const previewHire = async (tx: Tx, actor: Actor, wanted: Wanted, now: Date): Promise<HireEffect> => {
  const plan = await planHire(tx, actor, wanted, now)
  return presentHireEffect(actor, plan, await findCallOffEffect(tx, plan.calledOff, now))
}

export const presentHireEffect = (
  { operator: { currencySymbol } }: Actor,
  { days, lets, undecided, minutes, total, isExempt, calledOff }: HirePlan,
  { reversals, reach }: CallOffEffect,
): HireEffect => {
  const facts = [
    days.map(({ date, locationId, state, takenBy, decision, otherPlace }) => [
      date.raw,
      locationId,
      state,
      takenBy.map(({ kind, name, who, booked }) => [kind, name, who, booked]),
      decision,
      otherPlace?.id,
    ]),
    lets,
    isExempt,
    calledOff,
    reversals.map(({ id, quantity, parts }) => [id, quantity, parts]),
  ]
  return {
    digest: createHash('sha256').update(JSON.stringify(facts)).digest('base64url'),
    days,
    lets: lets.length,
    undecided,
    minutes,
    total: money(total, currencySymbol),
    isExempt,
    calledOff: calledOff.length,
    bookings: reversals.length,
    refundTotal: money(sumOfParts(reversals.flatMap(({ parts }) => parts)), currencySymbol),
    reach,
  }
}
