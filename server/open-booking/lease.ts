import { createPartnerBasket, listItems, lockBasket } from '#server/baskets/find.ts'
import { saveNotices } from '#server/baskets/moves.ts'
import { releaseItems } from '#server/baskets/remove.ts'
import type { BasketRow, ItemRow } from '#server/baskets/rules.ts'
import { renewPlaces } from '#server/holds/places.ts'
import type { RequestedItem } from '#server/holds/places.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import type { Tx } from '#server/platform/database.ts'
import { itemError } from './present.ts'
import type { Draft, OpportunityPrice } from './present.ts'
import { findLimits, leasedLines, takeLines } from './sql/orders.ts'
import type { LeasedLine, LeaseLimit } from './sql/orders.ts'

type Lease = {
  /** null when nothing is on lease. */
  basketId: number | null
  /** The lines in the order of the items; null of an item that was refused. */
  itemIds: (number | null)[]
  drafts: Draft[]
  /** How many places of each session this order sees: those of its own lease included. */
  placesLeft: ReadonlyMap<number, number>
}

/**
 * Leases the places of a call in place of those on lease before: all of them until `until`, or none when any item is
 * refused. Locks come in the usual order: the partner's order (by the caller), its basket, places.
 * @param terms.isQuoted the partner reads the sessions as they are now; an order is refused where staff have moved one
 * since it was quoted
 */
export const replaceLease = async (
  tx: Tx,
  basketId: number | null,
  drafts: readonly Draft[],
  { operatorId, until, isQuoted }: { operatorId: number; until: Date; isQuoted: boolean },
  now: Date,
): Promise<Lease> => {
  const basket = basketId === null ? null : await lockBasket(tx, basketId)
  const before = basket?.operatorId === operatorId ? basket : null
  if (basket && before === null) await endLease(tx, basket.id, now)
  const occurrenceIds = [...new Set(drafts.flatMap(({ line }) => line?.bookable.id ?? []))]
  const limits = await findLimits(tx, before?.id ?? null, occurrenceIds, now)
  const items = before === null ? [] : await listItems(tx, before.id)
  const moved = before === null ? [] : movedSince(before, items)
  const allocated = allocateDrafts(drafts, limits).map((draft) =>
    !isQuoted && draft.line !== null && moved.includes(draft.line.bookable.id) ? inNeedOfQuote(draft) : draft,
  )
  if (before !== null && isQuoted && moved.length > 0) await saveNotices(tx, before.id, [])
  const refused = async (all: Draft[]): Promise<Lease> => {
    if (before) await endLease(tx, before.id, now)
    return {
      basketId: before?.id ?? null,
      itemIds: all.map(() => null),
      drafts: all,
      placesLeft: leftOf(limits),
    }
  }
  if (allocated.some(({ errors }) => errors.length > 0)) return refused(allocated)

  const id = before?.id ?? (await createPartnerBasket(tx, operatorId, now))
  const lines = drafts.flatMap(({ line }) => line ?? [])
  const wanted = lines.map(toLine)
  const matched = matchLines(before === null ? [] : await leasedLines(tx, id), wanted)
  const reused = matched.flatMap((line) => line?.id ?? [])
  await releaseItems(
    tx,
    items.filter((item) => !reused.includes(item.id)),
    now,
  )
  const lost = await renewPlaces(tx, reused, until, now)
  const missing = wanted.flatMap((line, index) => (matched[index] === null ? [{ index, line }] : []))
  const taken =
    lost.length > 0
      ? null
      : await takeLines(
          tx,
          id,
          until,
          missing.map(({ line }) => toRequest(line)),
          now,
        )
  if (taken === null || taken.itemIds === null || taken.outcome !== 'ok') {
    const at = taken === null ? lostAt(matched, lost[0]?.itemId) : (missing[taken.itemIndex ?? 0]?.index ?? 0)
    return refused(drafts.map((draft, index) => (index === at ? inConflict(draft) : draft)))
  }
  const fresh = [...taken.itemIds]
  const itemIds = matched.map((line) => line?.id ?? fresh.shift() ?? null)
  for (const venueId of new Set(lines.map(({ bookable }) => bookable.venueId))) tx.invalidate(venueId)
  return { basketId: id, itemIds, drafts: [...drafts], placesLeft: leftOf(limits) }
}

/** Releases what a basket has on lease. */
export const endLease = async (tx: Tx, basketId: number, now: Date): Promise<void> =>
  releaseItems(tx, await listItems(tx, basketId), now)

const leftOf = (limits: readonly LeaseLimit[]) =>
  new Map(limits.map(({ occurrenceId, free }) => [occurrenceId, free]))

const allocateDrafts = (drafts: readonly Draft[], limits: readonly LeaseLimit[]): Draft[] => {
  const wanted = drafts.map(({ line }) =>
    line === null ? null : { occurrenceId: line.bookable.id, places: line.places },
  )
  const shortages = allocate(wanted, limits)
  return drafts.map((draft, index) => {
    const shortage = shortages[index] ?? null
    return shortage === null ? draft : { ...draft, errors: [...draft.errors, itemError(shortage)] }
  })
}

type LineToTake = Omit<LeasedLine, 'id' | 'holdId'> & { ticketTypeId: number | null; mayOverlap: boolean }

const toLine = ({ bookable, option, places }: OpportunityPrice): LineToTake => ({
  occurrenceId: bookable.id,
  pricingOptionId: option.id,
  unitPrice: option.price,
  places,
  ticketTypeId: option.ticketTypeId,
  mayOverlap: true,
})

const toRequest = (line: LineToTake): RequestedItem => ({
  ...line,
  idForm: 'v1',
  quantity: 1,
  purchasedForId: null,
  customerReference: null,
  personId: null,
})

/** The sessions of a lease that staff have moved and that the partner has not read since. */
const movedSince = ({ notices }: Pick<BasketRow, 'notices'>, items: readonly ItemRow[]): number[] => {
  const changed = notices.flatMap(({ code, cartItemId }) => (code === 'session_changed' ? cartItemId : []))
  return items.filter(({ id }) => changed.includes(id)).map(({ occurrenceId }) => occurrenceId)
}

/** The partner's customer has seen another time or place. */
const inNeedOfQuote = (draft: Draft): Draft => ({
  ...draft,
  errors: [
    ...draft.errors,
    itemError('UnableToProcessOrderItemError', {
      description: operatorMessages().openBooking.movedSinceQuote,
    }),
  ],
})

/** Two courts on the same floor: the second cannot be had together with the first. */
const inConflict = (draft: Draft): Draft => ({
  ...draft,
  errors: [...draft.errors, itemError('OpportunityIsInConflictError')],
})

const lostAt = (matched: readonly (LeasedLine | null)[], itemId: number | undefined): number =>
  Math.max(
    0,
    matched.findIndex((line) => line?.id === itemId),
  )

type Shortage =
  | 'OpportunityCapacityIsReservedByLeaseError'
  | 'OpportunityIsFullError'
  | 'OpportunityHasInsufficientCapacityError'

/**
 * Why each place of an order cannot be had; null where it can. The first places of an occurrence get what is free,
 * the next wait for the baskets of others, the rest find it full.
 */
export const allocate = (
  wanted: readonly ({ occurrenceId: number; places: number } | null)[],
  limits: readonly LeaseLimit[],
): (Shortage | null)[] => {
  const used = new Map<number, number>()
  return wanted.map((line) => {
    if (line === null) return null
    const { occurrenceId, places } = line
    const limit = limits.find((one) => one.occurrenceId === occurrenceId)
    const upTo = (used.get(occurrenceId) ?? 0) + places
    used.set(occurrenceId, upTo)
    if (limit === undefined || limit.available <= 0) return 'OpportunityIsFullError'
    if (upTo <= limit.free) return null
    return upTo <= limit.available
      ? 'OpportunityCapacityIsReservedByLeaseError'
      : 'OpportunityHasInsufficientCapacityError'
  })
}

type WantedLine = Omit<LeasedLine, 'id' | 'holdId'>

/** The line of a lease that serves each of the places wanted; null where one must be taken. */
export const matchLines = (
  leased: readonly LeasedLine[],
  wanted: readonly WantedLine[],
): (LeasedLine | null)[] => {
  const left = [...leased]
  return wanted.map((line) => {
    const index = left.findIndex(
      (one) =>
        one.occurrenceId === line.occurrenceId &&
        one.pricingOptionId === line.pricingOptionId &&
        one.unitPrice === line.unitPrice &&
        one.places === line.places,
    )
    return index === -1 ? null : (left.splice(index, 1)[0] ?? null)
  })
}
