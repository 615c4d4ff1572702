import { sql } from 'kysely'
import { clearCode } from '#server/platform/clearCode.ts'
import type { Tx } from '#server/platform/database.ts'
import { failInvariant } from '#server/platform/errors.ts'
import type { JoinedAtDistance } from './rules.ts'
import { addMembers, joinedAtDistance } from './sql/memberships.ts'

/** Creates a membership for these people, with a new reference. */
export const addMembership = async (
  tx: Tx,
  membership: Omit<NewMembership, 'reference'>,
  memberIds: readonly number[],
): Promise<{ id: number; reference: string }> => {
  for (let tries = 0; tries < 10; tries += 1) {
    const reference = `M-${clearCode(6)}`
    const id = await insertMembership(tx, { ...membership, reference })
    if (id === null) continue
    await addMembers(tx, id, memberIds)
    return { id, reference }
  }
  return failInvariant('ten references in a row are taken')
}

type NewMembership = {
  operatorId: number
  reference: string
  planId: number
  venueId: number
  payerId: number
  status: 'pending' | 'active'
  startsOn: string
  endsOn: string | null
  price: number
  billingPeriod: 'month' | 'year' | 'once'
  paymentMethod: 'direct_debit' | 'card'
  billingDay: number | null
  nextBillingOn: string | null
  mandateId: number | null
  savedCardId: number | null
  minimumUntil: string | null
  collectedHere: boolean
  createdAt: Date
}

/** null: the reference is taken. */
const insertMembership = async (tx: Tx, membership: NewMembership): Promise<number | null> => {
  const row = await tx
    .insertInto('membership')
    .values(membership)
    .onConflict((conflict) => conflict.columns(['operatorId', 'reference']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** How a membership was bought, where its buyer joined without staff. The caller has locked it. */
export const findJoined = async (tx: Tx, membershipId: number): Promise<JoinedAtDistance | null> => {
  const { rows } = await sql<{ joined: JoinedAtDistance | null }>`
    select ${joinedAtDistance} as joined from membership m join venue v on v.id = m.venue_id
    where m.id = ${membershipId}`.execute(tx)
  return rows[0]?.joined ?? null
}
