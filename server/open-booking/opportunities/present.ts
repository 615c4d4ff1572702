import type { Json } from '#server/openactive/rules.ts'

/** An offer inside an order, which does not say how it is booked. */
export const presentOffer = (offer: Json): Json =>
  Object.fromEntries(Object.entries(offer).filter(([name]) => name !== 'openBookingFlowRequirement'))

/** With so many places left. */
export const withPlacesLeft = (opportunity: Json, places: number): Json => ({
  ...opportunity,
  ...('remainingUses' in opportunity ? { remainingUses: places } : { remainingAttendeeCapacity: places }),
})
