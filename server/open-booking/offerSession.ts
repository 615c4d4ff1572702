import { randomUUID } from 'node:crypto'
import type { Answer, Body } from '#contract/endpoint.ts'
import type { openBooking } from '#contract/open-booking.ts'
import { isReplacement, listReplacements } from '#server/bookings/replace.ts'
import type { Json } from '#server/openactive/rules.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'
import { decide } from './decideProposal.ts'
import { occurrenceIdOf } from './items.ts'
import { presentSessionInstead } from './present.ts'
import { draftProposal } from './propose.ts'
import { parseOrder } from './rules.ts'
import { sellerById } from './sql/partners.ts'
import {
  isOutdated,
  lockOrderOf,
  lockProposal,
  orderOfProposal,
  outdatedProposals,
  placesOfProposals,
  readProposal,
  updateProposal,
} from './sql/proposals.ts'

/** The sessions that the desk can offer instead of one that was asked for. @throws Refusal `not_found` */
export const listOtherSessions = async (
  tx: Tx,
  { operator }: Actor,
  { proposalId, sessionId }: { proposalId: number; sessionId: number },
  now: Date,
): Promise<Answer<(typeof openBooking)['listOtherSessions']>> => {
  const order = await orderOfProposal(tx, { id: proposalId, operatorId: operator.id })
  const places = await placesOfProposals(tx, [proposalId])
  const wanted = places.find(({ occurrenceId }) => occurrenceId === sessionId)
  if (order === undefined || wanted === undefined)
    throw notFound((messages) => messages.openBooking.unknownProposal)
  const sessions = await listReplacements(tx, wanted, now)
  return { sessions: sessions.map((session) => presentSessionInstead(session, now)) }
}

/**
 * Accepts a proposal for another session than the one that was asked for. Its partner reads the new version, and books
 * that or nothing.
 * @throws Refusal `not_found`, `already_decided`, `full`
 */
export const offerOtherSession = async (
  tx: Tx,
  actor: Actor,
  proposalId: number,
  { from, to }: Body<(typeof openBooking)['offerOtherSession']>,
  now: Date,
): Promise<Answer<(typeof openBooking)['offerOtherSession']>> => {
  const staff = staffOf(actor)
  const found = await lockProposal(tx, { id: proposalId, operatorId: actor.operator.id })
  if (found === undefined) throw notFound((messages) => messages.openBooking.unknownProposal)
  const places = await placesOfProposals(tx, [proposalId])
  // One that has ended has no places.
  if (places.length > 0 && !places.some(({ occurrenceId }) => occurrenceId === from))
    throw notFound((messages) => messages.openBooking.unknownProposal)
  if (!(await isReplacement(tx, from, to, now)))
    throw notFound((messages) => messages.openBooking.replacements.noSuchSession)
  const isAmended = await amend(tx, proposalId, { from, to }, now)
  if (!isAmended || !(await decide(tx, proposalId, { isAccepted: true, by: staff.id }, now)))
    throw new Refusal('already_decided', (messages) => messages.openBooking.alreadyDecided)
  const act = { actorId: staff.id, forCustomerId: null, act: acts.proposalDecided.amended }
  const detail = { partner: found.partner, from, to }
  await recordAudit(tx, { ...act, subject: `booking-request:${proposalId}`, detail }, now)
  return { status: 'accepted' }
}

/** Makes another version of each open proposal for a session that staff have moved: its partner books that or nothing. */
export const amendOutdatedProposals = async (db: Database, now: Date): Promise<void> => {
  for (const id of await outdatedProposals(db, now)) {
    try {
      await transact(db, async (tx) => {
        if ((await lockOrderOf(tx, id)) !== undefined && (await isOutdated(tx, id)))
          await amend(tx, id, null, now)
      })
    } catch (error) {
      // What cannot be booked at its new time stays as it was, and is booked no more.
      if (!(error instanceof Refusal)) throw error
    }
  }
}

/**
 * Makes another version of a proposal whose order the caller has locked: for another session while it waits, or as it is
 * now while it is open.
 * @returns whether it was still so
 * @throws Refusal `full` when the other session has no place; nothing has changed then
 */
export const amend = async (
  tx: Tx,
  partnerOrderId: number,
  instead: { from: number; to: number } | null,
  now: Date,
): Promise<boolean> => {
  const proposal = await readProposal(tx, partnerOrderId)
  const order = await orderOfProposal(tx, { id: partnerOrderId, operatorId: null })
  const seller = order === undefined ? undefined : await sellerById(tx, order.operatorId)
  const isOpen =
    proposal !== undefined &&
    proposal.heldUntil > now &&
    (proposal.status === 'awaiting' || (proposal.status === 'accepted' && instead === null))
  if (!isOpen || proposal.request === null || order === undefined || seller === undefined) return false
  const request = instead === null ? proposal.request : withSession(proposal.request, instead)
  const version = randomUUID()
  const until = (starts: readonly Date[]) =>
    new Date(Math.min(proposal.heldUntil.getTime(), ...starts.map((start) => start.getTime())))
  const parsed = parseOrder(request, 'proposal')
  const draft = await draftProposal(tx, { ...order, version, request: parsed, seller, until }, now)
  if ('refused' in draft) throw new Refusal('full', (messages) => messages.openBooking.replacements.noPlace)
  await updateProposal(tx, partnerOrderId, {
    version,
    request,
    item: draft.item,
    heldUntil: draft.heldUntil,
  })
  return true
}

/** The call of a proposal as if it had asked for another session; prices and all else are as they were. */
export const withSession = (request: Json, { from, to }: { from: number; to: number }): Json => ({
  ...request,
  orderedItem: (request['orderedItem'] as readonly Json[]).map((item) => {
    const address = String(item['orderedItem'])
    return occurrenceIdOf(address) === from
      ? { ...item, orderedItem: address.replace(/\d+$/, String(to)) }
      : item
  }),
})
