import type { Tx } from '#server/platform/database.ts'

export const countRenewal = async (tx: Tx, basketId: number, now: Date): Promise<void> => {
  await tx
    .updateTable('basket')
    .set((eb) => ({ renewalsUsed: eb('renewalsUsed', '+', 1), updatedAt: now }))
    .where('id', '=', basketId)
    .execute()
}
