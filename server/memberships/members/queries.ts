import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

export type MemberToBe = { id: number; firstName: string; lastName: string; dateOfBirth: string | null }

/** People by id, in order of id. */
export const listPeople = (tx: Tx, ids: readonly number[]): Promise<MemberToBe[]> =>
  tx
    .selectFrom('customer')
    .select(['id', 'firstName', 'lastName', 'dateOfBirth'])
    .where(sql<boolean>`id = any(${[...ids]}::int[])`)
    .orderBy('id')
    .execute()

/** The first name of each of these people who has the plan on a day, or will have it. */
export const listNamesWithPlan = async (
  tx: Tx,
  customerIds: readonly number[],
  { planId, day, exceptId }: { planId: number; day: string; exceptId: number | null },
): Promise<string[]> => {
  const { rows } = await sql<{ firstName: string }>`
    select distinct c.id, c.first_name from membership m
    join membership_member mm on mm.membership_id = m.id and mm.removed_at is null
    join customer c on c.id = mm.customer_id
    where mm.customer_id = any(${[...customerIds]}::int[]) and m.plan_id = ${planId}
      and m.id is distinct from ${exceptId}::int and m.status not in ('ended', 'awaiting_payment')
      and (m.ends_on is null or m.ends_on >= ${day}::date)
    order by c.id`.execute(tx)
  return rows.map(({ firstName }) => firstName)
}

/** The people who belong to a membership, with what limits them. The caller has locked it. */
export const findMembers = async (
  tx: Tx,
  membershipId: number,
): Promise<{ planId: number; maxMembers: number; maxAdults: number | null; memberIds: number[] }> => {
  const { rows } = await sql<{
    planId: number
    maxMembers: number
    maxAdults: number | null
    memberIds: number[]
  }>`
    select m.plan_id, p.max_members, p.max_adults,
      array(select mm.customer_id from membership_member mm
        where mm.membership_id = m.id and mm.removed_at is null order by mm.id) as member_ids
    from membership m join membership_plan p on p.id = m.plan_id where m.id = ${membershipId}`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('A locked membership is missing.')
  return row
}

/** Whoever belonged to it before continues with the uses they have had. */
export const addMembers = async (
  tx: Tx,
  membershipId: number,
  customerIds: readonly number[],
): Promise<void> => {
  if (customerIds.length === 0) return
  await tx
    .insertInto('membershipMember')
    .values(customerIds.map((customerId) => ({ membershipId, customerId })))
    .onConflict((conflict) =>
      conflict.columns(['membershipId', 'customerId']).doUpdateSet({ removedAt: null }),
    )
    .execute()
}

export const removeMembers = async (
  tx: Tx,
  membershipId: number,
  customerIds: readonly number[],
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('membershipMember')
    .set({ removedAt: now })
    .where('membershipId', '=', membershipId)
    .where(sql<boolean>`customer_id = any(${[...customerIds]}::int[])`)
    .execute()
}
