import { localDay } from '#contract/time.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { createRun } from '#server/platform/processAll.ts'
import { transact } from '#server/platform/transact.ts'
import { planNext } from './change.ts'
import { planPriceChanges, planPriceStays } from './messages.ts'
import { followedPrice } from './rules.ts'
import { lockFollowing, membershipsToFollow } from './sql/planPrices.ts'

/** Staff may change their minds so long before members are written to. */
const graceMs = 60_000

const atOnce = 200

/**
 * Plans the new price of a plan for its members, each from a billing day of theirs, and tells their payers; where a price that
 * they were told of is taken back, tells them that too. Idempotent, and safe on several nodes at once.
 * @throws AggregateError of those that failed, after the last
 */
export const followPlanPrices = async (db: Database, now: Date): Promise<void> => {
  const run = createRun()
  const setBefore = new Date(now.getTime() - graceMs)
  for (let after = 0; ;) {
    const ids = await membershipsToFollow(db, { setBefore, after, limit: atOnce })
    const last = ids.at(-1)
    if (last === undefined) break
    await run.process(ids, (id) => transact(db, (tx) => followPrice(tx, id, setBefore, now)))
    after = last
  }
  run.finish()
}

const followPrice = async (tx: Tx, id: number, setBefore: Date, now: Date): Promise<void> => {
  const membership = await lockFollowing(tx, id, setBefore)
  if (membership === undefined) return
  const { operatorId, planId, plan, price, billingPeriod, nextPlan, steps, email: to, firstName } = membership
  // Another node was faster.
  if (nextPlan !== null && steps.some((step) => step.price === nextPlan.price)) return
  const next = followedPrice(membership, localDay(now, membership.timezone))
  if (next === null && nextPlan === null) return
  await planNext(tx, id, next === null ? null : { planId, price: next.price, from: next.fromDay })
  if (to === '') return
  const facts = { membershipId: id, firstName, plan, billingPeriod, price, at: now.toISOString() }
  if (next === null) await sendNotice(tx, planPriceStays, { operatorId, to }, facts, now)
  else {
    const change = { ...facts, newPrice: next.price, from: next.fromDay }
    await sendNotice(tx, planPriceChanges, { operatorId, to }, change, now)
  }
}
