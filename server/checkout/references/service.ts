import type { BasketItem } from '#contract/baskets.ts'
import { referenceUsed } from '#server/checkout/notices/service.ts'
import * as messages from '#server/messages/en/checkout.ts'
import { sendNotice } from '#server/notices/service.ts'
import type { Tx } from '#server/platform/database.ts'
import { findReferenced } from './queries.ts'

/** Tells customers by e-mail that somebody else has bought tickets with their customer reference. */
export const notifyReferenced = async (
  tx: Tx,
  {
    operatorId,
    orderId,
    customerId: buyerId,
    items,
  }: { operatorId: number; orderId: number; customerId: number | null; items: readonly BasketItem[] },
  now: Date,
): Promise<void> => {
  const named = items.filter(({ customerReference }) => customerReference !== null)
  if (named.length === 0) return
  for (const { id, reference, email: to } of await findReferenced(
    tx,
    operatorId,
    named.flatMap(({ customerReference }) => customerReference ?? []),
    buyerId,
  )) {
    const bought = named
      .filter(({ customerReference }) => customerReference === reference)
      .map(({ name, cartableResource }) =>
        messages.referenceUsedItem({ name, venue: cartableResource?.venueName ?? '' }),
      )
    await sendNotice(
      tx,
      referenceUsed,
      { operatorId, to },
      { customerId: id, orderId, reference, items: bought },
      now,
    )
  }
}
