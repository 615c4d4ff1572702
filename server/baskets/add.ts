import { randomUUID } from 'node:crypto'
import type { Basket } from '#contract/baskets.ts'
import type { TakeResult } from '#server/holds/places.ts'
import { addLines } from '#server/penalties/owed.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import type { Refusal } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'
import { checkEligibility } from '#server/waivers/eligibility.ts'
import {
  busyRefusal,
  createCustomerBasket,
  findBasket,
  listItems,
  lockBasket,
  openForChange,
} from './find.ts'
import { requireMayHold, requireWithinLimits } from './limits.ts'
import type { VisitorLimits } from './limits.ts'
import { readBasket } from './read.ts'
import { describeRefusal, findRelease, itemRefusal, wordingOf } from './refusals.ts'
import { withdrawAdditions } from './remove.ts'
import { eligibilityRequest, isLive, quantityOf } from './rules.ts'
import type { BasketRow, ItemRow, LineRequest } from './rules.ts'
import { saveBenefitChoices } from './sql/lines.ts'
import { bookableIdsOf, invalidItem, requireNothingOwed, resolveItems, validateItems } from './validate.ts'
import type { AddCall, AddedLine, AddRequest, AddServices } from './validate.ts'

export type GuardedAddServices = AddServices & { limits: VisitorLimits }

/**
 * Adds items and penalties to the basket: resolve, validate, hold, then price and present as every basket call does.
 * All items are added, or none.
 * @throws Refusal of wire §2.3, with `errors` by item
 */
export const addToBasket = async (
  services: GuardedAddServices,
  actor: Actor,
  body: AddCall,
  now: Date,
): Promise<Basket> => {
  const hold = actor.isStaff ? holdItems : holdWithinLimits
  const { basket, lines } = await hold(services, actor, body, now)
  return readBasket(services.db, basket, actor, now, {
    applyDefaults: true,
    expected: { itemIds: [], isAdding: true },
    // A caller with keys knows a repetition from a second addition.
    unkeyedDigests: body.callDigest ? [] : lines.map(({ place }) => place.callDigest),
  })
}

/** Holds items, and gives them back where a visitor or their network then holds too many. */
const holdWithinLimits = async (
  services: GuardedAddServices,
  actor: Actor,
  body: AddCall,
  now: Date,
): Promise<Taken> => {
  const { db, limits } = services
  const { v1: occurrenceIds, v2: publicIds } = bookableIdsOf(actor.operator.id, body.items)
  const wanted = { occurrenceIds, publicIds }
  const heldForSeconds = await requireMayHold(db, actor, wanted, limits, now)
  const before = await findBasket(db, actor)
  const itemsBefore = before === null ? [] : await listItems(db, before.id)
  const taken = await holdItems(services, actor, body, now, heldForSeconds)
  await releaseOnFailure(db, taken, itemsBefore, now, () =>
    requireWithinLimits(
      db,
      actor,
      {
        ...wanted,
        itemIds: body.items.map(({ id }) => id),
        places: taken.lines.reduce((sum, { place }) => sum + place.places, 0),
        added: { basketId: taken.basket.id, callDigests: taken.lines.map(({ place }) => place.callDigest) },
        // A customer's first basket is shared by the calls that come first together.
        isAlone: before === null && actor.person === null,
      },
      limits,
      now,
    ),
  )
  return taken
}

/**
 * Adding without its answer. Runs outside a transaction: concurrent callers share the statement that takes places.
 * @returns the basket, created if there was none, and what the call adds to it
 */
export const holdItems = async (
  services: AddServices,
  actor: Actor,
  body: AddCall,
  now: Date,
  heldForSeconds = actor.operator.basketHoldSeconds,
): Promise<Taken> => {
  const request = await resolveItems(services, actor, body, now)
  const lines = await validateItems(services.db, actor, request, now)
  return holdLines(services, actor, { ...request, heldForSeconds }, lines, now)
}

/** Takes the places of all lines, or of none, and adds the penalties. */
const holdLines = async (
  services: AddServices,
  actor: Actor,
  { basket: existing, items, penaltyIds, memberId, heldForSeconds }: AddRequest & { heldForSeconds: number },
  lines: readonly AddedLine[],
  now: Date,
): Promise<Taken> => {
  const { db } = services
  if (existing !== null) await openForChange(db, existing, now)
  if (lines.length > 0) await requireNothingOwed(db, actor, existing, penaltyIds, items[0]?.index ?? 0)
  const opened = existing ?? (await createCustomerBasket(db, actor, now))
  if (lines.length === 0 && opened !== null)
    return { basket: await addPenalties(db, opened, penaltyIds, now), lines }

  const hasChecks = lines.some(
    ({ place, bookable }) => place.ticketTypeId !== null || bookable.weeklyLimit !== null,
  )
  const wanted = { lines, heldForSeconds }
  const take = hasChecks ? takeLimitedPlaces : takePlaces
  const basket = await take(services, actor, opened, wanted, now)
  for (const { bookable } of lines) db.invalidate(bookable.venueId)
  if (memberId !== null || lines.some(({ applyBenefit, applyPackage }) => !applyBenefit || !applyPackage)) {
    await saveBenefitChoices(db, basket.id, memberId, lines)
  }
  if (penaltyIds.length === 0) return { basket, lines }
  return { basket: await addPenalties(db, basket, penaltyIds, now), lines }
}

/** Takes places of tickets, of which a basket has no more than their maximum, and of activities with a weekly limit. */
const takeLimitedPlaces = async (
  ...[services, actor, basket, wanted, now]: Parameters<typeof takePlaces>
): Promise<BasketRow> => {
  const { db } = services
  const { lines } = wanted
  const itemsBefore = basket === null ? [] : await listItems(db, basket.id)
  requireWithinMaximum(findExcess(lines, liveItems(itemsBefore, now)))
  const filled = await takePlaces(services, actor, basket, wanted, now)
  await releaseOnFailure(db, { basket: filled, lines }, itemsBefore, now, async () => {
    // No other call can have filled a visitor's first basket.
    if (basket !== null && lines.some(({ place }) => place.ticketTypeId !== null))
      requireWithinMaximum(findLateExcess(lines, liveItems(await listItems(db, basket.id), now)))
    for (const line of lines) await requireWithinWeeklyLimit(db, actor, line, now)
  })
  return filled
}

const liveItems = (items: readonly ItemRow[], now: Date): ItemRow[] =>
  items.filter((item) => isLive(item, now))

/** @returns the basket; a visitor's first is created by the statement that takes its places */
const takePlaces = async (
  { db, holds }: AddServices,
  actor: Actor,
  basket: BasketRow | null,
  { lines, heldForSeconds }: { lines: readonly AddedLine[]; heldForSeconds: number },
  now: Date,
): Promise<BasketRow> => {
  const firstBasket = { uuid: randomUUID(), operatorId: actor.operator.id }
  const verdict = await holds.takePlaces({
    heldUntil: new Date(now.getTime() + heldForSeconds * 1000),
    items: lines.map(({ place }) => place),
    ...(basket === null ? { firstBasket } : { basketId: basket.id }),
  })
  if (verdict.outcome !== 'ok') throw await placesRefusal(db, actor, { verdict, lines, basket }, now)
  return basket ?? { ...newBasket, ...firstBasket, id: verdict.basketId }
}

/** Says why places were refused and, where other baskets hold them, when the first of those holds ends. */
const placesRefusal = async (
  db: Tx,
  actor: Actor,
  { verdict, lines, basket }: { verdict: TakeResult; lines: readonly AddedLine[]; basket: BasketRow | null },
  now: Date,
): Promise<Refusal> => {
  if (verdict.outcome === 'ok' || verdict.outcome === 'basket_closed') return busyRefusal()
  const line = lines[verdict.itemIndex ?? 0]
  const place = { occurrenceId: line?.bookable.id, basketId: basket?.id ?? null }
  const release = await findRelease(db, verdict.outcome, place, now)
  // Where no other basket holds any, there are no more.
  const isAlone = verdict.outcome === 'held' && release === undefined
  const code = isAlone ? ('full' as const) : verdict.outcome
  const message = await describeRefusal(db, actor, wordingOf(code, release), line?.place, now)
  return itemRefusal(code, message, line?.index ?? 0, release?.at)
}

/** Concurrent calls may each be within the weekly limit and exceed it together; then each gives its places back. */
const requireWithinWeeklyLimit = async (
  db: Tx,
  actor: Actor,
  { index, bookable, place }: AddedLine,
  now: Date,
): Promise<void> => {
  if (place.personId === null || bookable.weeklyLimit === null) return
  // The place just taken is among those counted.
  const request = eligibilityRequest(actor, place.personId, bookable, { plus: -1 })
  const reason = await checkEligibility(db, request, now)
  if (reason?.code === 'limit_reached') throw itemRefusal(reason.code, reason.message, index)
}

/** @throws Refusal `invalid` */
const requireWithinMaximum = (excess: ReturnType<typeof findExcess>): void => {
  if (excess === undefined) return
  const { line, inBasket } = excess
  throw invalidItem(line.index, 'quantity', (messages) =>
    messages.baskets.maximumQuantity({ maximum: line.maxQuantity, inBasket }),
  )
}

/** What a call adds to a basket. */
type Taken = { basket: BasketRow; lines: readonly AddedLine[] }

/** Makes a last check of places just taken; when it refuses, what the call has added now is taken back. */
const releaseOnFailure = async (
  db: Database,
  taken: Taken,
  itemsBefore: readonly ItemRow[],
  now: Date,
  check: () => Promise<void>,
): Promise<void> => {
  try {
    await check()
  } catch (error) {
    await transact(db, async (tx) => {
      const { basket, lines } = taken
      await lockBasket(tx, basket.id)
      const digests = lines.map(({ place }) => place.callDigest)
      const items = await listItems(tx, basket.id)
      await withdrawAdditions(
        tx,
        items.map((item) => {
          const before = itemsBefore.find(({ id }) => id === item.id)
          return { item, calls: digests.filter((digest) => !before?.addedBy.includes(digest)) }
        }),
        now,
      )
    })
    throw error
  }
}

/** A visitor's first basket, as it is before anything is read of it. */
const newBasket = {
  customerId: null,
  status: 'open',
  renewalsUsed: 0,
  notices: [],
  pricedForId: null,
} satisfies Partial<BasketRow>

/** Whether a line of the basket was made or asked for by an item of the call. */
const isAddedBy = ({ place }: Pick<LineRequest, 'place'>, { addedBy }: Pick<ItemRow, 'addedBy'>): boolean =>
  addedBy.includes(place.callDigest)

type Excess = { line: LineRequest; inBasket: number }

/** The first of the lines to be added with which the basket has more of a ticket than its maximum. `live` are its lines. */
const findExcess = (lines: readonly LineRequest[], live: readonly ItemRow[]): Excess | undefined => {
  const missing = lines.filter(
    (line) => line.place.ticketTypeId !== null && !live.some((item) => isAddedBy(line, item)),
  )
  for (const [index, line] of missing.entries()) {
    const places = missing.slice(0, index + 1).map(({ place }) => place)
    const inBasket = quantityOf(live, line.place)
    if (quantityOf(places, line.place) + inBasket > line.maxQuantity) return { line, inBasket }
  }
  return undefined
}

/**
 * The same after they were added: concurrent calls may each be within the maximum and exceed it together. Then those that
 * were added later are too many.
 */
const findLateExcess = (lines: readonly LineRequest[], live: readonly ItemRow[]): Excess | undefined => {
  for (const line of lines) {
    const added = live.find((item) => item.ticketTypeId !== null && isAddedBy(line, item))
    if (added === undefined) continue
    const inBasket = quantityOf(
      live.filter(({ id }) => id < added.id),
      added,
    )
    if (inBasket + added.quantity > line.maxQuantity) return { line, inBasket }
  }
  return undefined
}

/** Adds penalties as lines of a basket. @throws Refusal `busy` */
const addPenalties = (
  db: Database,
  basket: BasketRow,
  penaltyIds: readonly number[],
  now: Date,
): Promise<BasketRow> =>
  transact(db, async (tx) => {
    const locked = (await lockBasket(tx, basket.id)) ?? basket
    await openForChange(tx, locked, now)
    await addLines(tx, locked.id, penaltyIds, now)
    return locked
  })
