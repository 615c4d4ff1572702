import { createHash } from 'node:crypto'
import { venueTender } from '#contract/tenders.ts'
import type { TenderId } from '#contract/tenders.ts'
import { instant } from '#contract/time.ts'
import { listItems } from '#server/baskets/find.ts'
import { presentItem as presentLine } from '#server/baskets/read.ts'
import { itemHashOf, lineTotal, totalsOf } from '#server/baskets/rules.ts'
import { placeOrder } from '#server/bookings/orders.ts'
import type { PlacedOrder, Sale } from '#server/bookings/orders.ts'
import { orderDetails } from '#server/bookings/read.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import {
  deleteQuote,
  lockPartnerOrder,
  openPartnerOrder,
  readPartnerOrder,
  saveAnswer,
  saveOrder,
  saveQuote,
} from './sql/orders.ts'
import type { PartnerOrderRow } from './sql/orders.ts'
import { sellerById } from './sql/partners.ts'
import type { Seller } from './sql/partners.ts'
import { endProposal, isOutdated, readProposal } from './sql/proposals.ts'
import { factsOf, presentOpportunity } from '#server/openactive/opportunities.ts'
import type { Json } from '#server/openactive/rules.ts'
import type { Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { taxWithin } from '#server/pricing/rules.ts'
import { saveAnswers } from '#server/waivers/answers.ts'
import { requireUuid } from './calls.ts'
import type { BookingAnswer, BookingCall } from './calls.ts'
import { leaseEnd, needsApproval, requireDetails, requireSeller, resolveItems } from './items.ts'
import { endLease, replaceLease } from './lease.ts'
import { presentAccess, presentItem, presentOrder, pricedPlaces, withoutPosition } from './present.ts'
import type { Draft } from './present.ts'
import {
  BookingError,
  canonical,
  itemAddress,
  parse,
  parseOrder,
  parseProposalBooking,
  payment as paymentForm,
  prepaymentOf,
  requireParties,
  requirePayee,
  requirePayment,
  requireTotal,
  statusOf,
  totalOf,
  uuidOf,
  versionAddress,
} from './rules.ts'
import type { OrderRequest, Prepayment, ProposalBooking } from './rules.ts'

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

/** The tender of what a partner has taken from its customer and owes the operator. */
const partnerTender = 'booking_partner'

/** An order whose items could not all be booked, so that none is. Rolls back. */
class ItemsRefused extends Error {
  readonly body: Json
  constructor(body: Json) {
    super('The items of an order could not be booked.')
    this.body = body
  }
}

/**
 * B: books all items or none. A repeated call gets the first answer, byte for byte.
 * @throws BookingError
 */
export const book = async (call: BookingCall): Promise<BookingAnswer> => {
  const uuid = requireUuid(call)
  const digest = createHash('sha256').update(canonical(call.body)).digest()
  const earlier = repeatedAnswer(await readPartnerOrder(call.db, call.partner.id, uuid), digest)
  if (earlier !== null) return earlier
  const ofProposal = parseProposalBooking(call.body)
  try {
    if (ofProposal !== null)
      return await transact(call.db, (tx) => bookProposal(tx, call, { uuid, digest, ...ofProposal }))
    const request = parseOrder(call.body, 'order')
    requireParties(request, true)
    return await transact(call.db, (tx) => bookIn(tx, call, { uuid, request, digest, isAccepted: false }))
  } catch (error) {
    if (error instanceof ItemsRefused) return { status: 409, body: error.body }
    throw error
  }
}

/** @throws BookingError when the uuid has been used for another order, or for one that was deleted */
const repeatedAnswer = (order: PartnerOrderRow | undefined, digest: Buffer): BookingAnswer | null => {
  if (order === undefined || order.state === 'quote' || order.state === 'proposal') return null
  const isSame = order.state === 'order' && order.requestDigest?.equals(digest) === true
  if (!isSame || order.answer === null) throw new BookingError('OrderAlreadyExistsError')
  return { status: 201, body: order.answer }
}

/**
 * Books a proposal that the seller has accepted.
 * @throws BookingError
 */
const bookProposal = async (
  tx: Tx,
  call: BookingCall,
  { uuid, digest, orderProposalVersion, payment }: ProposalBooking & { uuid: string; digest: Buffer },
): Promise<BookingAnswer> => {
  const order = await lockPartnerOrder(tx, call.partner.id, uuid)
  const earlier = repeatedAnswer(order, digest)
  if (earlier !== null) return earlier
  const proposal = order?.state === 'proposal' ? await readProposal(tx, order.id) : undefined
  if (order === undefined || proposal === undefined) throw new BookingError('OrderCreationFailedError')
  const { site = call.site } = (await sellerById(tx, order.operatorId)) ?? {}
  const isOld = orderProposalVersion !== versionAddress(site, uuid, proposal.version)
  if (isOld || (await isOutdated(tx, order.id))) throw new BookingError('OrderProposalVersionOutdatedError')
  if (proposal.status !== 'accepted') throw new BookingError('OrderCreationFailedError')
  const proposed = parseOrder(proposal.request, 'proposal')
  const sent = parse(paymentForm.optional(), payment)
  const { payment: _before, ...rest } = proposed
  const request = { ...rest, ...(sent === undefined ? {} : { payment: sent }) }
  const answer = await bookIn(tx, call, { uuid, request, digest, isAccepted: true })
  await endProposal(tx, order.id, 'booked')
  return answer
}

const bookIn = async (
  tx: Tx,
  { partner, now }: BookingCall,
  {
    uuid,
    request,
    digest,
    isAccepted,
  }: { uuid: string; request: OrderRequest; digest: Buffer; isAccepted: boolean },
): Promise<BookingAnswer> => {
  const seller = await requireSeller(tx, request.seller, partner)
  const order = await openPartnerOrder(tx, { partnerId: partner.id, uuid, operatorId: seller.id }, now)
  // A concurrent call may have booked while this one waited for the lock.
  const earlier = repeatedAnswer(order, digest)
  if (earlier !== null) return earlier
  if (order.state === 'proposal' && !isAccepted) throw new BookingError('OrderCreationFailedError')
  const resolved = await resolveItems(tx, request.orderedItem, seller, now)
  const drafts = await requireDetails(tx, resolved, seller, true)
  const until = new Date(now.getTime() + seller.basketHoldSeconds * 1000)
  // A proposal whose session was moved has a new version.
  const terms = { operatorId: seller.id, until, isQuoted: isAccepted }
  const lease = await replaceLease(tx, order.basketId, drafts, terms, now)
  const envelope = { kind: 'order', uuid, request, seller } as const
  if (lease.drafts.some(({ errors }) => errors.length > 0)) {
    const items = lease.drafts.map((draft) => presentItem(draft, seller, lease.placesLeft))
    throw new ItemsRefused(presentOrder(envelope, { items, places: pricedPlaces(lease.drafts) }))
  }
  if (!isAccepted && needsApproval(drafts)) throw new BookingError('OrderCreationFailedError')
  const places = pricedPlaces(drafts)
  const prepayment = prepaymentOf(places)
  requireTotal(request, totalOf(places), seller)
  requirePayment(request.payment, totalOf(places), prepayment)
  requirePayee(request.payment, seller)
  const itemIds = lease.itemIds.flatMap((id) => id ?? [])
  const basketId = lease.basketId ?? 0
  const placed = await placePartnerOrder(tx, { seller, request, basketId, itemIds, prepayment, drafts }, now)
  const items = await presentBooked(tx, { uuid, seller, placed, drafts, itemIds }, now)
  await saveOrder(
    tx,
    order.id,
    {
      operatorId: seller.id,
      basketId,
      orderId: placed.id,
      requestDigest: digest,
      paymentReference: request.payment?.identifier?.toString() ?? null,
    },
    items.map(({ stored, basketItemId }, index) => ({ number: index + 1, basketItemId, item: stored })),
  )
  const more = { orderNumber: placed.reference }
  // The positions are those of the proposal's call, not of this one.
  const answers = items.map(({ answer }) => (isAccepted ? withoutPosition(answer) : answer))
  const answered = presentOrder(envelope, { items: answers, places, more })
  const answer = JSON.stringify(answered)
  await saveAnswer(tx, order.id, answer)
  return { status: 201, body: answer }
}

type Placing = {
  seller: Seller
  request: OrderRequest
  basketId: number
  itemIds: readonly number[]
  prepayment: Prepayment
  drafts: readonly Draft[]
}

/** Makes an order like any other of the basket. It has no e-mail address, so that its customer is mailed by the partner. */
const placePartnerOrder = async (
  tx: Tx,
  { seller, request, basketId, itemIds, prepayment, drafts }: Placing,
  now: Date,
): Promise<PlacedOrder> => {
  const all = await listItems(tx, basketId)
  // In the order of the call.
  const lines = itemIds.flatMap((itemId) => all.find(({ id }) => id === itemId) ?? [])
  const answers = drafts.flatMap((draft, index) =>
    draft.answers.map((answer) => ({ ...answer, cartItemId: itemIds[index] ?? 0 })),
  )
  if (answers.length > 0) await saveAnswers(tx, lines, { answers }, now)
  const view = { currencySymbol: seller.currencySymbol, selectedUserId: null, isEstimated: false, now }
  const { total, taxTotal } = totalsOf(lines)
  const sale: Sale = {
    items: lines.map((line) => presentLine(operatorMessages(), line, view)),
    lines: lines.map((line) => {
      const price = lineTotal(line)
      return { itemId: line.id, price, vatRate: line.vatRate, tax: taxWithin(price, line.vatRate) }
    }),
    penalties: [],
    total,
    taxTotal,
    itemHash: itemHashOf(lines.map(({ id }) => id)),
  }
  const isPaid = request.payment !== undefined && prepayment !== 'Unavailable'
  const tenderType: TenderId = isPaid ? partnerTender : venueTender
  const tender = {
    tenderType,
    creditType: null,
    amount: total,
    transactionId: null,
  }
  return placeOrder(
    tx,
    {
      operatorId: seller.id,
      basketId,
      customerId: null,
      email: null,
      payer: payerOf(request),
      source: 'open-booking',
      terms: [],
      sale,
      payments: total === 0 ? [] : [tender],
    },
    now,
  )
}

/** The name by which reception finds the booking. */
const payerOf = ({ customer, broker }: OrderRequest): { firstName: string; lastName: string } =>
  customer?.['@type'] === 'Person'
    ? { firstName: customer.givenName ?? '', lastName: customer.familyName ?? '' }
    : { firstName: customer?.name ?? broker?.name ?? '', lastName: '' }

type Booked = {
  uuid: string
  seller: Seller
  placed: PlacedOrder
  drafts: readonly Draft[]
  itemIds: readonly number[]
}

/** The items of a new order as they are answered, and as they are stored for later answers. */
const presentBooked = async (tx: Tx, { uuid, seller, placed, drafts, itemIds }: Booked, now: Date) => {
  const { bookings = [] } = (await orderDetails(tx, placed.id)) ?? {}
  const facts = await factsOf(
    tx,
    bookings.map(({ occurrenceId }) => occurrenceId),
    now,
  )
  return drafts.map((draft, index) => {
    const booking = bookings[index]
    const found = facts.get(booking?.occurrenceId ?? 0)
    if (booking === undefined || found === undefined) throw new Error('A booked item has no booking.')
    const now = { ...draft, published: presentOpportunity(found) }
    const stored = {
      ...presentItem(now, seller, new Map()),
      '@id': itemAddress(seller.site, uuid, index + 1),
      ...presentAccess(seller.site, booking),
    }
    return {
      basketItemId: itemIds[index] ?? 0,
      stored,
      answer: {
        ...stored,
        orderItemStatus: statusOf({ status: booking.status, cancelledByCustomer: false }),
      },
    }
  })
}
