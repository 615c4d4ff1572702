import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** Gives a membership another plan at once. The caller has locked it. */
export const setPlan = async (
  tx: Tx,
  membershipId: number,
  { planId, price }: { planId: number; price: number },
): Promise<void> => {
  await tx
    .updateTable('membership')
    .set({ planId, price, nextPlanId: null, nextPrice: null, nextPlanFrom: null })
    .where('id', '=', membershipId)
    .execute()
}

/** Plans another plan from a day on; null takes the change back. The caller has locked the membership. */
export const planNext = async (
  tx: Tx,
  membershipId: number,
  next: { planId: number; price: number; from: string } | null,
): Promise<void> => {
  await tx
    .updateTable('membership')
    .set({
      nextPlanId: next?.planId ?? null,
      nextPrice: next?.price ?? null,
      nextPlanFrom: next?.from ?? null,
    })
    .where('id', '=', membershipId)
    .execute()
}

/** Gives memberships the plans that apply from today on at their venues. */
export const applyNextPlans = async (tx: Tx, now: Date): Promise<void> => {
  await sql`
    update membership m set plan_id = m.next_plan_id, price = m.next_price,
      next_plan_id = null, next_price = null, next_plan_from = null
    from venue v where v.id = m.venue_id and m.next_plan_id is not null
      and m.next_plan_from <= (${now}::timestamptz at time zone v.timezone)::date`.execute(tx)
}
