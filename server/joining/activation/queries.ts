import type { Tx } from '#server/platform/database.ts'

export const markComplete = async (
  tx: Tx,
  id: number,
  made: { membershipId: number; orderId: number },
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('joining')
    .set({ ...made, status: 'complete', endedAt: now })
    .where('id', '=', id)
    .execute()
}

export const zoneOf = async (tx: Tx, venueId: number): Promise<string> => {
  const { timezone } = await tx
    .selectFrom('venue')
    .select('timezone')
    .where('id', '=', venueId)
    .executeTakeFirstOrThrow()
  return timezone
}

export const payerOf = (tx: Tx, customerId: number): Promise<{ email: string; firstName: string }> =>
  tx
    .selectFrom('customer')
    .select(['email', 'firstName'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()

/** What an order was paid with, for the books of the desk. */
export const paymentsOfOrder = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('orderPayment')
    .select(['id as paymentId', 'tenderType', 'creditType', 'amount'])
    .where('orderId', '=', orderId)
    .orderBy('id')
    .execute()
