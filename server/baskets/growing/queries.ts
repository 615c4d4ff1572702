import type { Tx } from '#server/platform/database.ts'

/** Sets how many a line is of; its places have been changed. */
export const setQuantity = async (tx: Tx, id: number, quantity: number): Promise<void> => {
  await tx.updateTable('basketItem').set({ quantity }).where('id', '=', id).execute()
}
