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

/** Whether another live place of the person overlaps in time with an occurrence. */
export const hasOverlappingPlace = async (
  tx: Tx,
  personId: number,
  occurrenceId: number,
  exceptHoldId: number,
  now: Date,
): Promise<boolean> => {
  const { rows } = await sql<{ overlaps: boolean }>`
    select has_conflicting_hold(${personId}, ${occurrenceId}, ${exceptHoldId}, ${now}) as overlaps`.execute(
    tx,
  )
  return rows[0]?.overlaps ?? false
}

/** Locks people in order of id. The order of locks: baskets, people, places. */
export const lockPeople = async (tx: Tx, ids: number[]): Promise<void> => {
  if (ids.length === 0) return
  await tx.selectFrom('customer').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
}

/** Changes how many places a line holds: 'ok', or why there are no more. */
export const resizeItem = async (
  tx: Tx,
  itemId: number,
  places: number,
  now: Date,
): Promise<'ok' | 'full' | 'held' | 'cancelled'> => {
  const { rows } = await sql<{ outcome: 'ok' | 'full' | 'held' | 'cancelled' }>`
    select resize_places(${itemId}, ${places}, ${now}) as outcome`.execute(tx)
  return rows[0]?.outcome ?? 'full'
}
