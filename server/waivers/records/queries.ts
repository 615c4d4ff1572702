import type { Tx } from '#server/platform/database.ts'

/** What was agreed to for a line is void: somebody else takes part. */
export const deleteWaivers = async (tx: Tx, basketItemId: number): Promise<void> => {
  await tx.deleteFrom('waiver').where('basketItemId', '=', basketItemId).execute()
}

/** Whom a visitor named becomes the customer's. */
export const assignAttendees = async (tx: Tx, basketId: number, customerId: number): Promise<void> => {
  await tx
    .updateTable('attendee')
    .set({ customerId })
    .where('basketId', '=', basketId)
    .where('customerId', 'is', null)
    .execute()
}
