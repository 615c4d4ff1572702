import type { Tx } from '#server/platform/database.ts'

/** Sets which places a bought line has. */
export const setPlacesOfLine = async (
  tx: Tx,
  itemId: number,
  places: { occurrenceId: number; holdId: number },
): Promise<void> => {
  await tx.updateTable('basketItem').set(places).where('id', '=', itemId).execute()
}
