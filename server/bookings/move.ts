import { operatorMessages } from '#server/messages/languages.ts'
import type { Messages } from '#server/messages/languages.ts'
import { formatted } from '#contract/money.ts'
import type { BookableId } from '#contract/shapes.ts'
import type { RefundDestination } from '#contract/tenders.ts'
import { sessionTimes } from '#server/platform/clock.ts'
import {
  boughtLinesToPrice,
  findBoughtLine,
  lineAt,
  lockPeopleOf,
  moveLine,
  whyNotAttendable,
} from '#server/baskets/moves.ts'
import { presentItem } from '#server/baskets/read.ts'
import { describeRefusal, findRelease } from '#server/baskets/refusals.ts'
import type { ItemRow } from '#server/baskets/rules.ts'
import { movePlaces } from '#server/holds/places.ts'
import type { MoveResult } from '#server/holds/places.ts'
import type { NoticeKind } from '#server/notices/rules.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { saveMovedPrice } from '#server/pricing/moves.ts'
import { formatPrice } from '#server/pricing/price.ts'
import { taxWithin } from '#server/pricing/rules.ts'
import { whyNotBookable } from '#server/timetable/rules.ts'
import { openWaivers } from '#server/waivers/rules.ts'
import { changedFile } from './calendar.ts'
import { linkToOrder } from './links.ts'
import { describeFirst, describeWithCode, loadBooking, venueOf } from './messages.ts'
import { findMovable } from './moveTimes.ts'
import type { MovableBooking, WhichBooking } from './moveTimes.ts'
import { hasPass } from './passes.ts'
import { presentBooking, presentRefund, refundingOf } from './present.ts'
import { bookingsByIds, lockOrdersOf, orderById, orderDetails } from './read.ts'
import { attachedReceipt } from './receipt.ts'
import { byTerms, payBack, shortDateTime } from './reverseSale.ts'
import { cancelling, describeRefunds, differenceOf, isSameOffer, refundParts } from './rules.ts'
import type { BookingRow } from './sql/bookings.ts'
import { findSession, saveMove } from './sql/moves.ts'
import { saveItems } from './sql/orders.ts'
import type { PaidForMove, SessionRow } from './sql/moves.ts'
import { updateOrderTotals } from './sql/orders.ts'

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
  const { booking } = movable
  const session = await findSession(tx, actor.operator.id, to.to)
  const { occurrenceId, holdId, price } = await performMove(tx, actor, movable, session, now)
  requirePrice(actor, booking, { price, expected: to.price })
  const tax = taxWithin(price, booking.vatRate)
  const { refund } = differenceOf(booking.price, price)
  const parts = refundParts(refund, booking.tenders, refundingOf(booking))
  const description = actor.messages.moves.movedEntry({
    name: booking.name,
    when: shortDateTime(actor.messages, booking),
  })
  if (parts.length > 0)
    await payBack(
      tx,
      booking,
      parts,
      { actor, how: { ...byTerms, reason: actor.messages.moves.moved }, description },
      now,
    )
  await saveMove(tx, booking.id, { occurrenceId, holdId, price, tax, refund }, now)
  await updateOrderTotals(tx, booking.orderId)
  const moved = await showMovedLine(tx, actor, movable, now)
  await notifyMove(tx, movable, moved, parts, now)
  await recordStaffAudit(tx, actor, booking, moved, now)
  tx.invalidate(booking.venueId)
  return {
    booking: presentBooking(actor.messages, moved, {
      currencySymbol: actor.operator.currencySymbol,
      now,
      viewerId: actor.customerId,
    }),
    refund: presentRefund(booking, refund, actor.operator.currencySymbol),
  }
}

/** @throws Refusal `costs_more`, `price_changed` */
const requirePrice = (
  { operator: { currencySymbol } }: Actor,
  booking: BookingRow,
  { price: pence, expected }: { price: number; expected: number },
): void => {
  const price = formatted(pence, currencySymbol)
  if (pence > booking.price) {
    const more = formatted(pence - booking.price, currencySymbol)
    throw new Refusal('costs_more', (messages) => messages.moves.costsMore({ price, more }))
  }
  if (pence !== expected)
    throw new Refusal('price_changed', (messages) => messages.moves.priceChanged({ price }))
}

/** Shows the new time wherever the order is displayed. What was paid for the line stays. */
const showMovedLine = async (
  tx: Tx,
  actor: Actor,
  { booking, basketId, basketItemId }: MovableBooking,
  now: Date,
): Promise<BookingRow> => {
  const { currencySymbol } = actor.operator
  await saveMovedLine(
    tx,
    actor.messages,
    { orderId: booking.orderId, basketId, basketItemId },
    currencySymbol,
    now,
  )
  const [row] = await bookingsByIds(tx, [booking.id])
  if (row === undefined) throw notFound()
  return row
}

/**
 * Writes the new time of a line into the order as it is displayed.
 * @param paid pence paid for it in all, where the move has added to that
 */
export const saveMovedLine = async (
  tx: Tx,
  messages: Messages,
  { orderId, paid, ...which }: { orderId: number; basketId: number; basketItemId: number; paid?: number },
  currencySymbol: string,
  now: Date,
): Promise<ItemRow> => {
  const moved = await findBoughtLine(tx, which)
  const order = await orderById(tx, orderId)
  if (moved === undefined || order === undefined) throw notFound()
  const context = { currencySymbol, selectedUserId: null, isEstimated: false, now }
  const { name, cartableId, cartableResource } = presentItem(messages, moved, context)
  const price =
    paid === undefined ? {} : { price: formatPrice(operatorMessages(), paid, currencySymbol, false) }
  await saveItems(
    tx,
    orderId,
    order.items.map((item) =>
      item.id === which.basketItemId && item.cartableType !== 'penalty'
        ? { ...item, ...price, name, cartableId, cartableResource }
        : item,
    ),
  )
  return moved
}

/** Confirms a move. `paid` is what a dearer time has cost, in pence. */
export const notifyMove = async (
  tx: Tx,
  { booking, email }: Pick<MovableBooking, 'booking' | 'email'>,
  { sequence }: BookingRow,
  parts: readonly { destination: RefundDestination; amount: number }[],
  now: Date,
  paid: Pick<PaidForMove, 'tenderType' | 'amount'> | null = null,
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
      ...(paid === null ? {} : { paid: paid.amount, tender: paid.tenderType }),
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

export type MovedTo = { occurrenceId: number; holdId: number; price: number }

/**
 * Takes the places there and gives those here back, and prices the line, whose uses move along. The caller has locked
 * the order, and saves the rest or undoes it all.
 * @throws Refusal as adding the new time to a basket; `same_time`, `waiver_required`
 */
export const performMove = async (
  tx: Tx,
  actor: Actor,
  movable: MovableBooking,
  session: SessionRow | undefined,
  now: Date,
): Promise<MovedTo> => {
  const { booking, line } = movable
  const target = validateTarget(actor, movable, session, now)
  await lockPeopleOf(tx, line, booking)
  const ineligible = await whyNotAttendable(tx, actor, target, now)
  if (ineligible !== null) throw new Refusal(ineligible.code, ineligible.message)
  const { occurrenceId } = target
  const moved = await movePlaces(tx, line.holdId, occurrenceId, now)
  if (moved.outcome !== 'ok') throw await placeRefusal(tx, actor, line, occurrenceId, moved.outcome, now)
  const { newHold: holdId } = moved
  await moveLine(tx, line.id, { occurrenceId, holdId })
  const price = await priceMovedLine(tx, movable, target, now)
  const there = await findBoughtLine(tx, movable)
  if (there === undefined) throw notFound()
  if (openWaivers(there.waiverNeeds) > openWaivers(line.waiverNeeds))
    throw new Refusal('waiver_required', (messages) => messages.moves.waiverNeeded)
  return { occurrenceId, holdId, price }
}

/** The line at the time that was chosen. @throws Refusal why no one can have that time */
const validateTarget = (
  actor: Actor,
  { booking, line, onSale }: MovableBooking,
  session: SessionRow | undefined,
  now: Date,
): ItemRow => {
  const current = { ...line, name: booking.name }
  if (session === undefined || !isSameOffer(line.kind, current, session))
    throw notFound((messages) => messages.moves.notThere)
  if (session.occurrenceId === line.occurrenceId)
    throw new Refusal('same_time', (messages) => messages.moves.sameTime)
  const { startsAt, endsAt, status } = session
  const isLoggedIn = actor.person !== null
  const reason = whyNotBookable({ ...onSale, startsAt, endsAt, status }, { isLoggedIn, now })
  if (reason !== null)
    throw new Refusal(reason.code, reason.message, { availableAt: reason.availableAt ?? undefined })
  const target = lineAt(line, session)
  if (target === null) throw notFound((messages) => messages.moves.notThere)
  return target
}

/** Why the places of a line cannot be had there, in a sentence. */
export const placeRefusal = async (
  tx: Tx,
  actor: Actor,
  { holdId, personId }: ItemRow,
  occurrenceId: number,
  outcome: Exclude<MoveResult['outcome'], 'ok'>,
  now: Date,
): Promise<Refusal> => {
  const place = { personId, occurrenceId, exceptHoldId: holdId }
  const message = await describeRefusal(tx, actor, outcome, place, now)
  const release = await findRelease(tx, outcome, { occurrenceId, basketId: null }, now)
  return new Refusal(outcome, message, { availableAt: release?.at })
}

/** Saves the price of a line at its new time. @returns pence */
export const priceMovedLine = async (
  tx: Tx,
  { booking }: Pick<MovableBooking, 'booking'>,
  target: ItemRow,
  now: Date,
): Promise<number> => {
  const [toPrice] = boughtLinesToPrice([target], booking, now)
  const priced = toPrice === undefined ? undefined : await saveMovedPrice(tx, toPrice, now)
  if (priced === undefined) throw notFound((messages) => messages.moves.notThere)
  return priced.total
}

type MovedFacts = {
  bookingId: number
  /** Of the booking after the move. */
  sequence: number
  /** Where it was. Instants in UTC. */
  before: { localDate: string; startsAt: string; endsAt: string; locationName: string }
  /** Pence by destination. */
  refunds: readonly { destination: RefundDestination; amount: number }[]
  /** Pence paid for a dearer time, and how. */
  paid?: number
  tender?: PaidForMove['tenderType']
}

/** Confirms a move with the old and the new time, and moves the entry in calendars. */
export const bookingMoved: NoticeKind<MovedFacts> = {
  kind: 'booking_moved',
  about: ({ bookingId, sequence }) => `booking:${bookingId} ${sequence}`,
  write: async (
    { bookingId, before, refunds, paid = 0, tender = 'card' },
    { messages, tx, seller, sites, passes, now },
  ) => {
    const booking = await loadBooking(tx, bookingId)
    const old = messages.bookings.mail.when({
      day: messages.format.fullDay(before.localDate),
      ...sessionTimes(messages, {
        startsAt: new Date(before.startsAt),
        endsAt: new Date(before.endsAt),
        timezone: booking.timezone,
      }),
    })
    const refunded = describeRefunds(messages, refunds, seller.currencySymbol)
    // What was paid is on the receipt, where the order has one.
    const whole = await orderDetails(tx, booking.orderId)
    const receipt = whole === null || paid === 0 ? null : await attachedReceipt(tx, messages, whole)
    const order = { id: booking.orderId, customerId: booking.customerId, bookings: [booking] }
    return {
      subject: messages.moves.mail.subject({ booking: describeFirst(messages, [booking]) }),
      heading: messages.moves.mail.heading,
      ...venueOf([booking]),
      blocks: [
        { type: 'text', text: messages.moves.mail.text },
        { type: 'list', items: [describeWithCode(messages, booking, now)] },
        { type: 'text', text: messages.moves.mail.before({ time: old }) },
        ...(booking.price > 0 && cancelling(booking, now).isAfterCutoff
          ? [{ type: 'text' as const, text: messages.moves.mail.afterCutoff }]
          : []),
        ...(refunded === '' ? [] : [{ type: 'text' as const, text: refunded }]),
        ...(paid === 0
          ? []
          : [
              {
                type: 'text' as const,
                text: messages.moves.mail.paid({
                  amount: formatted(paid, seller.currencySymbol),
                  tender,
                  hasReceipt: receipt !== null,
                }),
              },
            ]),
        await linkToOrder({ tx, sites, now }, order, messages.bookings.mail.seeOrCancel),
        ...(whole !== null && hasPass(passes, whole, now)
          ? [{ type: 'text' as const, text: messages.moves.mail.passOnPage }]
          : []),
        { type: 'text', text: messages.moves.mail.notYou },
      ],
      attachments: [changedFile(messages, booking, seller), receipt].filter((file) => file !== null),
    }
  },
}
