import type { Tx } from '#server/platform/database.ts'

/** Deletes the agreements for a line, since another person takes part. */
export const deleteWaivers = async (tx: Tx, basketItemId: number): Promise<void> => {
  await tx.deleteFrom('waiver').where('basketItemId', '=', basketItemId).execute()
}

/** Moves a visitor's attendees to the customer. */
export const assignAttendees = async (tx: Tx, basketId: number, customerId: number): Promise<void> => {
  await tx
    .updateTable('attendee')
    .set({ customerId })
    .where('basketId', '=', basketId)
    .where('customerId', 'is', null)
    .execute()
}
