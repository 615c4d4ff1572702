import type { Tx } from '#server/platform/database.ts'

/** The provider's reference of a customer. */
export const payerAtProvider = async (
  tx: Tx,
  customerId: number,
  provider: string,
): Promise<string | null> => {
  const row = await tx
    .selectFrom('providerCustomer')
    .select('reference')
    .where('customerId', '=', customerId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return row?.reference ?? null
}

export const savePayer = async (
  tx: Tx,
  payer: { customerId: number; provider: string; reference: string },
): Promise<void> => {
  await tx
    .insertInto('providerCustomer')
    .values(payer)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export type SavedCardRow = {
  id: number
  externalIdentifier: string
  cardHolderName: string
  brand: string
  lastFour: string
  expiry: string
}

/** A customer's saved cards with a provider, newest first. */
export const savedCardsOf = (tx: Tx, customerId: number, provider: string): Promise<SavedCardRow[]> =>
  tx
    .selectFrom('savedCard')
    .select(['id', 'externalIdentifier', 'cardHolderName', 'brand', 'lastFour', 'expiry'])
    .where('customerId', '=', customerId)
    .where('provider', '=', provider)
    .where('removedAt', 'is', null)
    .orderBy('id', 'desc')
    .execute()

export const insertSavedCard = async (
  tx: Tx,
  card: Omit<SavedCardRow, 'id'> & {
    customerId: number
    provider: string
    transactionId: number
    createdAt: Date
  },
): Promise<void> => {
  await tx
    .insertInto('savedCard')
    .values(card)
    .onConflict((conflict) =>
      conflict
        .column('externalIdentifier')
        .doUpdateSet({ transactionId: card.transactionId })
        .where('savedCard.customerId', '=', card.customerId),
    )
    .execute()
}

/** Saves a card without a payment. @returns its id; null where the provider's reference is that of a removed card */
export const saveCardOfCustomer = async (
  tx: Tx,
  card: Omit<SavedCardRow, 'id'> & { customerId: number; provider: string; createdAt: Date },
): Promise<number | null> => {
  await tx
    .insertInto('savedCard')
    .values(card)
    .onConflict((conflict) => conflict.column('externalIdentifier').doNothing())
    .execute()
  const row = await tx
    .selectFrom('savedCard')
    .select('id')
    .where('externalIdentifier', '=', card.externalIdentifier)
    .where('customerId', '=', card.customerId)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

/** @returns the provider's reference of the card; undefined when the customer has no such card */
export const removeSavedCard = async (
  tx: Tx,
  customerId: number,
  cardId: number,
  now: Date,
): Promise<{ provider: string; externalIdentifier: string } | undefined> =>
  tx
    .updateTable('savedCard')
    .set({ removedAt: now, cardHolderName: '' })
    .where('id', '=', cardId)
    .where('customerId', '=', customerId)
    .where('removedAt', 'is', null)
    .returning(['provider', 'externalIdentifier'])
    .executeTakeFirst()
