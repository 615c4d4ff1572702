import {
  boughtLinesToPrice,
  findBoughtLine,
  lineAt,
  lockPeopleOf,
  moveLine,
  whyNotAttendable,
} from '#server/baskets/moves.ts'
import { describeRefusal, findAvailableAt } from '#server/baskets/refusals.ts'
import type { ItemRow } from '#server/baskets/rules.ts'
import type { MovableBooking } from '#server/bookings/moves/movable/service.ts'
import type { SessionRow } from '#server/bookings/moves/queries.ts'
import { isSameOffer } from '#server/bookings/moves/rules.ts'
import { movePlaces } from '#server/holds/places.ts'
import type { MoveResult } from '#server/holds/places.ts'
import * as messages from '#server/messages/en/moves.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { saveMovedPrice } from '#server/pricing/moves.ts'
import { whyNotBookable } from '#server/timetable/rules.ts'
import { openWaivers } from '#server/waivers/rules.ts'

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
    throw new Refusal('waiver_required', messages.waiverNeeded)
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
  const availableAt = await findAvailableAt(tx, outcome, { occurrenceId, basketId: null }, now)
  return new Refusal(outcome, message, { availableAt })
}

/** Saves the price of a line at its new time. @returns pence */
export const priceMovedLine = async (
  tx: Tx,
  { booking }: Pick<MovableBooking, 'booking'>,
  target: ItemRow,
  now: Date,
): Promise<number> => {
  const [toPrice] = boughtLinesToPrice([target], booking)
  const priced = toPrice === undefined ? undefined : await saveMovedPrice(tx, toPrice, now)
  if (priced === undefined) throw notFound(messages.notThere)
  return priced.total
}
