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

/** The card that was kept at a payment, or that it was made with. */
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
