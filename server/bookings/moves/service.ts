import { formatted } from '#contract/money.ts'
import type { BookableId } from '#contract/shapes.ts'
import { describeRefusal, findAvailableAt } from '#server/baskets/refusals/service.ts'
import { findBookables } from '#server/baskets/add/service.ts'
import { lineAt } from '#server/baskets/moves/rules.ts'
import {
  boughtLinesToPrice,
  findBoughtLine,
  lockPeopleOf,
  moveLine,
  whyNotAttendable,
} from '#server/baskets/moves/service.ts'
import type { ItemRow } from '#server/baskets/moves/service.ts'
import { presentItem } from '#server/baskets/view/service.ts'
import { lockOrdersOf } from '#server/bookings/cancellation/service.ts'
import { byTerms, payBack, shortDateTime } from '#server/bookings/cancellation/reversal/service.ts'
import { bookingMoved } from '#server/bookings/moves/notices/service.ts'
import { presentBooking, presentRefund, refundingOf } from '#server/bookings/present.ts'
import { findOrder, updateOrderTotals } from '#server/bookings/orders/queries.ts'
import type { BookingRow } from '#server/bookings/queries.ts'
import { mayCancel, refundParts } from '#server/bookings/rules.ts'
import { bookingsByIds, orderFor } from '#server/bookings/service.ts'
import { movePlaces } from '#server/holds/service.ts'
import * as acts from '#server/messages/en/audit.ts'
import * as cancelMessages from '#server/messages/en/bookings.ts'
import * as messages from '#server/messages/en/moves.ts'
import { sendNotice } from '#server/notices/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { taxWithin } from '#server/pricing/rules.ts'
import { saveMovedPrice } from '#server/pricing/moves/service.ts'
import { whyNotBookable } from '#server/timetable/rules.ts'
import type { OnSale } from '#server/timetable/rules.ts'
import { openWaivers } from '#server/waivers/rules.ts'
import { findMoveContext, findSession, saveMove, saveOrderItems } from './queries.ts'
import type { MoveContext, SessionRow } from './queries.ts'
import { differenceOf, isSameOffer, whyNotMovable } from './rules.ts'
import type { Unmovable } from './rules.ts'

/** A booking that may be moved, with what it has now. */
export type MovableBooking = MoveContext & {
  booking: BookingRow
  line: ItemRow
  /** When sessions of its activity can be booked. */
  onSale: OnSale
}

/** Which booking, and how the caller may have it: by their account, or by an order that they may see. */
export type WhichBooking = { bookingId: number; orderId?: number }

/**
 * A booking that the caller may move, with what it has now.
 * @throws Refusal `not_found`, `already_cancelled`, `past_cutoff`, `cannot_move`
 */
export const findMovable = async (
  tx: Tx,
  actor: Actor,
  { bookingId, orderId }: WhichBooking,
  now: Date,
): Promise<MovableBooking> => {
  if (orderId !== undefined) await orderFor(tx, actor, orderId, now)
  const [booking] = await bookingsByIds(tx, [bookingId])
  const isTheirs =
    booking !== undefined && (orderId === undefined ? mayCancel(booking, actor) : booking.orderId === orderId)
  if (!isTheirs) throw notFound()
  const why = whyNotMovable(booking, now)
  if (why !== null) throw refusalOf(why, booking)
  const context = await findMoveContext(tx, bookingId)
  const line = context === undefined ? undefined : await findBoughtLine(tx, context)
  const [onSale] = await findBookables(tx, {
    operatorId: booking.operatorId,
    v1: [booking.occurrenceId],
    v2: [],
  })
  // The venue is closed for now, or has called the session off and is about to refund it.
  if (context === undefined || line === undefined || onSale === undefined || onSale.status !== 'scheduled')
    throw new Refusal('cannot_move', messages.notThere)
  return { booking, line, onSale, ...context }
}

const refusalOf = (why: Unmovable, { hasReference }: BookingRow): Refusal => {
  if (why === 'already_cancelled') return new Refusal(why, cancelMessages.alreadyCancelled)
  if (why === 'past_cutoff') return new Refusal(why, messages.tooLate)
  return new Refusal(why, hasReference ? messages.byReference : messages.byPartner)
}

/**
 * Moves a booking to another time: the place is taken there and given back here, or neither. A lower price is paid
 * back as a cancellation would; benefits and visits move along.
 * @param to `price` is what the caller was shown, in pence
 * @throws Refusal as `findMovable`, and for the new time as adding it to a basket; `same_time`, `costs_more`,
 *   `price_changed`, `waiver_required`
 */
export const moveBooking = async (
  tx: Tx,
  actor: Actor,
  which: WhichBooking,
  to: { to: BookableId; price: number },
  now: Date,
) => {
  await lockOrdersOf(tx, [which.bookingId])
  const movable = await findMovable(tx, actor, which, now)
  const { booking, line } = movable
  const session = await findSession(tx, actor.operator.id, to.to)
  const target = validateTarget(actor, movable, session, now)
  await lockPeopleOf(tx, line, booking)
  const ineligible = await whyNotAttendable(tx, actor, target, now)
  if (ineligible !== null) throw new Refusal(ineligible.code, ineligible.message)
  const holdId = await takePlaces(tx, actor, line, target, now)
  await moveLine(tx, line.id, { occurrenceId: target.occurrenceId, holdId })
  const price = await priceTarget(tx, actor, movable, target, to.price, now)
  const tax = taxWithin(price, booking.vatRate)
  const { refund } = differenceOf(booking.price, price)
  const parts = refundParts(refund, booking.tenders, refundingOf(booking))
  const description = messages.movedEntry({ name: booking.name, when: shortDateTime(booking, now) })
  if (parts.length > 0)
    await payBack(
      tx,
      booking,
      parts,
      { actor, how: { ...byTerms, reason: messages.moved }, description },
      now,
    )
  await saveMove(tx, booking.id, { occurrenceId: target.occurrenceId, holdId, price, tax, refund }, now)
  await updateOrderTotals(tx, booking.orderId)
  const moved = await showMovedLine(tx, actor, movable, now)
  await notifyMove(tx, movable, moved, parts, now)
  await recordStaffAudit(tx, actor, booking, moved, now)
  tx.invalidate(booking.venueId)
  return {
    booking: presentBooking(moved, { currencySymbol: actor.operator.currencySymbol, now }),
    refund: presentRefund(booking, refund, actor.operator.currencySymbol),
  }
}

/** The line at the time that was chosen. @throws Refusal why that time is not to be had, whoever asks */
const validateTarget = (
  actor: Actor,
  { booking, line, onSale }: MovableBooking,
  session: SessionRow | undefined,
  now: Date,
): ItemRow => {
  const current = { ...line, name: booking.name }
  if (session === undefined || !isSameOffer(line.kind, current, session)) throw notFound(messages.notThere)
  if (session.occurrenceId === line.occurrenceId) throw new Refusal('same_time', messages.sameTime)
  const { startsAt, endsAt, status } = session
  const isLoggedIn = actor.person !== null
  const reason = whyNotBookable({ ...onSale, startsAt, endsAt, status }, { isLoggedIn, now })
  if (reason !== null)
    throw new Refusal(reason.code, reason.message, { availableAt: reason.availableAt ?? undefined })
  const target = lineAt(line, session)
  if (target === null) throw notFound(messages.notThere)
  return target
}

/** @returns the hold of the new places @throws Refusal `full`, `held`, `clash`, `already_booked`, `cancelled` */
const takePlaces = async (
  tx: Tx,
  actor: Actor,
  { holdId, personId }: ItemRow,
  { occurrenceId }: ItemRow,
  now: Date,
): Promise<number> => {
  const result = await movePlaces(tx, holdId, occurrenceId, now)
  if (result.outcome === 'ok') return result.newHold
  const { outcome } = result
  const place = { personId, occurrenceId, exceptHoldId: holdId }
  const message = await describeRefusal(tx, actor, outcome, place, now)
  const availableAt = await findAvailableAt(tx, outcome, { occurrenceId, basketId: null }, now)
  throw new Refusal(outcome, message, { availableAt })
}

/** Saves the price at the new time. @returns pence @throws Refusal `costs_more`, `price_changed` */
const priceTarget = async (
  tx: Tx,
  actor: Actor,
  { booking }: MovableBooking,
  target: ItemRow,
  expected: number,
  now: Date,
): Promise<number> => {
  const [toPrice] = boughtLinesToPrice([target], booking)
  const priced = toPrice === undefined ? undefined : await saveMovedPrice(tx, toPrice, now)
  if (priced === undefined) throw notFound(messages.notThere)
  const { currencySymbol } = actor.operator
  const price = formatted(priced.total, currencySymbol)
  if (priced.total > booking.price) {
    const more = formatted(priced.total - booking.price, currencySymbol)
    throw new Refusal('costs_more', messages.costsMore({ price, more }))
  }
  if (priced.total !== expected) throw new Refusal('price_changed', messages.priceChanged({ price }))
  return priced.total
}

/** Shows the new time wherever the order is displayed. What was paid for the line stays. */
const showMovedLine = async (
  tx: Tx,
  actor: Actor,
  { booking, line, basketId, basketItemId }: MovableBooking,
  now: Date,
): Promise<BookingRow> => {
  const { currencySymbol } = actor.operator
  const moved = await saveMovedLine(
    tx,
    { orderId: booking.orderId, basketId, basketItemId },
    currencySymbol,
    now,
  )
  const [row] = await bookingsByIds(tx, [booking.id])
  if (row === undefined) throw notFound()
  if (openWaivers(moved.waiverNeeds) > openWaivers(line.waiverNeeds))
    throw new Refusal('waiver_required', messages.waiverNeeded)
  return row
}

/** Writes the new time of a line into the order as it is displayed. */
export const saveMovedLine = async (
  tx: Tx,
  { orderId, ...which }: { orderId: number; basketId: number; basketItemId: number },
  currencySymbol: string,
  now: Date,
): Promise<ItemRow> => {
  const moved = await findBoughtLine(tx, which)
  const order = await findOrder(tx, orderId)
  if (moved === undefined || order === undefined) throw notFound()
  const context = { currencySymbol, selectedUserId: null, isEstimated: false, now }
  const { name, cartableId, cartableResource } = presentItem(moved, context)
  await saveOrderItems(
    tx,
    orderId,
    order.items.map((item) =>
      item.id === which.basketItemId && item.cartableType !== 'penalty'
        ? { ...item, name, cartableId, cartableResource }
        : item,
    ),
  )
  return moved
}

const notifyMove = async (
  tx: Tx,
  { booking, email }: MovableBooking,
  { sequence }: BookingRow,
  parts: readonly { destination: 'credit' | 'card' | 'account' | 'desk' | 'partner'; amount: number }[],
  now: Date,
): Promise<void> => {
  if (email === null || email === '') return
  const { id: bookingId, operatorId, localDate, startsAt, endsAt, locationName } = booking
  await sendNotice(
    tx,
    bookingMoved,
    { operatorId, to: email },
    {
      bookingId,
      sequence,
      before: { localDate, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString(), locationName },
      refunds: parts.map(({ destination, amount }) => ({ destination, amount })),
    },
    now,
  )
}

const recordStaffAudit = async (
  tx: Tx,
  { person, isStaff }: Actor,
  before: BookingRow,
  after: BookingRow,
  now: Date,
): Promise<void> => {
  const { customerId: forCustomerId, id } = before
  if (person === null || !isStaff || forCustomerId === person.id) return
  const detail = {
    from: before.occurrenceId,
    to: after.occurrenceId,
    refunded: before.price - after.price,
  }
  await recordAudit(
    tx,
    { actorId: person.id, forCustomerId, act: acts.bookingMoved, subject: `booking:${id}`, detail },
    now,
  )
}
