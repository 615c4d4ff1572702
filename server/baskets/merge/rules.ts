import { defaultMaxQuantity, isSameTicket, quantityOf } from '#server/baskets/rules.ts'
import type { LineRequest } from '#server/baskets/rules.ts'
import type { ItemRow } from '#server/baskets/queries.ts'

/** Makes one line of requests for the same ticket at the same price. */
export const mergeLines = <L extends LineRequest>(requests: readonly L[]): L[] => {
  const lines: L[] = []
  for (const request of requests) {
    const same = lines.find((line) => isSamePrice(line.place, request.place))
    if (same === undefined) lines.push({ ...request, place: { ...request.place } })
    else {
      same.place.quantity += request.place.quantity
      same.place.places += request.place.places
    }
  }
  return lines
}

/** A line in the basket whose quantity is to grow, and the requests for it. */
export type QuantityIncrease<L = ItemRow> = { line: L; by: number; requests: LineRequest[] }

/** The lines that grow because the basket has the ticket at the same price already. `live` are its live lines. */
export const planIncreases = <L extends PricedTicket>(
  requests: readonly LineRequest[],
  live: readonly L[],
): QuantityIncrease<L>[] => {
  const increases: QuantityIncrease<L>[] = []
  for (const request of requests) {
    const line = live.find((one) => isSamePrice(one, request.place))
    if (line === undefined) continue
    const increase = increases.find((one) => one.line === line)
    if (increase === undefined) increases.push({ line, by: request.place.quantity, requests: [request] })
    else {
      increase.by += request.place.quantity
      increase.requests.push(request)
    }
  }
  return increases
}

/** Whether a line has what a request adds, because its call was made before and the answer lost. */
export const isAddedBefore = (
  { place }: LineRequest,
  live: readonly (PricedTicket & Pick<ItemRow, 'addedBy'>)[],
): boolean => {
  const { callDigest } = place
  return (
    callDigest !== undefined && live.some((line) => hasAdded(line, callDigest) && isSamePrice(line, place))
  )
}

/** Whether a call has added its tickets to a line. */
export const hasAdded = ({ addedBy }: Pick<ItemRow, 'addedBy'>, callDigest: string | undefined): boolean =>
  callDigest !== undefined && addedBy.includes(callDigest)

type PricedTicket = Parameters<typeof isSameTicket>[0] & { pricingOptionId: number }

const isSamePrice = (one: PricedTicket, other: PricedTicket): boolean =>
  isSameTicket(one, other) && one.pricingOptionId === other.pricingOptionId

type Merged = PricedTicket & Pick<ItemRow, 'quantity' | 'forGuest' | 'maxQuantity'>

/** Whether a customer has an item already, or may have no more of its ticket. `own` are the customer's live lines. */
export const isDuplicate = (item: Merged, own: readonly Merged[]): boolean => {
  const same = own.filter(
    (line) =>
      line.occurrenceId === item.occurrenceId &&
      line.ticketTypeId === item.ticketTypeId &&
      line.purchasedForId === item.purchasedForId &&
      line.forGuest === item.forGuest,
  )
  if (item.ticketTypeId === null) return same.length > 0
  return (
    same.some((line) => line.pricingOptionId === item.pricingOptionId) ||
    item.quantity + quantityOf(own, item) > (item.maxQuantity ?? defaultMaxQuantity)
  )
}
