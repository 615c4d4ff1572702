import { instant } from '#contract/time.ts'
import { transact } from '#server/platform/transact.ts'
import { requireUuid } from './calls.ts'
import type { BookingAnswer, BookingCall } from './calls.ts'
import { leaseEnd, needsApproval, requireDetails, requireSeller, resolveItems } from './items.ts'
import { endLease, replaceLease } from './lease.ts'
import { presentItem, presentOrder, pricedPlaces } from './present.ts'
import { BookingError, parseOrder, requireParties, requirePayee, uuidOf } from './rules.ts'
import { deleteQuote, lockPartnerOrder, openPartnerOrder, saveQuote } from './sql/orders.ts'

/**
 * C1 and C2: the prices of a basket, its places on lease for as long as in a basket of our own. A new quote of the same
 * uuid replaces the one before.
 * @param named whether it has the customer (C2)
 * @throws BookingError
 */
export const quote = async (call: BookingCall, { named }: { named: boolean }): Promise<BookingAnswer> => {
  const uuid = requireUuid(call)
  const request = parseOrder(call.body, 'quote')
  requireParties(request, named)
  return transact(call.db, async (tx) => {
    const seller = await requireSeller(tx, request.seller, call.partner)
    requirePayee(request.payment, seller)
    const order = await openPartnerOrder(
      tx,
      { partnerId: call.partner.id, uuid, operatorId: seller.id },
      call.now,
    )
    if (order.state !== 'quote') throw new BookingError('OrderAlreadyExistsError')
    const resolved = await resolveItems(tx, request.orderedItem, seller, call.now)
    const drafts = await requireDetails(tx, resolved, seller, named)
    const until = leaseEnd(
      new Date(call.now.getTime() + seller.basketHoldSeconds * 1000),
      drafts.map(({ line }) => line),
    )
    const terms = { operatorId: seller.id, until, isQuoted: true }
    const lease = await replaceLease(tx, order.basketId, drafts, terms, call.now)
    await saveQuote(tx, order.id, { operatorId: seller.id, basketId: lease.basketId })
    const isRefused = lease.drafts.some(({ errors }) => errors.length > 0)
    const body = presentOrder(
      { kind: 'quote', uuid, request, seller },
      {
        items: lease.drafts.map((draft) => presentItem(draft, seller, lease.placesLeft)),
        places: pricedPlaces(lease.drafts),
        more: {
          orderRequiresApproval: needsApproval(lease.drafts),
          ...(isRefused ? {} : { lease: { '@type': 'Lease', leaseExpires: instant(until) } }),
        },
      },
    )
    return { status: isRefused ? 409 : 200, body }
  })
}

/** Releases the places of a quote. There is nothing to say of one that is not there. */
export const removeQuote = async (call: BookingCall): Promise<BookingAnswer> => {
  const uuid = uuidOf(call.params)
  if (uuid === null) return { status: 204 }
  return transact(call.db, async (tx) => {
    const order = await lockPartnerOrder(tx, call.partner.id, uuid)
    if (order?.state !== 'quote') return { status: 204 }
    if (order.basketId !== null) await endLease(tx, order.basketId, call.now)
    await deleteQuote(tx, order.id)
    return { status: 204 }
  })
}
