import type { Answer } from '#contract/endpoint.ts'
import { money } from '#contract/money.ts'
import type { openBooking } from '#contract/open-booking.ts'
import { instant } from '#contract/time.ts'
import { lockPartnerOrder } from './sql/orders.ts'
import { isOpenBookingOn } from './sql/partners.ts'
import {
  endProposal,
  hasCalledOffSession,
  isProposalOver,
  lockOrderOf,
  lockProposal,
  overdueProposals,
  placesOfProposals,
  readProposal,
  updateProposal,
  waitingProposals,
} from './sql/proposals.ts'
import type { Json } from '#server/openactive/rules.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { processAll } from '#server/platform/processAll.ts'
import { mayAt } from '#server/platform/rights.ts'
import { transact } from '#server/platform/transact.ts'
import type { BookingAnswer, BookingCall } from './calls.ts'
import { endLease } from './lease.ts'
import { BookingError, requireRejection, uuidOf } from './rules.ts'

/** The proposals that wait for a decision. */
export const listProposals = async (
  tx: Tx,
  actor: Actor,
  now: Date,
): Promise<Answer<(typeof openBooking)['listProposals']>> => {
  const { operator } = actor
  const waiting = await waitingProposals(tx, operator.id, now)
  const places = await placesOfProposals(
    tx,
    waiting.map(({ id }) => id),
  )
  const isHere = (id: number): boolean =>
    places.every(({ proposalId, venueId }) => proposalId !== id || mayAt(actor, 'sell', venueId))
  return {
    isOn: await isOpenBookingOn(tx, operator.id),
    proposals: waiting
      .filter(({ id }) => isHere(id))
      .map(({ id, partner, request, receivedAt, heldUntil, total }) => ({
        id,
        partner,
        customer: customerOf(request),
        receivedAt: instant(receivedAt),
        heldUntil: instant(heldUntil),
        total: money(total, operator.currencySymbol),
        items: places
          .filter(({ proposalId }) => proposalId === id)
          .map(({ proposalId: _proposal, venueId: _venue, startsAt, ...item }) => ({
            ...item,
            startsAt: instant(startsAt),
          })),
      })),
  }
}

/** Whom a proposal is for, by the call that made it; '' where the partner has not named them. */
export const customerOf = (request: Json): string => {
  const { givenName = '', familyName = '', name = '' } = (request['customer'] ?? {}) as Named
  const full = `${givenName} ${familyName}`.trim()
  return full === '' ? name : full
}

/**
 * Accepts a proposal, which its partner then books, or rejects it.
 * @throws Refusal `not_found`, `already_decided`, `cancelled`
 */
export const decideProposal = async (
  tx: Tx,
  actor: Actor,
  id: number,
  isAccepted: boolean,
  now: Date,
): Promise<Answer<(typeof openBooking)['decideProposal']>> => {
  const staff = staffOf(actor)
  const found = await lockProposal(tx, { id, operatorId: actor.operator.id })
  if (found === undefined) throw notFound((messages) => messages.openBooking.unknownProposal)
  if (isAccepted && (await hasCalledOffSession(tx, id)))
    throw new Refusal('cancelled', (messages) => messages.openBooking.sessionCalledOff)
  if (!(await decide(tx, id, { isAccepted, by: staff.id }, now)))
    throw new Refusal('already_decided', (messages) => messages.openBooking.alreadyDecided)
  const status = isAccepted ? 'accepted' : 'rejected'
  await recordAudit(
    tx,
    {
      actorId: staff.id,
      forCustomerId: null,
      act: acts.proposalDecided[status],
      subject: `booking-request:${id}`,
      detail: { partner: found.partner },
    },
    now,
  )
  return { status }
}

/**
 * Decides on a proposal whose order the caller has locked.
 * @returns whether it was still waiting
 */
export const decide = async (
  tx: Tx,
  partnerOrderId: number,
  { isAccepted, by }: { isAccepted: boolean; by: number | null },
  now: Date,
): Promise<boolean> => {
  const proposal = await readProposal(tx, partnerOrderId)
  if (proposal?.status !== 'awaiting' || proposal.heldUntil <= now) return false
  const { heldUntil } = proposal
  await updateProposal(tx, partnerOrderId, {
    status: isAccepted ? 'accepted' : 'rejected',
    heldUntil: isAccepted ? heldUntil : releaseAfterRejection(heldUntil, now),
    decidedBy: by,
    decidedAt: now,
  })
  return true
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

/**
 * Releases the places of proposals that were rejected, neither decided on nor booked in time, or accepted for a session
 * that does not take place.
 */
export const endProposals = async (db: Database, now: Date): Promise<void> => {
  await processAll(await overdueProposals(db, now), (id) => transact(db, (tx) => endOverdue(tx, id, now)))
}

/** Unless it has been booked meanwhile. */
const endOverdue = async (tx: Tx, partnerOrderId: number, now: Date): Promise<void> => {
  const order = await lockOrderOf(tx, partnerOrderId)
  const proposal = await readProposal(tx, partnerOrderId)
  if (order === undefined || proposal === undefined) return
  if (!(await isProposalOver(tx, partnerOrderId, now))) return
  if (order.basketId !== null) await endLease(tx, order.basketId, now)
  await endProposal(
    tx,
    partnerOrderId,
    proposal.status === 'customer_rejected' ? proposal.status : 'rejected',
  )
}

type Named = { '@type'?: string; name?: string; givenName?: string; familyName?: string }

/** A partner that books meanwhile gets its answer before the places are free for others. */
const releaseAfterMs = 60_000

/** Until when places are held for a proposal that is rejected. */
export const releaseAfterRejection = (heldUntil: Date, now: Date): Date =>
  new Date(Math.min(heldUntil.getTime(), now.getTime() + releaseAfterMs))
