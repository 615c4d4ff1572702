import { findBookables } from '#server/baskets/find.ts'
import type { Answers } from '#server/open-booking/details/rules.ts'
import { itemError } from '#server/open-booking/errors/present.ts'
import type { PresentedError } from '#server/open-booking/errors/present.ts'
import { BookingError } from '#server/open-booking/errors/rules.ts'
import type { OrderItemRequest } from '#server/open-booking/requests/rules.ts'
import type { Seller } from '#server/open-booking/sellers/queries.ts'
import { factsOf, presentOpportunity } from '#server/openactive/opportunities.ts'
import type { Published, PublishedOffer } from '#server/openactive/opportunities.ts'
import type { Json } from '#server/openactive/rules.ts'
import type { Tx } from '#server/platform/database.ts'
import { differentlyPaid, occurrenceIdOf, optionIdOf, priceOf, whyNotSold } from './rules.ts'
import type { OpportunityPrice } from './rules.ts'

/** An OrderItem of a call with what it names. */
export type Draft = {
  position: number
  request: OrderItemRequest
  published: Published | null
  offer: PublishedOffer | null
  /** What its place is held and charged as; null when it cannot be booked. */
  line: OpportunityPrice | null
  errors: PresentedError[]
  /** What the operator wants to know about it, as the item is presented. */
  details: Json
  /** What the customer has answered. */
  answers: Answers
}

/**
 * What the items of a call name.
 * @throws BookingError `SellerMismatchError`
 */
export const resolveItems = async (
  tx: Tx,
  items: readonly OrderItemRequest[],
  seller: Seller,
  now: Date,
): Promise<Draft[]> => {
  const ids = [...new Set(items.flatMap(({ orderedItem }) => occurrenceIdOf(orderedItem) ?? []))]
  const facts = await factsOf(tx, ids)
  if ([...facts.values()].some(({ activity }) => activity.operatorId !== seller.id))
    throw new BookingError('SellerMismatchError')
  const bookables = await findBookables(tx, { operatorId: seller.id, v1: ids, v2: [] })
  const drafts = items.map((request, index): Draft => {
    const draft = {
      position: request.position ?? index,
      request,
      published: null,
      offer: null,
      line: null,
      details: {},
      answers: [],
    }
    const { orderedItem, acceptedOffer } = request
    const id = occurrenceIdOf(orderedItem)
    const found = id === null ? undefined : facts.get(id)
    const published = found === undefined ? null : presentOpportunity(found)
    const isSame = published !== null && published.item['@id'] === orderedItem
    const offer = isSame ? (published.item.offers.find((one) => one['@id'] === acceptedOffer) ?? null) : null
    const opened = { ...draft, published: isSame ? published : null, offer }
    if (orderedItem === undefined || acceptedOffer === undefined)
      return { ...opened, errors: [itemError('IncompleteOrderItemError')] }
    if (!isSame || id === null) return { ...opened, errors: [itemError('UnknownOpportunityError')] }
    if (offer === null) return { ...opened, errors: [itemError('UnknownOfferError')] }
    const bookable = bookables.find((one) => one.id === id)
    const vatRate = found?.activity.vatRate ?? 0
    const price = priceOf(bookable, vatRate, optionIdOf(acceptedOffer), offer)
    const reason = price === null ? 'OpportunityOfferPairNotBookableError' : whyNotSold(price, seller, now)
    return reason === null
      ? { ...opened, line: price, errors: [] }
      : { ...opened, errors: [itemError(reason)] }
  })
  const mixed = differentlyPaid(drafts.map(({ line }) => line))
  return drafts.map((draft, index) =>
    mixed.has(index)
      ? { ...draft, errors: [...draft.errors, itemError('OpportunityIsInConflictError')] }
      : draft,
  )
}
