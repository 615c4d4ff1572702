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

export type NewMembership = {
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
export const insertMembership = async (tx: Tx, membership: NewMembership): Promise<number | null> => {
  const row = await tx
    .insertInto('membership')
    .values(membership)
    .onConflict((conflict) => conflict.columns(['operatorId', 'reference']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export const insertMember = async (tx: Tx, membershipId: number, customerId: number): Promise<void> => {
  await tx.insertInto('membershipMember').values({ membershipId, customerId }).execute()
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
