import { sumOf } from '#server/credits/rules.ts'
import type { CreditType } from '#server/credits/rules.ts'
import type { PenaltyLine } from '#server/penalties/service.ts'
import { taxWithin } from '#server/pricing/rules.ts'
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

/** The sentence about it; `inside` are in the basket already. */
export const mostSaid = (most: number, inside: number): string =>
  inside === 0
    ? `At most ${most} of these.`
    : `At most ${most} of these; ${inside} are in your basket already.`

/** One person may have it twice, and beside something else: tickets, and courts for friends. */
export const isRepeatable = ({ kind, allowsOverlap }: Pick<ItemRow, 'kind' | 'allowsOverlap'>): boolean =>
  kind === 'tickets' || allowsOverlap

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

/** What lines cost together, in pence. VAT is within the total; there is none on penalties. */
export const totalsOf = (
  items: readonly Pick<ItemRow, 'unitPrice' | 'quantity' | 'discount' | 'vatRate'>[],
  penalties: readonly { amount: number }[] = [],
) => {
  const total = items.reduce((sum, item) => sum + lineTotal(item), sumOf(penalties))
  const taxTotal = items.reduce((sum, item) => sum + taxWithin(lineTotal(item), item.vatRate), 0)
  return { total, taxTotal, subTotal: total - taxTotal }
}

/** The checksum of what is in a basket that programs send back at checkout. */
export const itemHashOf = (itemIds: readonly number[]): string =>
  Buffer.from(itemIds.join(',')).toString('base64')

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
