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

/** Of a ticket that has no limit of its own. */
export const mostWithoutLimit = 100

type Ticket = Pick<ItemRow, 'occurrenceId' | 'ticketTypeId' | 'purchasedForId' | 'customerReference'>

/** One kind of ticket of one session for one person, at whatever price. */
export const isSameTicket = (one: Ticket, other: Ticket): boolean =>
  one.ticketTypeId !== null &&
  one.occurrenceId === other.occurrenceId &&
  one.ticketTypeId === other.ticketTypeId &&
  one.purchasedForId === other.purchasedForId &&
  one.customerReference === other.customerReference

/** How many there are of a ticket among others, at all prices together. */
export const quantityOf = (among: readonly (Ticket & { quantity: number })[], ticket: Ticket): number =>
  among.reduce((sum, one) => (isSameTicket(one, ticket) ? sum + one.quantity : sum), 0)

/** How many a line may be of, beside what there is of the same ticket at other prices; null: as many as one likes. */
export const mostOf = (item: ItemRow, live: readonly ItemRow[]): number | null => {
  if (item.kind !== 'tickets') return 1
  if (item.maxQuantity === null) return null
  const others = live.filter((line) => line.id !== item.id)
  return Math.max(item.maxQuantity - quantityOf(others, item), item.quantity)
}

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
