import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/**
 * Makes exactly these the members of the memberships named; existing members keep their number.
 * @returns how many came and went
 */
export const replaceMembers = async (
  tx: Tx,
  members: readonly { membershipId: number; customerId: number }[],
  now: Date,
): Promise<number> => {
  const wanted = sql`unnest(${members.map(({ membershipId }) => membershipId)}::int[],
    ${members.map(({ customerId }) => customerId)}::int[]) w (membership_id, customer_id)`
  const { rows: gone } = await sql`
    update membership_member mm set removed_at = ${now}
    where mm.removed_at is null and mm.membership_id in (select w.membership_id from ${wanted})
      and not exists (
        select 1 from ${wanted} where w.membership_id = mm.membership_id and w.customer_id = mm.customer_id
      )
    returning mm.id`.execute(tx)
  const { rows: made } = await sql`
    insert into membership_member as mm (membership_id, customer_id)
    select distinct w.membership_id, w.customer_id from ${wanted}
    on conflict (membership_id, customer_id) do update set removed_at = null where mm.removed_at is not null
    returning mm.id`.execute(tx)
  return gone.length + made.length
}

/** Visits of packages from before they were kept here. */
export const insertPastVisits = async (
  tx: Tx,
  visits: readonly { packageId: number; usedOn: string; name: string; createdAt: Date }[],
): Promise<void> => {
  if (visits.length === 0) return
  await tx
    .insertInto('packageUse')
    .values(visits.map((visit) => ({ ...visit, state: 'used' as const })))
    .execute()
}

/** Memberships that are frozen until something owed is paid, by their number. */
export const frozenMembershipReferences = async (tx: Tx, operatorId: number): Promise<Set<string>> => {
  const found = await tx
    .selectFrom('membership')
    .select('reference')
    .where('operatorId', '=', operatorId)
    .where('status', '=', 'frozen')
    .execute()
  return new Set(found.map(({ reference }) => reference))
}
