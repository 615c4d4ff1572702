import { operatorMessages } from '#server/messages/languages.ts'
import type { Text } from '#server/messages/languages.ts'
import { formatted, money } from '#contract/money.ts'
import type { BookableId } from '#contract/shapes.ts'
import type { LaterTender } from '#contract/tenders.ts'
import { findBasketById, listItems, lockBasket } from '#server/baskets/find.ts'
import { closeBasket, findBoughtLine, lineAt, lockPeopleOf, moveLine } from '#server/baskets/moves.ts'
import { presentItem } from '#server/baskets/read.ts'
import type { BasketRow, ItemRow } from '#server/baskets/rules.ts'
import { movePlaces } from '#server/holds/places.ts'
import { sellerOf } from '#server/operator/find.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { failInvariant, invalid, notFound, Refusal } from '#server/platform/errors.ts'
import { formatPrice } from '#server/pricing/price.ts'
import { taxWithin } from '#server/pricing/rules.ts'
import { recordDuePaid } from '#server/tills/takings.ts'
import { notifyMove, performMove, priceMovedLine, saveMovedLine } from './move.ts'
import type { MovedTo } from './move.ts'
import { findMovable } from './moveTimes.ts'
import type { MovableBooking } from './moveTimes.ts'
import type { PlacedOrder, Sale } from './orders.ts'
import { presentBooking } from './present.ts'
import { bookingsByIds, lockOrdersOf, orderById, orderFor } from './read.ts'
import { mayPayForMove, whyNotPaidMove } from './rules.ts'
import type { BookingRow } from './sql/bookings.ts'
import {
  addPayment,
  endMove,
  findMoveContext,
  findMoveOfBasket,
  findMovePayment,
  findSession,
  rehearse,
  saveMove,
} from './sql/moves.ts'
import type { MovePaymentRow, PaidForMove, SessionRow } from './sql/moves.ts'
import { updateOrderTotals } from './sql/orders.ts'

/* What checkout asks about the basket of a move: what it costs, who may pay, and to move the booking. */

/**
 * Moves a booking and undoes it: whatever refuses the move refuses it before anybody pays. The caller has locked the
 * order.
 * @returns pence that the booking would cost
 */
export const rehearseMove = async (
  tx: Tx,
  actor: Actor,
  movable: MovableBooking,
  session: SessionRow | undefined,
  now: Date,
): Promise<number> => rehearse(tx, async () => (await performMove(tx, actor, movable, session, now)).price)

/** The move that a call of checkout names, for the person who pays for it. @throws Refusal `invalid`, `not_found` */
const findMoveFor = async (
  tx: Tx,
  actor: Actor,
  moveId: number | undefined,
  now: Date,
): Promise<MovePaymentRow> => {
  if (moveId === undefined) throw invalid({ move_id: [(messages) => messages.moves.moveEnded] })
  const move = await findMovePayment(tx, moveId)
  if (move === undefined || !(await mayPayForBasket(tx, actor, move.basketId, now))) throw notFound()
  return move
}

/** What checkout pays for when the call names a move: its basket. @throws Refusal `invalid`, `not_found` */
export const basketOfMove = async (
  tx: Tx,
  actor: Actor,
  moveId: number | undefined,
  now: Date,
): Promise<BasketRow> => {
  const { basketId } = await findMoveFor(tx, actor, moveId, now)
  return (await findBasketById(tx, basketId)) ?? failInvariant('a move has no basket')
}

/** The same, locked for the transaction; so is the order, which comes before people and places. */
export const lockBasketOfMove = async (
  tx: Tx,
  actor: Actor,
  moveId: number | undefined,
  now: Date,
): Promise<BasketRow> => {
  const { basketId, bookingId } = await findMoveFor(tx, actor, moveId, now)
  const basket = await lockBasket(tx, basketId)
  await lockOrdersOf(tx, [bookingId])
  return basket ?? failInvariant('a move has no basket')
}

/** Whether the caller pays for the move of this basket: the buyer, or anyone who may see a visitor's order. */
export const mayPayForBasket = async (
  tx: Tx,
  actor: Actor,
  basketId: number,
  now: Date,
): Promise<boolean> => {
  const move = await findMoveOfBasket(tx, basketId)
  const [booking] = move === undefined ? [] : await bookingsByIds(tx, [move.bookingId])
  if (booking?.operatorId !== actor.operator.id || !mayPayForMove(booking, actor)) return false
  if (booking.customerId === null) await orderFor(tx, actor, booking.orderId, now)
  return true
}

/** The move that payments of a basket are for. */
export const moveIdOfBasket = async (tx: Tx, basketId: number): Promise<number | null> =>
  (await findMoveOfBasket(tx, basketId))?.id ?? null

/**
 * What a move costs, and the line that holds the new place.
 * @throws Refusal `basket_empty` when it has ended, `basket_changed` when it is not held or no longer what was chosen
 */
export const saleOfMove = async (
  tx: Tx,
  basketId: number,
  currencySymbol: string,
  now: Date,
): Promise<{ sale: Sale; lines: ItemRow[] }> => {
  const move = await findMoveOfBasket(tx, basketId)
  const [booking] = move === undefined ? [] : await bookingsByIds(tx, [move.bookingId])
  if (move?.status !== 'held' || booking === undefined)
    throw new Refusal('basket_empty', (messages) => messages.moves.moveEnded)
  const context = await findMoveContext(tx, booking.id)
  const current = context === undefined ? undefined : await findBoughtLine(tx, context)
  const lines = await listItems(tx, basketId)
  const [line] = lines
  if (current === undefined || line === undefined)
    throw new Refusal('basket_empty', (messages) => messages.moves.moveEnded)
  // Not held again: whether changes are free counts from when the move began, which was not long ago.
  if (move.heldUntil === null || move.heldUntil <= now)
    throw new Refusal('basket_changed', (messages) => messages.moves.holdEnded)
  const why = whyNotPaidMove(move, { booking, holdId: current.holdId, session: line }, now)
  if (why !== null) throw new Refusal('basket_changed', (messages) => messages.moves.whyNoLonger[why])
  const view = { currencySymbol, selectedUserId: null, isEstimated: false, now }
  const { surcharge } = move
  return {
    lines,
    sale: {
      items: [
        {
          ...presentItem(operatorMessages(), line, view),
          attendee: null,
          price: formatPrice(operatorMessages(), surcharge, currencySymbol, false),
        },
      ],
      // They become no bookings: the booking is there already.
      lines: [],
      penalties: [],
      total: surcharge,
      taxTotal: taxWithin(surcharge, line.vatRate),
      itemHash: `move:${move.id}`,
    },
  }
}

/**
 * Makes sure that the booking could move now, before the card is authorised. The caller holds the locks of basket and order.
 * @throws Refusal `basket_changed` for another price, `place_lost` for whatever else refuses it
 */
export const requireMovable = async (tx: Tx, actor: Actor, basketId: number, now: Date): Promise<void> => {
  const move = (await findMoveOfBasket(tx, basketId)) ?? failInvariant('a basket has no move')
  const [booking] = await bookingsByIds(tx, [move.bookingId])
  if (booking === undefined) throw notFound()
  const price = await asLostPlace(async () => {
    const which = {
      bookingId: move.bookingId,
      ...(booking.customerId === null ? { orderId: booking.orderId } : {}),
    }
    const movable = await findMovable(tx, actor, which, move.createdAt)
    const session = await findSession(tx, actor.operator.id, move.occurrenceId)
    return rehearseMove(tx, actor, movable, session, now)
  })
  if (price !== move.price)
    throw new Refusal('basket_changed', (messages) => messages.moves.whyNoLonger.priceChanged)
}

const asLostPlace = async <T>(step: () => Promise<T>): Promise<T> => {
  try {
    return await step()
  } catch (error) {
    throw error instanceof Refusal ? lost(error.text) : error
  }
}

const lost = (why: Text): Refusal =>
  new Refusal('place_lost', (messages) => messages.moves.moveLost, { errors: { items: [why] } })

/** An authorised payment of a move. */
type Paid = { id: number; operatorId: number; basketId: number; amount: number }

/**
 * Moves the booking of an authorised payment: the new place is taken and the old one given back, the payment is added to
 * the order. The caller holds the locks of basket and payment, and asks once.
 * @returns the order
 * @throws Refusal `place_lost` when the booking cannot move any more; the caller must then roll back
 */
export const completeMove = async (tx: Tx, paid: Paid, now: Date): Promise<PlacedOrder> => {
  const { bookingId } = (await findMoveOfBasket(tx, paid.basketId)) ?? failInvariant('a basket has no move')
  await lockOrdersOf(tx, [bookingId])
  const move = (await findMoveOfBasket(tx, paid.basketId)) ?? failInvariant('a basket has no move')
  const [booking] = await bookingsByIds(tx, [bookingId])
  const context = await findMoveContext(tx, bookingId)
  const line = context === undefined ? undefined : await findBoughtLine(tx, context)
  const session = await findSession(tx, paid.operatorId, move.occurrenceId)
  if (booking === undefined || context === undefined || line === undefined || session === undefined)
    throw lost((messages) => messages.moves.whyNoLonger.bookingChanged)
  if (move.status !== 'held') throw lost((messages) => messages.moves.whyNoLonger.bookingChanged)
  const why = whyNotPaidMove(move, { booking, holdId: line.holdId, session }, now)
  if (why !== null) throw lost((messages) => messages.moves.whyNoLonger[why])
  const moved = await moveAtPrice(tx, { booking, line, ...context }, { move, session }, now)
  const payment = { tenderType: 'card', amount: paid.amount, transactionId: paid.id } as const
  const { currencySymbol } = await sellerOf(tx, paid.operatorId)
  const to = { ...moved, price: move.price }
  await endMove(tx, move.id, 'moved', now)
  const { after } = await savePaidMove(tx, { booking, ...context }, to, payment, currencySymbol, now)
  await closeBasket(tx, paid.basketId, now)
  const order = await orderById(tx, after.orderId)
  if (order === undefined) throw notFound()
  return { id: order.id, reference: order.reference, basketUuid: order.basketUuid }
}

/**
 * Writes the dearer time of a booking whose places have moved, with what was paid for it, and confirms it to the buyer.
 * @returns the booking afterwards, and the payment
 */
const savePaidMove = async (
  tx: Tx,
  { booking, ...context }: Pick<MovableBooking, 'booking' | 'email' | 'basketId' | 'basketItemId'>,
  { price, ...places }: MovedTo,
  payment: PaidForMove,
  currencySymbol: string,
  now: Date,
): Promise<{ after: BookingRow; paymentId: number }> => {
  const { id, orderId, vatRate, moveRefund } = booking
  const tax = taxWithin(price, vatRate)
  await saveMove(tx, id, { ...places, price, tax, refund: 0 }, now)
  const paymentId = await addPayment(tx, orderId, { ...payment, tax: tax - booking.tax }, now)
  await updateOrderTotals(tx, orderId)
  const { basketId, basketItemId, email } = context
  const line = { orderId, basketId, basketItemId, paid: price + moveRefund }
  await saveMovedLine(tx, operatorMessages(), line, currencySymbol, now)
  const [after] = await bookingsByIds(tx, [id])
  if (after === undefined) throw notFound()
  await notifyMove(tx, { booking, email }, after, [], now, payment)
  tx.invalidate(booking.venueId)
  return { after, paymentId }
}

const moveAtPrice = async (
  tx: Tx,
  { booking, line }: { booking: BookingRow; line: ItemRow },
  { move, session }: { move: MovePaymentRow; session: SessionRow },
  now: Date,
): Promise<{ occurrenceId: number; holdId: number }> => {
  const target = lineAt(line, session)
  if (target === null) throw lost((messages) => messages.moves.whyNoLonger.sessionChanged)
  await lockPeopleOf(tx, line, booking)
  const { occurrenceId } = session
  const result = await movePlaces(tx, line.holdId, occurrenceId, now)
  if (result.outcome !== 'ok') throw lost((messages) => messages.moves.whyLost[result.outcome])
  const { newHold: holdId } = result
  await moveLine(tx, line.id, { occurrenceId, holdId })
  // What it uses may be used up by now.
  if ((await priceMovedLine(tx, { booking }, target, now)) !== move.price)
    throw lost((messages) => messages.moves.whyNoLonger.priceChanged)
  return { occurrenceId, holdId }
}

type Choice = { to: BookableId; price: number; tenderType: LaterTender }

/**
 * Moves a booking to a dearer time at the desk, which takes the difference by hand: in the order, in the till and in the
 * audit log, with the move or not at all.
 * @param choice `price` is the one on the screen, in pence
 * @throws Refusal as moving it there; `price_changed`
 */
export const moveAtDesk = async (
  tx: Tx,
  actor: Actor,
  bookingId: number,
  { to, price: expected, tenderType }: Choice,
  now: Date,
) => {
  const { id: actorId } = staffOf(actor)
  const { currencySymbol } = actor.operator
  await lockOrdersOf(tx, [bookingId])
  const movable = await findMovable(tx, actor, { bookingId }, now)
  const { booking } = movable
  const session = await findSession(tx, actor.operator.id, to)
  const moved = await performMove(tx, actor, movable, session, now)
  if (moved.price !== expected || moved.price <= booking.price) {
    const price = formatted(moved.price, currencySymbol)
    throw new Refusal('price_changed', (messages) => messages.moves.priceChanged({ price }))
  }
  const amount = moved.price - booking.price
  const payment = { tenderType, amount, transactionId: null }
  const { after, paymentId } = await savePaidMove(tx, movable, moved, payment, currencySymbol, now)
  await recordDuePaid(tx, actor, { orderId: booking.orderId, paymentId, tenderType, amount }, now)
  const detail = { from: booking.occurrenceId, to: after.occurrenceId, paid: amount, tenderType }
  const done = { act: acts.bookingMoved, subject: `booking:${bookingId}`, detail }
  await recordAudit(tx, { actorId, forCustomerId: booking.customerId, ...done }, now)
  return {
    booking: presentBooking(actor.messages, after, { currencySymbol, now }),
    paid: money(amount, currencySymbol),
  }
}
