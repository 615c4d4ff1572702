import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

export const changeItem = async (
  tx: Tx,
  id: number,
  change: {
    pricingOptionId: number
    unitPrice: number
    quantity: number
    purchasedForId: number | null
    customerReference: string | null
    forGuest: boolean
  },
): Promise<void> => {
  // What is taken off is worked out anew.
  await tx
    .updateTable('basketItem')
    .set({ ...change, discount: 0 })
    .where('id', '=', id)
    .execute()
}

export const changePersonOfHold = async (tx: Tx, holdId: number, personId: number | null): Promise<void> => {
  await sql`select assign_hold_person(${holdId}, ${personId})`.execute(tx)
}

/** Whether benefit and package are wanted for a line. */
export const setWants = async (
  tx: Tx,
  itemId: number,
  wants: { wantsBenefit: boolean; wantsPackage: boolean },
): Promise<void> => {
  await tx.updateTable('basketItem').set(wants).where('id', '=', itemId).execute()
}
