import type { Takings, Till } from '#contract/tills.ts'
import * as acts from '#server/messages/en/audit.ts'
import * as messages from '#server/messages/en/tills.ts'
import { requireSupervisor, staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import { presentTakings, presentTill } from './present.ts'
import { assignTill } from '#server/sessions/service.ts'
import {
  addEntries,
  disputesAt,
  dueAt,
  entriesOf,
  sellerOfOrder,
  tillById,
  tillLocation,
  tillOfSession,
  tillsOf,
  venueBySlug,
} from './queries.ts'
import type { NewEntry } from './queries.ts'

/** The tills, and the one of the caller's login. */
export const tillsFor = async (tx: Tx, actor: Actor): Promise<{ current: Till | null; tills: Till[] }> => {
  const current = await tillOfSession(tx, actor.operator.id, staffOf(actor).tokenDigest)
  return {
    current: current === undefined ? null : presentTill(current),
    tills: (await tillsOf(tx, actor.operator.id)).map(presentTill),
  }
}

/** Selects a till until logout. */
export const chooseTill = async (
  tx: Tx,
  actor: Actor,
  tillId: number | null,
  now: Date,
): Promise<{ current: Till | null }> => {
  const { id: actorId, tokenDigest } = staffOf(actor)
  const chosen = tillId === null ? undefined : await tillById(tx, actor.operator.id, tillId)
  if (tillId !== null && chosen === undefined) throw notFound(messages.tillNotFound)
  await assignTill(tx, tokenDigest, tillId)
  const subject = tillId === null ? '' : `till:${tillId}`
  await recordAudit(tx, { actorId, forCustomerId: null, act: acts.tillChosen, subject }, now)
  return { current: chosen === undefined ? null : presentTill(chosen) }
}

/** One payment of an order that was taken at the desk. */
export type ReceivedTender = {
  paymentId: number
  tenderType: string
  creditType: 'general' | 'membership' | null
  amount: number
  tendered?: number | null
  reference?: string | null
}

/**
 * Records the payments of an order that staff sold to a customer: by whom, at which till, on which day of the venue.
 * What customers buy for themselves is not recorded.
 */
export const recordTakings = async (
  tx: Tx,
  orderId: number,
  taken: readonly ReceivedTender[],
  sellerLogin: Buffer | null,
  now: Date,
): Promise<void> => {
  const seller = taken.length === 0 ? undefined : await sellerOfOrder(tx, orderId)
  if (seller === undefined) return
  const at = await tillLocation(tx, seller.actorId, sellerLogin, orderId)
  if (at === undefined) throw new Error('An order was taken at no venue.')
  await addEntries(
    tx,
    taken.map(({ tendered = null, reference = null, ...payment }) => ({
      ...seller,
      ...payment,
      tendered,
      reference,
      venueId: at.venueId,
      tillId: at.tillId,
      localDate: dayOf(now, at.timezone),
      at: now,
      orderId,
      bookingId: null,
    })),
  )
}

/** A refund by staff. */
export type RefundPaid = {
  orderId: number
  bookingId: number | null
  tenderType: string
  creditType: 'general' | 'membership' | null
  /** Pence, more than 0. */
  amount: number
  reason: string
}

/** Records a refund by staff, with its place and tender. */
export const recordRefundPaid = async (
  tx: Tx,
  actor: Actor,
  { amount, reason, ...given }: RefundPaid,
  now: Date,
): Promise<void> => {
  const { orderId, bookingId, tenderType, creditType } = given
  await addEntry(
    tx,
    actor,
    { orderId, bookingId, tenderType, creditType, amount: -amount, reference: reason, paymentId: null },
    now,
  )
}

/** Records what staff take for an order that was placed before: what is due at the venue, or what a move costs. Pence. */
export const recordDuePaid = (
  tx: Tx,
  actor: Actor,
  due: { orderId: number; paymentId: number; tenderType: string; amount: number },
  now: Date,
): Promise<void> => addEntry(tx, actor, { ...due, bookingId: null, creditType: null, reference: null }, now)

type Entered = Pick<
  NewEntry,
  'orderId' | 'bookingId' | 'paymentId' | 'tenderType' | 'creditType' | 'amount' | 'reference'
>

const addEntry = async (tx: Tx, actor: Actor, entered: Entered, now: Date): Promise<void> => {
  const { id: actorId, tokenDigest } = staffOf(actor)
  const at = await tillLocation(tx, actorId, tokenDigest, entered.orderId)
  if (at === undefined) throw new Error('Something was taken or given back at no venue.')
  await addEntries(tx, [
    {
      ...entered,
      operatorId: actor.operator.id,
      tendered: null,
      venueId: at.venueId,
      tillId: at.tillId,
      localDate: dayOf(now, at.timezone),
      actorId,
      at: now,
    },
  ])
}

/** How long a dispute that is closed stays on the list. */
const closedDisputeDays = 30

/**
 * The takings and refunds at a venue's desk on a day.
 * @throws Refusal `forbidden` when desk staff request those of others
 */
export const takingsOf = async (
  tx: Tx,
  actor: Actor,
  query: { venue: string; date: string; who: 'mine' | 'all' },
  now: Date,
): Promise<Takings> => {
  const { id: actorId } = staffOf(actor)
  if (query.who === 'all') requireSupervisor(actor, messages.supervisorTakings)
  const venue = await venueBySlug(tx, actor.operator.id, query.venue)
  if (venue === undefined) throw notFound(messages.venueNotFound)
  const whose = query.who === 'mine' ? actorId : null
  const entries = await entriesOf(tx, { venueId: venue.id, day: query.date, actorId: whose })
  const { currencySymbol } = actor.operator
  const disputes = await disputesAt(tx, venue.id, new Date(now.getTime() - closedDisputeDays * 86_400_000))
  const due = await dueAt(tx, venue.id)
  return presentTakings(venue, query.date, entries, { due, disputes }, { currencySymbol, now })
}
