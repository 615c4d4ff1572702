import { defaultMaxQuantity, isLive, quantityOf } from '#server/baskets/rules.ts'
import type { ItemRow } from '#server/baskets/queries.ts'
import * as messages from '#server/messages/en/baskets.ts'

type Line = Parameters<typeof quantityOf>[1] &
  Parameters<typeof isLive>[0] &
  Pick<ItemRow, 'quantity' | 'forGuest' | 'kind' | 'maxQuantity'>

/** Why a line may not have a quantity, beside other lines of the same ticket; null when it may. */
export const whyQuantityRefused = (
  item: Line,
  lines: readonly Line[],
  { quantity, ...whom }: { quantity: number; purchasedForId: number | null; forGuest: boolean },
  now: Date,
): string | null => {
  if (
    quantity <= item.quantity &&
    whom.purchasedForId === item.purchasedForId &&
    whom.forGuest === item.forGuest
  )
    return null
  const maximum = item.kind === 'tickets' ? (item.maxQuantity ?? defaultMaxQuantity) : 1
  const others = lines.filter((line) => line !== item && isLive(line, now))
  const inBasket = quantityOf(others, { ...item, ...whom })
  return quantity + inBasket > maximum ? messages.maximumQuantity({ maximum, inBasket }) : null
}

/** A line is paid for by a benefit or a package: asking for one alone gives up the other. */
export const choicesOf = (
  { wantsBenefit, wantsPackage }: Pick<ItemRow, 'wantsBenefit' | 'wantsPackage'>,
  { applyBenefit, applyPackage }: { applyBenefit?: boolean | undefined; applyPackage?: boolean | undefined },
): { wantsBenefit: boolean; wantsPackage: boolean } => ({
  wantsBenefit: applyBenefit ?? (applyPackage === true ? false : (wantsBenefit ?? true)),
  wantsPackage: applyPackage ?? (applyBenefit === true ? false : (wantsPackage ?? true)),
})
