import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** Saves whom a line is for, and who will attend. */
export const saveAttendee = async (
  tx: Tx,
  item: { id: number; holdId: number },
  { purchasedForId, personId }: { purchasedForId: number | null; personId: number | null },
): Promise<void> => {
  await tx.updateTable('basketItem').set({ purchasedForId }).where('id', '=', item.id).execute()
  await sql`select assign_hold_person(${item.holdId}, ${personId})`.execute(tx)
}

export const savePricedFor = async (tx: Tx, basketId: number, customerId: number | null): Promise<void> => {
  await tx.updateTable('basket').set({ pricedForId: customerId }).where('id', '=', basketId).execute()
}
