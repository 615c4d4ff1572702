import type { Answer } from '#contract/endpoint.ts'
import { money } from '#contract/money.ts'
import type { openBooking } from '#contract/open-booking.ts'
import { instant } from '#contract/time.ts'
import * as acts from '#server/messages/en/audit.ts'
import * as messages from '#server/messages/en/open-booking.ts'
import { isOpenBookingOn } from '#server/open-booking/partners/queries.ts'
import { hasCalledOffSession, readProposal, updateProposal } from '#server/open-booking/proposals/queries.ts'
import { releaseAfterRejection } from '#server/open-booking/proposals/rules.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { lockProposal, placesOfProposals, waitingProposals } from './queries.ts'
import { customerOf } from './rules.ts'

/** The proposals that wait for a decision. */
export const listProposals = async (
  tx: Tx,
  { operator }: Actor,
  now: Date,
): Promise<Answer<(typeof openBooking)['listProposals']>> => {
  const waiting = await waitingProposals(tx, operator.id, now)
  const places = await placesOfProposals(
    tx,
    waiting.map(({ id }) => id),
  )
  return {
    isOn: await isOpenBookingOn(tx, operator.id),
    proposals: waiting.map(({ id, partner, request, receivedAt, heldUntil, total }) => ({
      id,
      partner,
      customer: customerOf(request),
      receivedAt: instant(receivedAt),
      heldUntil: instant(heldUntil),
      total: money(total, operator.currencySymbol),
      items: places
        .filter(({ proposalId }) => proposalId === id)
        .map(({ proposalId: _proposal, startsAt, ...item }) => ({ ...item, startsAt: instant(startsAt) })),
    })),
  }
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
  if (found === undefined) throw notFound(messages.unknownProposal)
  if (isAccepted && (await hasCalledOffSession(tx, id)))
    throw new Refusal('cancelled', messages.sessionCalledOff)
  if (!(await decide(tx, id, { isAccepted, by: staff.id }, now)))
    throw new Refusal('already_decided', messages.alreadyDecided)
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
