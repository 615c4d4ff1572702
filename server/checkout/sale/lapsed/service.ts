import { findNotRetakable } from '#server/baskets/change/renewal/service.ts'
import { isLive } from '#server/baskets/rules.ts'
import type { ItemRow } from '#server/baskets/service.ts'
import { presentItem } from '#server/baskets/view/service.ts'
import * as basketMessages from '#server/messages/en/baskets.ts'
import * as messages from '#server/messages/en/checkout.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'

/**
 * Paying takes lapsed places again, so it is refused where renewing them would be: after booking has closed, and for
 * people who may not take part. Lines parked at log-in were never checked for the customer.
 * @throws Refusal `place_lost`
 */
export const requireRetakable = async (
  tx: Tx,
  actor: Actor,
  lines: readonly ItemRow[],
  now: Date,
): Promise<void> => {
  const lapsed = lines.filter((line) => !isLive(line, now))
  if (lapsed.length === 0) return
  const found = await findNotRetakable(tx, actor, lapsed, now)
  if (found === null) return
  const { item, problem } = found
  throw new Refusal('place_lost', messages.placeLost, {
    errors: { items: [basketMessages.itemProblem({ name: nameOf(item, actor, now), problem })] },
  })
}

/** Refuses a basket whose holds have all lapsed. */
export const expiredLines = (lapsed: readonly ItemRow[], actor: Actor, now: Date): Refusal =>
  new Refusal('place_lost', messages.placesNotReserved, {
    errors: { items: lapsed.map((item) => messages.placeNotReserved({ name: nameOf(item, actor, now) })) },
  })

/** The name that the basket shows. */
const nameOf = (item: ItemRow, { operator: { currencySymbol } }: Actor, now: Date): string =>
  presentItem(item, { currencySymbol, selectedUserId: null, isEstimated: false, now }).name
