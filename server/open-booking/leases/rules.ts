/** How many places of an occurrence an order may have (find_lease_limits). */
export type LeaseLimit = { occurrenceId: number; own: number; free: number; available: number }

export type Shortage =
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

/** A line of a lease: which occurrence, at which price and how much. */
export type LeasedLine = {
  id: number
  holdId: number
  occurrenceId: number
  pricingOptionId: number
  unitPrice: number
  places: number
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
