import type { Answer, Body } from '#contract/endpoint.ts'
import type { openBooking } from '#contract/open-booking.ts'
import { listReplacements, replaceSession } from '#server/bookings/replace.ts'
import { factsOf, presentOpportunity } from '#server/openactive/opportunities.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { presentSessionInstead } from './present.ts'
import { placeOfBooking, saveReplaced } from './sql/orders.ts'
import type { PartnerPlace } from './sql/orders.ts'

/** The sessions that a partner's customer can be put into. @throws Refusal `not_found` */
export const listReplacementSessions = async (
  tx: Tx,
  { operator }: Actor,
  bookingId: number,
  now: Date,
): Promise<Answer<(typeof openBooking)['listReplacements']>> => {
  const place = await placeOfBooking(tx, { bookingId, operatorId: operator.id })
  if (place === undefined) throw notFound((messages) => messages.openBooking.replacements.notOfPartner)
  const sessions = await listReplacements(tx, place, now)
  return {
    partner: place.partner,
    sessions: sessions.map((session) => presentSessionInstead(session, now)),
  }
}

/**
 * Gives a partner's customer a place in another session of the same kind instead of the one that was booked. The partner
 * reads it in the orders feed.
 * @throws Refusal `not_found`, `booking_cancelled`, `full`, `held`, `cancelled`
 */
export const replaceSessionForPartner = async (
  tx: Tx,
  actor: Actor,
  bookingId: number,
  { sessionId, message }: Body<(typeof openBooking)['replaceSession']>,
  now: Date,
): Promise<Answer<(typeof openBooking)['replaceSession']>> => {
  const { operator } = actor
  const place = await placeOfBooking(tx, { bookingId, operatorId: operator.id })
  if (place === undefined) throw notFound((messages) => messages.openBooking.replacements.notOfPartner)
  const outcome = await replaceSession(
    tx,
    actor.messages,
    { bookingId, sessionId },
    operator.currencySymbol,
    now,
  )
  if (outcome === 'no_such_session')
    throw notFound((messages) => messages.openBooking.replacements.noSuchSession)
  if (outcome === 'not_booked')
    throw new Refusal('booking_cancelled', (messages) => messages.openBooking.replacements.notBooked)
  if (outcome === 'cancelled')
    throw new Refusal(outcome, (messages) => messages.openBooking.replacements.noSuchSession)
  if (outcome !== 'ok')
    throw new Refusal(
      outcome === 'held' ? 'held' : 'full',
      (messages) => messages.openBooking.replacements.noPlace,
    )
  await showReplaced(tx, place, { sessionId, message }, now)
  const { id: actorId } = staffOf(actor)
  const detail = { partner: place.partner, from: place.occurrenceId, to: sessionId }
  const audited = { actorId, forCustomerId: null, act: acts.sessionReplaced, subject: `booking:${bookingId}` }
  await recordAudit(tx, { ...audited, detail }, now)
  return { sessionId }
}

/** Has the partner read the session that a place is in now, and what the venue says about it; '' for nothing. */
export const showReplaced = async (
  tx: Tx,
  place: Pick<PartnerPlace, 'partnerOrderId' | 'number'>,
  { sessionId, message }: { sessionId: number; message: string },
  now: Date,
): Promise<void> => {
  const facts = (await factsOf(tx, [sessionId], now)).get(sessionId)
  if (facts === undefined) throw notFound((messages) => messages.openBooking.replacements.noSuchSession)
  await saveReplaced(tx, place, {
    orderedItem: presentOpportunity(facts).embedded,
    customerNotice: message,
  })
}
