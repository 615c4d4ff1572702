import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

export type MandateRow = {
  id: number
  customerId: number
  provider: string
  key: string
  state: 'requested' | 'active' | 'ending' | 'ended' | 'refused'
}

const columns = ['id', 'customerId', 'provider', 'key', 'state'] as const

export const insertMandate = async (
  tx: Tx,
  mandate: { operatorId: number; customerId: number; provider: string; key: string; createdAt: Date },
): Promise<number> => {
  const { id } = await tx.insertInto('debitMandate').values(mandate).returning('id').executeTakeFirstOrThrow()
  return id
}

export const mandateById = async (tx: Tx, id: number): Promise<MandateRow | undefined> =>
  await tx.selectFrom('debitMandate').select(columns).where('id', '=', id).executeTakeFirst()

/** Moves a mandate on from one of the given states. false: it was in another state. */
export const moveMandate = async (
  tx: Tx,
  id: number,
  from: readonly MandateRow['state'][],
  to: { state: MandateRow['state']; reference?: string; endedAt?: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('debitMandate')
    .set(to)
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A customer's mandates that have not ended. */
export const mandatesOf = async (tx: Tx, customerId: number): Promise<number[]> => {
  const mandates = await tx
    .selectFrom('debitMandate')
    .select('id')
    .where('customerId', '=', customerId)
    .where(sql<boolean>`state in ('requested', 'active')`)
    .execute()
  return mandates.map(({ id }) => id)
}

/**
 * Mandates to end at the provider: those marked for it, and those requested so long ago that the result is
 * unknown.
 */
export const mandatesToEnd = async (tx: Tx, requestedBefore: Date, limit: number): Promise<MandateRow[]> =>
  await tx
    .selectFrom('debitMandate')
    .select(columns)
    .where((eb) =>
      eb.or([
        eb('state', '=', sql.lit('ending')),
        eb.and([eb('state', '=', sql.lit('requested')), eb('createdAt', '<', requestedBefore)]),
      ]),
    )
    .orderBy('createdAt')
    .limit(limit)
    .execute()
