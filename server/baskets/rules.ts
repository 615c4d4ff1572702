import type { CreditType } from '#server/credits/rules.ts'
import type { PenaltyLine } from '#server/penalties/service.ts'
import type { ItemRow } from './queries.ts'

export type { BasketRow, ItemRow } from './queries.ts'

/** How often a basket's holds may be made fresh (wire §1.10). */
export const maximumRenewals = 10

/** What a line costs, in pence: what its benefit or package takes off is off. */
export const lineTotal = ({
  unitPrice,
  quantity,
  discount,
}: Pick<ItemRow, 'unitPrice' | 'quantity' | 'discount'>): number => unitPrice * quantity - discount

const keptLapsedMs = 24 * 3_600_000

/** Its places are kept for this basket now. */
export const isLive = (item: Pick<ItemRow, 'holdState' | 'heldUntil'>, now: Date): boolean =>
  item.holdState === 'held' && item.heldUntil !== null && item.heldUntil > now

/** Its hold has ended, and it is still shown so that it can be held again. */
export const isLapsed = (item: Pick<ItemRow, 'holdState' | 'heldUntil'>, now: Date): boolean =>
  (item.holdState === 'held' || item.holdState === 'expired') &&
  item.heldUntil !== null &&
  item.heldUntil <= now &&
  now.getTime() - item.heldUntil.getTime() < keptLapsedMs

/** What the customer of a basket has to pay it with. Pence. */
export type BasketMoney = {
  /** Credit this basket could use, with what it has reserved. */
  free: Readonly<Record<CreditType, number>>
  /** Credit reserved for it, membership credit first. */
  reserved: readonly { id: number; type: CreditType; amount: number }[]
  /** Penalties in it. */
  penalties: readonly PenaltyLine[]
}

export const noMoney: BasketMoney = { free: { general: 0, membership: 0 }, reserved: [], penalties: [] }
