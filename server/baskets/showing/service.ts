import type { Basket, BasketNotice } from '#contract/baskets.ts'
import { bringUpToDate } from '#server/baskets/prices/service.ts'
import type { How } from '#server/baskets/prices/service.ts'
import { isLapsed, noMoney } from '#server/baskets/rules.ts'
import type { BasketMoney } from '#server/baskets/rules.ts'
import {
  firstOfCustomer,
  itemsOf as linesOf,
  markLapseTold,
  penaltiesIn,
  setNotices,
} from '#server/baskets/service.ts'
import type { BasketRow, ItemRow } from '#server/baskets/service.ts'
import { creditOf, reservedFor } from '#server/credits/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { presentBasket } from './present.ts'

export { presentItem, presentPenalty } from './present.ts'

/**
 * The whole basket, as every basket call answers it. Prices that have changed since are brought up to date,
 * and what the person has not been told yet is told, once.
 */
export const wholeBasket = async (
  tx: Tx,
  found: BasketRow | null,
  actor: Actor,
  now: Date,
  {
    itemsOf = (basketId) => linesOf(tx, basketId),
    ...how
  }: { itemsOf?: (basketId: number) => Promise<ItemRow[]>; settle?: boolean; quiet?: How['quiet'] } = {},
): Promise<Basket> => {
  const basket = found ?? (await firstOfCustomer(tx, actor, now))
  const shown = {
    currencySymbol: actor.operator.currencySymbol,
    selectedUserId: actor.person !== null && actor.customerId !== actor.person.id ? actor.customerId : null,
    isEstimated: actor.customerId === null,
    now,
  }
  if (basket === null) return presentBasket(null, [], [], noMoney, shown)
  const lines = await itemsOf(basket.id)
  const upToDate = await bringUpToDate(tx, basket, lines, actor, { settle: false, ...how }, now)
  const { items } = upToDate
  const notices: BasketNotice[] = [...basket.notices, ...upToDate.notices]
  const untold = items.filter((item) => isLapsed(item, now) && !item.lapseTold)
  for (const item of untold) {
    const isOff = item.occurrenceStatus !== 'scheduled'
    notices.push({
      code: isOff ? 'item_unavailable' : 'hold_lapsed',
      message: isOff ? `${item.name} is no longer on.` : `${item.name} is no longer held for you.`,
      cartItemId: item.id,
    })
  }
  if (untold.length > 0)
    await markLapseTold(
      tx,
      untold.map((item) => item.id),
    )
  if (basket.notices.length > 0) await setNotices(tx, basket.id, [])
  return presentBasket(basket, items, notices, await moneyFor(tx, basket, actor, now), shown)
}

/** What the customer of a call could pay a basket with. A visitor has nothing, and costs no question. */
const moneyFor = async (
  tx: Tx,
  basket: BasketRow,
  { customerId }: Actor,
  now: Date,
): Promise<BasketMoney> => {
  const owed = await penaltiesIn(tx, basket)
  if (customerId === null) return { ...noMoney, penalties: owed }
  const { id } = basket
  const { general, membership } = await creditOf(tx, customerId, now, id)
  return {
    free: { general: general.free, membership: membership.free },
    reserved: await reservedFor(tx, id, customerId, now),
    penalties: owed,
  }
}
