import type { Tx } from '#server/platform/database.ts'

export const markRemoved = async (tx: Tx, itemIds: number[], now: Date): Promise<void> => {
  await tx
    .updateTable('basketItem')
    .set({ removedAt: now })
    .where('id', 'in', itemIds)
    .where('removedAt', 'is', null)
    .execute()
}
