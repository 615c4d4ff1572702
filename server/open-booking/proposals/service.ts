import { createHash, randomUUID } from 'node:crypto'
import { instant } from '#contract/time.ts'
import type { BookingAnswer, BookingCall } from '#server/open-booking/calls/rules.ts'
import { requireDetails } from '#server/open-booking/details/service.ts'
import { BookingError } from '#server/open-booking/errors/rules.ts'
import { replaceLease } from '#server/open-booking/leases/service.ts'
import { resolveItems } from '#server/open-booking/opportunities/service.ts'
import type { Draft } from '#server/open-booking/opportunities/service.ts'
import { presentItem, presentOrder, pricedPlaces } from '#server/open-booking/orders/present.ts'
import { lockPartnerOrder, openPartnerOrder, readPartnerOrder } from '#server/open-booking/orders/queries.ts'
import type { PartnerOrderRow } from '#server/open-booking/orders/queries.ts'
import { canonical, itemAddress } from '#server/open-booking/orders/rules.ts'
import { needsApproval, requireUuid } from '#server/open-booking/quotes/service.ts'
import {
  parseOrder,
  requireParties,
  requirePaymentForm,
  requireTotal,
  uuidOf,
} from '#server/open-booking/requests/rules.ts'
import type { OrderRequest } from '#server/open-booking/requests/rules.ts'
import { requireSeller } from '#server/open-booking/sellers/service.ts'
import { totalOf } from '#server/open-booking/totals/rules.ts'
import type { Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { presentProposal } from './present.ts'
import { insertProposal, proposalHoursOf, readProposal, updateProposal } from './queries.ts'
import {
  proposalEnd,
  proposalStatusOf,
  releaseAfterRejection,
  requireRejection,
  versionAddress,
} from './rules.ts'

/**
 * P: asks the seller for an order. Its places are held until it is booked or rejected, or not decided on in time.
 * @throws BookingError
 */
export const propose = async (call: BookingCall): Promise<BookingAnswer> => {
  const uuid = requireUuid(call)
  const digest = createHash('sha256').update(canonical(call.body)).digest()
  const earlier = await repeatedAnswer(
    call.db,
    await readPartnerOrder(call.db, call.partner.id, uuid),
    digest,
  )
  if (earlier !== null) return earlier
  const request = parseOrder(call.body, 'proposal')
  requireParties(request, true)
  return transact(call.db, (tx) => proposeIn(tx, call, { uuid, request, digest }))
}

/** @throws BookingError when the uuid has been used for something else */
const repeatedAnswer = async (
  tx: Tx,
  order: PartnerOrderRow | undefined,
  digest: Buffer,
): Promise<BookingAnswer | null> => {
  if (order === undefined || order.state === 'quote') return null
  const proposal = order.state === 'proposal' ? await readProposal(tx, order.id) : undefined
  const isSame = proposal?.requestDigest.equals(digest) === true
  if (!isSame || proposal.answer === null) throw new BookingError('OrderAlreadyExistsError')
  return { status: 201, body: proposal.answer }
}

const proposeIn = async (
  tx: Tx,
  { partner, body, now }: BookingCall,
  { uuid, request, digest }: { uuid: string; request: OrderRequest; digest: Buffer },
): Promise<BookingAnswer> => {
  const seller = await requireSeller(tx, request.seller, partner)
  const order = await openPartnerOrder(tx, { partnerId: partner.id, uuid, operatorId: seller.id }, now)
  const earlier = await repeatedAnswer(tx, order, digest)
  if (earlier !== null) return earlier
  const resolved = await resolveItems(tx, request.orderedItem, seller, now)
  const drafts = await requireDetails(tx, resolved, seller, true)
  const until = proposalEnd(now, await proposalHoursOf(tx, seller.id), startsOf(drafts))
  const lease = await replaceLease(tx, order.basketId, drafts, { operatorId: seller.id, until }, now)
  const envelope = { kind: 'proposal', uuid, request, seller } as const
  const places = pricedPlaces(lease.drafts)
  if (lease.drafts.some(({ errors }) => errors.length > 0)) {
    const items = lease.drafts.map((draft) => presentItem(draft, seller, lease.placesLeft))
    return { status: 409, body: presentOrder(envelope, { items, places }) }
  }
  if (!needsApproval(drafts)) throw new BookingError('OrderCreationFailedError')
  requireTotal(request, totalOf(places), seller)
  requirePaymentForm(request.payment)
  const version = randomUUID()
  const items = drafts.map((draft, index) => ({
    ...presentItem(draft, seller, lease.placesLeft),
    '@id': itemAddress(seller.site, uuid, index + 1),
  }))
  const more = {
    orderProposalVersion: versionAddress(seller.site, uuid, version),
    orderProposalStatus: proposalStatusOf('awaiting'),
    lease: { '@type': 'Lease', leaseExpires: instant(until) },
  }
  const answered = presentOrder(envelope, { items, places, more })
  const answer = JSON.stringify(answered)
  await insertProposal(
    tx,
    { id: order.id, operatorId: seller.id, basketId: lease.basketId },
    {
      version,
      requestDigest: digest,
      request: body as object,
      answer,
      item: presentProposal(answered, drafts),
      createdAt: now,
      heldUntil: until,
    },
  )
  return { status: 201, body: answer }
}

const startsOf = (drafts: readonly Draft[]): Date[] =>
  drafts.flatMap(({ line }) => line?.bookable.startsAt ?? [])

/**
 * Rejects a proposal for its customer.
 * @throws BookingError
 */
export const rejectProposal = async (call: BookingCall): Promise<BookingAnswer> => {
  requireRejection(call.body)
  const uuid = uuidOf(call.params)
  if (uuid === null) throw new BookingError('UnknownOrderError')
  return transact(call.db, async (tx) => {
    const order = await lockPartnerOrder(tx, call.partner.id, uuid)
    const proposal = order?.state === 'proposal' ? await readProposal(tx, order.id) : undefined
    if (order === undefined || proposal === undefined) throw new BookingError('UnknownOrderError')
    if (proposal.status === 'customer_rejected') return { status: 204 }
    if (proposal.hasEnded || proposal.status === 'rejected')
      throw new BookingError('PatchNotAllowedOnPropertyError')
    await updateProposal(tx, order.id, {
      status: 'customer_rejected',
      heldUntil: releaseAfterRejection(proposal.heldUntil, call.now),
      decidedAt: call.now,
    })
    return { status: 204 }
  })
}
