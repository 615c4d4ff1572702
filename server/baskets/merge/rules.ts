import { defaultMaxQuantity, quantityOf } from '#server/baskets/rules.ts'
import type { ItemRow } from '#server/baskets/queries.ts'

type Merged = Parameters<typeof quantityOf>[1] &
  Pick<ItemRow, 'pricingOptionId' | 'quantity' | 'forGuest' | 'maxQuantity'>

/** The lines of a visitor that their own basket, with lines `own`, has already, or may have no more of. */
export const findDuplicates = <L extends Merged>(items: readonly L[], own: readonly Merged[]): L[] => {
  const merged: L[] = []
  return items.filter((item) => {
    if (isInBasket(item, own) || isTooMany(item, [...own, ...merged])) return true
    merged.push(item)
    return false
  })
}

/** At the same price; what is not sold by tickets, at any price. */
const isInBasket = (item: Merged, own: readonly Merged[]): boolean =>
  own.some(
    (line) =>
      line.occurrenceId === item.occurrenceId &&
      line.ticketTypeId === item.ticketTypeId &&
      line.purchasedForId === item.purchasedForId &&
      line.forGuest === item.forGuest &&
      (item.ticketTypeId === null || line.pricingOptionId === item.pricingOptionId),
  )

const isTooMany = (item: Merged, lines: readonly Merged[]): boolean =>
  item.ticketTypeId !== null &&
  item.quantity + quantityOf(lines, item) > (item.maxQuantity ?? defaultMaxQuantity)
