import type { BasketNotice } from '#contract/baskets.ts'
import { hasPlacesNeeded, isLive, placesNeeded } from '#server/baskets/rules.ts'
import { listItems, markLapseNotified } from '#server/baskets/queries.ts'
import type { ItemRow } from '#server/baskets/queries.ts'
import { resizeItem } from '#server/baskets/change/queries.ts'
import { lockBasket } from '#server/baskets/rows/queries.ts'
import type { BasketRow } from '#server/baskets/rows/queries.ts'
import { lapsePlaces } from '#server/holds/service.ts'
import * as messages from '#server/messages/en/baskets.ts'
import type { Tx } from '#server/platform/database.ts'
import { inTransaction } from '#server/platform/transact.ts'

/**
 * Holds the places of tickets whose type has other places than when they were held. Where there are too few, the line is
 * no longer held and stays among the lapsed ones.
 * @returns the lines as they are now, and a notice of each change
 */
export const fitPlaces = async (
  db: Tx,
  basket: BasketRow,
  items: ItemRow[],
  now: Date,
): Promise<{ items: ItemRow[]; notices: BasketNotice[] }> => {
  const isUnfit = (item: ItemRow): boolean => isLive(item, now) && !hasPlacesNeeded(item)
  if (basket.status !== 'open' || !items.some(isUnfit)) return { items, notices: [] }
  return inTransaction(db, async (tx) => {
    const locked = await lockBasket(tx, basket.id)
    const current = await listItems(tx, basket.id)
    if (locked?.status !== 'open') return { items: current, notices: [] }
    const notices: BasketNotice[] = []
    for (const item of current.filter(isUnfit)) notices.push(await fitLine(tx, item, now))
    return { items: await listItems(tx, basket.id), notices }
  })
}

const fitLine = async (tx: Tx, item: ItemRow, now: Date): Promise<BasketNotice> => {
  const places = placesNeeded(item) ?? item.places
  const name = item.ticketName === null ? item.name : `${item.name}, ${item.ticketName}`
  tx.invalidate(item.venueId)
  if ((await resizeItem(tx, item.id, places, now)) === 'ok') {
    const message = messages.placesChanged({ name, places })
    return { code: 'session_changed', message, cartItemId: item.id }
  }
  await lapsePlaces(tx, [item.holdId], now)
  await markLapseNotified(tx, [item.id])
  const message = messages.tooFewPlaces({ name, places })
  return { code: 'item_unavailable', message, cartItemId: item.id }
}
