import { formatted } from '#contract/money.ts'
import type { MovePayment } from '#contract/moves.ts'
import type { BookableId } from '#contract/shapes.ts'
import { createMoveBasket, listItems, lockBasket, openForChange } from '#server/baskets/find.ts'
import { copyLine, lineAt, lockPeopleOf } from '#server/baskets/moves.ts'
import type { BasketRow } from '#server/baskets/rules.ts'
import { freePlaces, holdPlacesForMove, lockPlaces } from '#server/holds/places.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { failInvariant, notFound, Refusal } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'
import { placeRefusal } from './move.ts'
import { findMovable } from './moveTimes.ts'
import type { MovableBooking, WhichBooking } from './moveTimes.ts'
import { rehearseMove } from './paidMoves.ts'
import { presentMovePayment } from './present.ts'
import { bookingsByIds, lockOrdersOf, orderFor } from './read.ts'
import { mayPayForMove } from './rules.ts'
import { endMove, findMoveInProgress, findMovePayment, findSession, insertMove } from './sql/moves.ts'
import type { MovePaymentRow, SessionRow } from './sql/moves.ts'

/**
 * Moves to dearer times. The new place is held in a basket of its own while the difference is paid by card; the booking
 * stays where it is. Checkout asks here what such a basket costs, and to move the booking once the card is authorised
 * (./paidMoves.ts). See docs/decisions/0034.
 */

/**
 * Holds a dearer time for a booking. An earlier choice that is not paid for is given up; the same one is answered again.
 * @param to `price` is the one on the page, in pence
 * @throws Refusal as moving it there; `price_changed`, and `busy` while an earlier choice is being paid for
 */
export const beginMove = async (
  db: Database,
  actor: Actor,
  which: WhichBooking,
  to: { to: BookableId; price: number },
  now: Date,
): Promise<MovePayment> => {
  // By itself: baskets are locked before orders, and abandoning a payment locks places.
  await transact(db, async (tx) => {
    await findPayable(tx, actor, which, now)
    await openEarlier(tx, which.bookingId, now)
  })
  return transact(db, async (tx) => {
    await lockOrdersOf(tx, [which.bookingId])
    const movable = await findPayable(tx, actor, which, now)
    const session = await findSession(tx, actor.operator.id, to.to)
    if (session === undefined) throw notFound((messages) => messages.moves.notThere)
    const current = await findCurrent(tx, movable, session, now)
    const price = await rehearseMove(tx, actor, movable, session, now)
    if (price !== to.price || price <= movable.booking.price) {
      const text = formatted(price, actor.operator.currencySymbol)
      throw new Refusal('price_changed', (messages) => messages.moves.priceChanged({ price: text }))
    }
    const isSame = current?.price === price
    if (current !== null && !isSame) await giveBack(tx, current, now)
    const id = isSame ? current.id : await holdMove(tx, actor, movable, session, price, now)
    tx.invalidate(movable.booking.venueId)
    return readMovePayment(tx, actor, id, now)
  })
}

/** @throws Refusal as `findMovable`, and `cannot_move` for those who may not pay */
const findPayable = async (tx: Tx, actor: Actor, which: WhichBooking, now: Date): Promise<MovableBooking> => {
  const movable = await findMovable(tx, actor, which, now)
  if (!mayPayForMove(movable.booking, actor))
    throw new Refusal('cannot_move', (messages) => messages.moves.onlyBuyer)
  return movable
}

/** A payer who chooses anew has turned away from the bank's question. @throws Refusal `busy` */
const openEarlier = async (tx: Tx, bookingId: number, now: Date): Promise<void> => {
  const earlier = await findMoveInProgress(tx, bookingId)
  if (earlier === undefined) return
  const basket = (await lockBasket(tx, earlier.basketId)) ?? failInvariant('a move has no basket')
  if (basket.status !== 'paymentComplete') await openBasket(tx, basket, now)
}

const openBasket = async (tx: Tx, basket: BasketRow, now: Date): Promise<void> => {
  try {
    await openForChange(tx, basket, now)
  } catch (error) {
    throw error instanceof Refusal ? new Refusal('busy', (messages) => messages.moves.moveInProgress) : error
  }
}

/**
 * What is held for the booking at this very time. What is held at another is given back: one place of a booking is held
 * at a time. All places are locked here, before the first is taken or freed.
 */
const findCurrent = async (
  tx: Tx,
  { booking, line }: MovableBooking,
  session: SessionRow,
  now: Date,
): Promise<MovePaymentRow | null> => {
  await lockPeopleOf(tx, line, booking)
  const earlier = await findMoveInProgress(tx, booking.id)
  await lockPlaces(tx, [
    line.occurrenceId,
    session.occurrenceId,
    ...(earlier === undefined ? [] : [earlier.occurrenceId]),
  ])
  if (earlier === undefined) return null
  if (earlier.basketStatus !== 'open') throw new Refusal('busy', (messages) => messages.moves.moveInProgress)
  const isLive = earlier.heldUntil !== null && earlier.heldUntil > now
  const isSame =
    isLive &&
    earlier.occurrenceId === session.occurrenceId &&
    earlier.fromHoldId === line.holdId &&
    earlier.startsAt.getTime() === session.startsAt.getTime() &&
    earlier.endsAt.getTime() === session.endsAt.getTime()
  if (isSame) return earlier
  await giveBack(tx, earlier, now)
  return null
}

const giveBack = async (tx: Tx, { id, holdId }: MovePaymentRow, now: Date): Promise<void> => {
  // Places are locked before the row of a move, as where it completes.
  await freePlaces(tx, [holdId], now)
  await endMove(tx, id, 'ended', now)
}

const holdMove = async (
  tx: Tx,
  actor: Actor,
  { booking, line }: MovableBooking,
  session: SessionRow,
  price: number,
  now: Date,
): Promise<number> => {
  const { occurrenceId, startsAt, endsAt } = session
  const basketId = await createMoveBasket(tx, booking.operatorId, now)
  const until = new Date(now.getTime() + actor.operator.basketHoldSeconds * 1000)
  const held = await holdPlacesForMove(tx, { holdId: line.holdId, occurrenceId, basketId, until }, now)
  if (held.outcome !== 'ok') throw await placeRefusal(tx, actor, line, occurrenceId, held.outcome, now)
  const pricingOptionId = lineAt(line, session)?.pricingOptionId ?? line.pricingOptionId
  const basketItemId = await copyLine(
    tx,
    { ofItemId: line.id, basketId, occurrenceId, holdId: held.newHold, pricingOptionId },
    now,
  )
  return insertMove(tx, {
    bookingId: booking.id,
    basketId,
    basketItemId,
    fromHoldId: line.holdId,
    occurrenceId,
    startsAt,
    endsAt,
    price,
    surcharge: price - booking.price,
    createdAt: now,
  })
}

/** A move that the caller pays for. @throws Refusal `not_found` */
export const readMovePayment = async (tx: Tx, actor: Actor, id: number, now: Date): Promise<MovePayment> => {
  const { move, booking } = await findOwnMove(tx, actor, id, now)
  const [there] = await listItems(tx, move.basketId)
  if (there === undefined) throw notFound()
  return presentMovePayment(actor.messages, move, booking, there, {
    currencySymbol: actor.operator.currencySymbol,
    now,
  })
}

/** Gives up a move that is not paid for. @throws Refusal `not_found`, `busy` */
export const abandonMove = async (tx: Tx, actor: Actor, id: number, now: Date): Promise<MovePayment> => {
  const { move: found, booking } = await findOwnMove(tx, actor, id, now)
  const basket = (await lockBasket(tx, found.basketId)) ?? failInvariant('a move has no basket')
  const move = await findMovePayment(tx, id)
  if (move?.status === 'held') {
    await openBasket(tx, basket, now)
    await giveBack(tx, move, now)
    tx.invalidate(booking.venueId)
  }
  return readMovePayment(tx, actor, id, now)
}

const findOwnMove = async (tx: Tx, actor: Actor, id: number, now: Date) => {
  const move = await findMovePayment(tx, id)
  const [booking] = move === undefined ? [] : await bookingsByIds(tx, [move.bookingId])
  if (move === undefined || booking === undefined || booking.operatorId !== actor.operator.id)
    throw notFound()
  if (!mayPayForMove(booking, actor)) throw notFound()
  if (booking.customerId === null) await orderFor(tx, actor, booking.orderId, now)
  return { move, booking }
}
