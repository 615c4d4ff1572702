import { createHash, randomUUID } from 'node:crypto'
import { sendNotice } from '#server/notices/send.ts'
import type { BookingAnswer, BookingCall } from '#server/open-booking/calls/rules.ts'
import { BookingError } from '#server/open-booking/errors/rules.ts'
import { lockPartnerOrder, openPartnerOrder, readPartnerOrder } from '#server/open-booking/orders/queries.ts'
import type { PartnerOrderRow } from '#server/open-booking/orders/queries.ts'
import { canonical } from '#server/open-booking/orders/rules.ts'
import { needsApproval, requireUuid } from '#server/open-booking/quotes/service.ts'
import {
  parseOrder,
  requireParties,
  requirePayee,
  requirePayment,
  requireTotal,
  uuidOf,
} from '#server/open-booking/requests/rules.ts'
import type { OrderRequest } from '#server/open-booking/requests/rules.ts'
import { requireSeller } from '#server/open-booking/sellers/service.ts'
import { prepaymentOf, totalOf } from '#server/open-booking/totals/rules.ts'
import type { Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { placesOfProposals } from './decisions/queries.ts'
import { draftProposal } from './drafts/service.ts'
import { bookingRequested } from './notices/service.ts'
import { approvalTermsOf, insertProposal, readProposal, updateProposal } from './queries.ts'
import { proposalEnd, releaseAfterRejection, requireRejection } from './rules.ts'

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
  const { proposalHours, requestsTo } = await approvalTermsOf(tx, seller.id)
  const until = (starts: readonly Date[]) => proposalEnd(now, proposalHours, starts)
  const version = randomUUID()
  const { basketId } = order
  const draft = await draftProposal(tx, { uuid, version, request, seller, basketId, until }, now)
  if ('refused' in draft) return { status: 409, body: draft.refused }
  if (!needsApproval(draft.drafts)) throw new BookingError('OrderCreationFailedError')
  requireTotal(request, totalOf(draft.places), seller)
  requirePayment(request.payment, totalOf(draft.places), prepaymentOf(draft.places))
  requirePayee(request.payment, seller)
  const answer = JSON.stringify(draft.answered)
  const { heldUntil, item } = draft
  await insertProposal(
    tx,
    { id: order.id, operatorId: seller.id, basketId: draft.basketId },
    { version, requestDigest: digest, request: body as object, answer, item, createdAt: now, heldUntil },
  )
  if (requestsTo !== '') {
    const facts = { proposalId: order.id, version, partner: partner.name, heldUntil }
    await notifyStaff(tx, { operatorId: seller.id, to: requestsTo }, facts, now)
  }
  return { status: 201, body: answer }
}

const notifyStaff = async (
  tx: Tx,
  recipient: { operatorId: number; to: string },
  proposal: { proposalId: number; version: string; partner: string; heldUntil: Date },
  now: Date,
): Promise<void> => {
  const sessions = await placesOfProposals(tx, [proposal.proposalId])
  await sendNotice(
    tx,
    bookingRequested,
    recipient,
    {
      ...proposal,
      heldUntil: proposal.heldUntil.toISOString(),
      sessions: sessions.map(({ activity, venue, startsAt, timezone, places }) => ({
        activity,
        venue,
        startsAt: startsAt.toISOString(),
        timezone,
        places,
      })),
    },
    now,
  )
}

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
