import type { Asked } from '#server/baskets/asking/service.ts'
import { refusedAs, refuseItem, whyNoMore } from '#server/baskets/refusing/service.ts'
import { isLive, isSameTicket, mostSaid, quantityOf } from '#server/baskets/rules.ts'
import { busy, itemsOf, lockBasketById, resizeItem } from '#server/baskets/service.ts'
import type { BasketRow, ItemRow } from '#server/baskets/service.ts'
import type { Database } from '#server/platform/database.ts'
import { failInvariant, invalid } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'
import * as rows from './queries.ts'

/** Tickets of a kind that one call names several times are one line. */
export const together = (items: readonly Asked[]): Asked[] => {
  const lines: Asked[] = []
  for (const item of items) {
    const same =
      item.ticketTypeId === null
        ? undefined
        : lines.find((line) => isSameTicket(line, item) && line.pricingOptionId === item.pricingOptionId)
    if (same === undefined) lines.push({ ...item })
    else {
      same.quantity += item.quantity
      same.places += item.places
    }
  }
  return lines
}

/** Lines that are to be of more, and by which of the things asked for. */
export type More = { line: ItemRow; by: number; asked: Asked[] }

/**
 * Tickets that lie in the basket already at the same price: their lines grow. (The same slot or class for the same
 * person again changes nothing, wire §7.)
 */
export const moreOfLines = async (
  db: Database,
  basket: BasketRow | null,
  items: readonly Asked[],
  now: Date,
): Promise<More[]> => {
  const tickets = items.filter((item) => item.ticketTypeId !== null)
  if (tickets.length === 0) return []
  const lines = basket === null ? [] : (await itemsOf(db, basket.id)).filter((line) => isLive(line, now))
  const more: More[] = []
  for (const [index, item] of tickets.entries()) {
    refuseBeyondMost(item, quantityOf(tickets.slice(0, index + 1), item), quantityOf(lines, item))
    const line = lines.find((one) => isSameTicket(one, item) && one.pricingOptionId === item.pricingOptionId)
    if (line === undefined) continue
    const growing = more.find((one) => one.line === line)
    if (growing === undefined) more.push({ line, by: item.quantity, asked: [item] })
    else {
      growing.by += item.quantity
      growing.asked.push(item)
    }
  }
  return more
}

/** Of one ticket there may be so many, at all its prices together. */
const refuseBeyondMost = ({ most, index }: Asked, wanted: number, inside: number): void => {
  if (wanted + inside <= most) return
  throw invalid({ [`items.${index}.quantity`]: [mostSaid(most, inside)] })
}

/** Makes lines grow, all or none. @throws Refusal `full`, `held`, `cancelled`, `invalid` */
export const takeMore = async (
  db: Database,
  basket: BasketRow,
  more: readonly More[],
  now: Date,
): Promise<void> => {
  if (more.length === 0) return
  await transact(db, async (tx) => {
    const locked = await lockBasketById(tx, basket.id)
    if (locked?.status !== 'open') throw busy()
    for (const { line, by, asked } of more) {
      const lines = (await itemsOf(tx, basket.id)).filter((one) => isLive(one, now))
      const item = asked[0] ?? failInvariant('a line grows by nothing')
      // Two calls at once may each have been within the most.
      refuseBeyondMost(item, by, quantityOf(lines, line))
      const quantity = (lines.find((one) => one.id === line.id)?.quantity ?? 0) + by
      const outcome = await resizeItem(tx, line.id, quantity * (line.ticketPlaces ?? 1), now)
      if (outcome !== 'ok') {
        const { code, until } = await whyNoMore(tx, outcome, line, now)
        throw refuseItem(code, refusedAs[code], item.index, until)
      }
      await rows.setQuantity(tx, line.id, quantity)
    }
  })
}
