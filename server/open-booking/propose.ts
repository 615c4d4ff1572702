import { createHash, randomUUID } from 'node:crypto'
import { instant } from '#contract/time.ts'
import { sendNotice } from '#server/notices/send.ts'
import { openPartnerOrder, readPartnerOrder } from './sql/orders.ts'
import type { PartnerOrderRow } from './sql/orders.ts'
import type { Seller } from './sql/partners.ts'
import { approvalTermsOf, insertProposal, placesOfProposals, readProposal } from './sql/proposals.ts'
import type { Json } from '#server/openactive/rules.ts'
import type { Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { requireUuid } from './calls.ts'
import type { BookingAnswer, BookingCall } from './calls.ts'
import { leaseEnd, needsApproval, requireDetails, requireSeller, resolveItems } from './items.ts'
import { replaceLease } from './lease.ts'
import { bookingRequested } from './messages.ts'
import { presentItem, presentOrder, presentProposal, pricedPlaces } from './present.ts'
import type { Draft } from './present.ts'
import {
  BookingError,
  canonical,
  itemAddress,
  parseOrder,
  prepaymentOf,
  proposalStatusOf,
  requireParties,
  requirePayee,
  requirePayment,
  requireTotal,
  totalOf,
  versionAddress,
} from './rules.ts'
import type { OrderRequest, PricedPlace } from './rules.ts'

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

/** A version of a proposal, with its places on hold. */
type ProposalDraft = {
  drafts: readonly Draft[]
  places: readonly PricedPlace[]
  basketId: number | null
  heldUntil: Date
  /** As it is answered, and as it is in the feed of proposals. */
  answered: Json
  item: Json
}

/**
 * Holds the places of a proposal and writes it down.
 * @param of.until until when they are held at the longest, by when the sessions start
 * @returns `refused` is the answer that says what cannot be had; nothing is held then
 */
export const draftProposal = async (
  tx: Tx,
  of: {
    uuid: string
    version: string
    request: OrderRequest
    seller: Seller
    basketId: number | null
    until: (starts: readonly Date[]) => Date
  },
  now: Date,
): Promise<ProposalDraft | { refused: Json }> => {
  const { uuid, version, request, seller } = of
  const resolved = await resolveItems(tx, request.orderedItem, seller, now)
  const drafts = await requireDetails(tx, resolved, seller, true)
  const lines = drafts.map(({ line }) => line)
  const heldUntil = leaseEnd(of.until(lines.flatMap((line) => line?.bookable.startsAt ?? [])), lines)
  const terms = { operatorId: seller.id, until: heldUntil, isQuoted: true }
  const lease = await replaceLease(tx, of.basketId, drafts, terms, now)
  const envelope = { kind: 'proposal', uuid, request, seller } as const
  const places = pricedPlaces(lease.drafts)
  if (lease.drafts.some(({ errors }) => errors.length > 0)) {
    const items = lease.drafts.map((draft) => presentItem(draft, seller, lease.placesLeft))
    return { refused: presentOrder(envelope, { items, places }) }
  }
  const items = drafts.map((draft, index) => ({
    ...presentItem(draft, seller, lease.placesLeft),
    '@id': itemAddress(seller.site, uuid, index + 1),
  }))
  const more = {
    orderProposalVersion: versionAddress(seller.site, uuid, version),
    orderProposalStatus: proposalStatusOf('awaiting'),
    lease: { '@type': 'Lease', leaseExpires: instant(heldUntil) },
  }
  const answered = presentOrder(envelope, { items, places, more })
  const item = presentProposal(answered, drafts)
  return { drafts, places, basketId: lease.basketId, heldUntil, answered, item }
}

/** Until when places are held for a proposal: not longer than until the first of them begins. */
export const proposalEnd = (now: Date, hours: number, starts: readonly Date[]): Date =>
  new Date(Math.min(now.getTime() + hours * 3_600_000, ...starts.map((start) => start.getTime())))
