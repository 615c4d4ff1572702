import { failRefund, recordDispute } from '#server/bookings/refunds.ts'
import { pollNow } from '#server/checkout/payment.ts'
import { removeSavedCard } from '#server/checkout/savedCards.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, auditForSelected } from '#server/platform/audit.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { loggedOut, notFound } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { enqueue } from '#server/platform/queue.ts'
import type { CardEvent, CardProvider, OnCardEvent } from '#server/providers/cards/port.ts'
import { pollChangeNow } from './sql.ts'

export const deleteCardJob = 'card.forget'

/**
 * Removes a saved card. It is no longer offered at once; a job repeats the removal at the provider until it succeeds.
 * @throws Refusal `not_found` when the customer has no such card
 */
export const removeCard = async (
  tx: Tx,
  actor: Actor,
  cardId: number,
  now: Date,
): Promise<{ id: number }> => {
  const { person, customerId } = actor
  if (person === null || customerId === null) throw loggedOut()
  const card = await removeSavedCard(tx, customerId, cardId, now)
  if (card === undefined) throw notFound()
  await enqueue(tx, deleteCardJob, card, { key: card.externalIdentifier, dueAt: now })
  await auditForSelected(tx, actor, { act: acts.savedCardRemoved, subject: `${cardId}` }, now)
  return { id: cardId }
}

export const deletePayerJob = 'payer.forget'

/** The provider records to delete for a customer. */
export type RemovedCard = { provider: string; payerReference: string | null; payments: string[] }

/** Deletes a payer at the provider. Records of a provider that is no longer configured are skipped, as with cards. */
export const forgetPayer = async (cards: CardProvider, payload: unknown): Promise<void> => {
  const { provider, ...payer } = payload as RemovedCard
  if (provider === cards.name) await cards.forgetPayer(payer)
}

/** Deletes a card at the provider. Cards of a provider that is no longer configured are skipped. */
export const forgetCard = async (cards: CardProvider, payload: unknown): Promise<void> => {
  const { provider, externalIdentifier } = payload as { provider: string; externalIdentifier: string }
  if (provider === cards.name) await cards.forgetCard({ externalIdentifier })
}

type EventServices = { db: Database; log: Log }

/** What is done about what the card company reports, whichever way it comes. */
export const followCardEvent = async (
  { db, log }: EventServices,
  event: CardEvent,
  now: Date,
): Promise<void> => {
  if (event.type === 'refund_failed') return failRefund({ db, log }, event, now)
  if (event.type === 'payment_disputed') return recordDispute({ db, log }, event, now)
  await pollNow(db, event.reference, now)
  await pollChangeNow(db, event.reference, now)
}

export type ReportingCards = { report: (onEvent: OnCardEvent, now: Date) => Promise<void> }

/** Takes over what the card company has to report and brings to no door of ours. */
export const takeCardReports = (
  { cards, ...services }: EventServices & { cards: ReportingCards },
  now: Date,
): Promise<void> => cards.report((event, at) => followCardEvent(services, event, at), now)
