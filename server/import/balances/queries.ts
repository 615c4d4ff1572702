import type { Tx } from '#server/platform/database.ts'

/** How much a person may owe on their account. @returns whether that is new */
export const setAccountLimit = async (
  tx: Tx,
  customerId: number,
  accountLimit: number | null,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('customer')
    .set({ accountLimit })
    .where('id', '=', customerId)
    .where('accountLimit', 'is distinct from', accountLimit)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
