import type { Tx } from '#server/platform/database.ts'

export const countRenewal = async (tx: Tx, basketId: number, now: Date): Promise<void> => {
  await tx
    .updateTable('basket')
    .set((eb) => ({ renewalsUsed: eb('renewalsUsed', '+', 1), updatedAt: now }))
    .where('id', '=', basketId)
    .execute()
}

/** Takes customer references off lines, which then cost what they cost the buyer. */
export const clearReferences = async (tx: Tx, itemIds: number[]): Promise<void> => {
  await tx.updateTable('basketItem').set({ customerReference: null }).where('id', 'in', itemIds).execute()
}
