import type { AddedLine } from '#server/baskets/add/rules.ts'
import { listItems } from '#server/baskets/queries.ts'
import type { ItemRow } from '#server/baskets/queries.ts'
import type { BasketRow } from '#server/baskets/rows/queries.ts'
import { eligibilityRequest, isLive } from '#server/baskets/rules.ts'
import { busyRefusal, describeRefusal, findAvailableAt, itemRefusal } from '#server/baskets/service.ts'
import type { TakeResult } from '#server/holds/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Refusal } from '#server/platform/errors.ts'
import { checkEligibility } from '#server/waivers/eligibility/service.ts'

export const findOwnHold = async (
  db: Tx,
  basket: BasketRow | null,
  { personId, occurrenceId }: { personId: number; occurrenceId: number },
  now: Date,
): Promise<number | null> => {
  const items = basket === null ? [] : await listItems(db, basket.id)
  const isOwn = (item: ItemRow) => item.occurrenceId === occurrenceId && item.personId === personId
  return items.find((item) => isLive(item, now) && isOwn(item))?.holdId ?? null
}

/** Says why places were refused and, where other baskets hold them, when the first of those holds ends. */
export const placesRefusal = async (
  db: Tx,
  actor: Actor,
  { verdict, lines, basket }: { verdict: TakeResult; lines: readonly AddedLine[]; basket: BasketRow | null },
  now: Date,
): Promise<Refusal> => {
  if (verdict.outcome === 'ok' || verdict.outcome === 'basket_closed') return busyRefusal()
  const line = lines[verdict.itemIndex ?? 0]
  const message = await describeRefusal(db, actor, verdict.outcome, line?.place, now)
  const place = { occurrenceId: line?.bookable.id, basketId: basket?.id ?? null }
  return itemRefusal(
    verdict.outcome,
    message,
    line?.index ?? 0,
    await findAvailableAt(db, verdict.outcome, place, now),
  )
}

/** Concurrent calls may each be within the weekly limit and exceed it together; then each gives its places back. */
export const requireWithinWeeklyLimit = async (
  db: Tx,
  actor: Actor,
  { index, bookable, place }: AddedLine,
  now: Date,
): Promise<void> => {
  if (place.personId === null) return
  // The place just taken is among those counted.
  const request = eligibilityRequest(actor, place.personId, bookable, { plus: -1 })
  const reason = await checkEligibility(db, request, now)
  if (reason?.code === 'limit_reached') throw itemRefusal(reason.code, reason.message, index)
}
