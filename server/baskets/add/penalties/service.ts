import { itemRefusal } from '#server/baskets/refusals/service.ts'
import { lockBasket } from '#server/baskets/rows/queries.ts'
import type { BasketRow } from '#server/baskets/rows/queries.ts'
import { listPenalties, openForChange } from '#server/baskets/service.ts'
import * as messages from '#server/messages/en/baskets.ts'
import { unpaid } from '#server/messages/en/penalties.ts'
import { addLines, payableIdsOf, refuseWhileOwing } from '#server/penalties/owed.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'

type PenaltyItem = { id: number | string; type?: string | undefined }

export const isPenalty = ({ type }: PenaltyItem): boolean => type === 'penalty'

/** The penalties among the items of a call. @throws Refusal `not_found` for one that the customer does not owe */
export const resolvePenalties = async (
  tx: Tx,
  { customerId }: Actor,
  items: readonly PenaltyItem[],
): Promise<number[]> => {
  const owed = customerId === null ? [] : await payableIdsOf(tx, customerId)
  const unknown = items.findIndex((item) => isPenalty(item) && !owed.includes(Number(item.id)))
  if (unknown >= 0) throw itemRefusal('not_found', messages.penaltyNotFound, unknown)
  return items.filter(isPenalty).map(({ id }) => Number(id))
}

/**
 * Refuses a booking while the customer owes a penalty that is neither in the basket nor in this call.
 * @param index the item that the refusal names
 */
export const requireNothingOwed = async (
  tx: Tx,
  { customerId }: Actor,
  basket: BasketRow | null,
  penaltyIds: readonly number[],
  index: number,
): Promise<void> => {
  if (customerId === null) return
  const beingPaid = async () => {
    const inBasket = basket === null ? [] : await listPenalties(tx, basket)
    return [...penaltyIds, ...inBasket.map(({ penaltyId }) => penaltyId)]
  }
  await refuseWhileOwing(tx, customerId, beingPaid, { [`items.${index}.id`]: [unpaid] })
}

/** Adds penalties as lines of a basket. @throws Refusal `busy` */
export const addPenalties = (
  db: Database,
  basket: BasketRow,
  penaltyIds: readonly number[],
  now: Date,
): Promise<BasketRow> =>
  transact(db, async (tx) => {
    const locked = (await lockBasket(tx, basket.id)) ?? basket
    await openForChange(tx, locked, now)
    await addLines(tx, locked.id, penaltyIds, now)
    return locked
  })
