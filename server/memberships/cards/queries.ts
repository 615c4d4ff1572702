import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** The card that was saved with a payment, or that it was made with. */
export const cardOfPayment = async (
  tx: Tx,
  transactionId: number,
  customerId: number,
  externalIdentifier: string | null,
): Promise<number | null> => {
  const row = await tx
    .selectFrom('savedCard')
    .select('id')
    .where('customerId', '=', customerId)
    .where((eb) =>
      eb.or([
        eb('transactionId', '=', transactionId),
        ...(externalIdentifier === null ? [] : [eb('externalIdentifier', '=', externalIdentifier)]),
      ]),
    )
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.id ?? null
}

/** The memberships of a payer whose failed payments these penalties are, where more is to be collected later. */
export const membershipsOwing = async (
  tx: Tx,
  payerId: number,
  penaltyIds: readonly number[],
): Promise<{ id: number; plan: string }[]> => {
  const { rows } = await sql<{ id: number; plan: string }>`
    select m.id, p.name as plan
    from membership m join membership_plan p on p.id = m.plan_id
    where m.payer_id = ${payerId} and m.collected_here and m.next_billing_on is not null and m.status <> 'ended'
      and m.id in (
        select c.membership_id from membership_collection c
        where c.penalty_id = any(${penaltyIds}::int[]) and c.state = 'failed'
      )
    order by m.id`.execute(tx)
  return rows
}

/** Payments that are announced and not yet requested. */
export const setMethodOfWaiting = async (tx: Tx, membershipId: number, method: 'card'): Promise<void> => {
  await tx
    .updateTable('membershipCollection')
    .set({ method })
    .where('membershipId', '=', membershipId)
    .where('state', '=', sql.lit('waiting'))
    .execute()
}

/** Whether the bank has yet to answer for a Direct Debit of the membership. */
export const hasRequestedDebit = async (tx: Tx, membershipId: number): Promise<boolean> =>
  (await tx
    .selectFrom('membershipCollection')
    .select('id')
    .where('membershipId', '=', membershipId)
    .where('state', '=', sql.lit('requested'))
    .where('method', '=', sql.lit('direct_debit'))
    .executeTakeFirst()) !== undefined

export const cardInWords = (tx: Tx, savedCardId: number): Promise<{ brand: string; lastFour: string }> =>
  tx
    .selectFrom('savedCard')
    .select(['brand', 'lastFour'])
    .where('id', '=', savedCardId)
    .executeTakeFirstOrThrow()
