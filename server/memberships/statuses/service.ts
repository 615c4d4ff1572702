import { membershipsToUpdate, setMembershipStatus } from '#server/memberships/collection/queries.ts'
import { applyNextPlans } from '#server/memberships/plan-changes/queries.ts'
import { statusOn } from '#server/memberships/rules.ts'
import type { Database } from '#server/platform/database.ts'
import { addDays, dayOf } from '#server/platform/wallclock.ts'

/**
 * Stores the status that follows from the calendar (active or ended), and plans that apply from today on. Reads compute it themselves;
 * statistics read the stored one.
 */
export const updateMembershipStatuses = async (db: Database, now: Date): Promise<void> => {
  await applyNextPlans(db, now)
  const by = addDays(now.toISOString().slice(0, 10), 1)
  for (const member of await membershipsToUpdate(db, by, 500)) {
    const status = statusOn(member, dayOf(now, member.timezone))
    if (status !== member.status && (status === 'active' || status === 'ended')) {
      await setMembershipStatus(db, member.id, member.status, status)
    }
  }
}
