import type { AccountPayments } from '#contract/payments.ts'
import { date } from '#contract/time.ts'
import { recordDispute } from '#server/bookings/disputes/service.ts'
import { failRefund } from '#server/bookings/refunds/service.ts'
import { pollNow } from '#server/checkout/payment.ts'
import { cardsOf, removeSavedCard } from '#server/checkout/savedCards.ts'
import { accountOf, creditOf, entriesOf, expiringOf } from '#server/credits/balance.ts'
import { collectionsOf, membershipsPaidByCard } from '#server/memberships/list.ts'
import * as acts from '#server/messages/en/audit.ts'
import * as messages from '#server/messages/en/penalties.ts'
import { penaltiesOf, saveAccountDebt } from '#server/penalties/owed.ts'
import type { Actor } from '#server/platform/actor.ts'
import { auditForSelected } from '#server/platform/audit.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { loggedOut, notFound, Refusal } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { enqueue } from '#server/platform/queue.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import type { CardEvent, CardProvider, OnCardEvent } from '#server/providers/cards/port.ts'
import { pollChangeNow } from './card-changes/service.ts'
import { presentMoney } from './present.ts'
import { paymentsOf, refundsTo } from './queries.ts'

/** Payments, credit, penalties and saved cards of the caller, or of the customer that staff selected. */
export const moneyOf = async (
  tx: Tx,
  actor: Actor,
  provider: string,
  now: Date,
): Promise<AccountPayments> => {
  const { customerId, operator } = actor
  if (customerId === null) throw loggedOut()
  const { general, membership } = await creditOf(tx, customerId, now)
  return presentMoney(
    {
      payments: await paymentsOf(tx, customerId),
      refunds: await refundsTo(tx, customerId),
      collected: await collectionsOf(tx, customerId),
      general: general.balance,
      membership: membership.balance,
      expiring: await expiringOf(tx, customerId, now),
      entries: await entriesOf(tx, customerId),
      penalties: await penaltiesOf(tx, customerId),
      savedCards: await cardsOf(tx, actor, provider, false),
      cardMemberships: await membershipsPaidByCard(tx, customerId),
      account: await accountOf(tx, customerId),
    },
    operator,
  )
}

/**
 * Makes the debt on the customer's account payable in the basket. It stays on the account until it is paid.
 * @throws Refusal `nothing_owed`
 */
export const startAccountPayment = async (
  tx: Tx,
  { customerId, operator }: Actor,
  now: Date,
): Promise<{ penaltyId: number }> => {
  if (customerId === null) throw loggedOut()
  const { owed } = await accountOf(tx, customerId)
  if (owed <= 0) throw new Refusal('nothing_owed', messages.nothingOwed)
  const day = date(dayOf(now, operator.timezone), operator.timezone, now).fullDate
  const description = messages.accountDebt({ day })
  const debt = { operatorId: operator.id, customerId, amount: owed, description, createdAt: now }
  return { penaltyId: await saveAccountDebt(tx, debt) }
}

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
