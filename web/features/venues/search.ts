import { milesBetween, onMap, type Coordinates } from '#contract/distance.ts'
import type { Venue } from '#contract/venues.ts'

/** Venues whose name holds the words looked for, in any case (C11). */
export const venuesNamed = (venues: readonly Venue[], wanted: string): readonly Venue[] => {
  const words = wanted.trim().toLocaleLowerCase('en-GB')
  return words === '' ? venues : venues.filter(({ name }) => name.toLocaleLowerCase('en-GB').includes(words))
}

/** Miles one may search around a place. */
export const radii = [2, 5, 10, 25, 50, 100] as const
export const defaultRadius = 5

/** A radius as the address has it; anything else is the default. */
export const radiusFrom = (written: string | null): number => {
  const miles = Number(written)
  return Number.isFinite(miles) && miles > 0 && miles <= 500 ? miles : defaultRadius
}

export type Row = { venue: Venue; miles?: number }

/**
 * Venues within so many miles of a point, nearest first; and the nearest of those beyond. Venues that cannot be put
 * on the map are in neither (C12, C13).
 */
export const venuesNear = (
  venues: readonly Venue[],
  point: Coordinates,
  radius: number,
): { within: readonly Row[]; nearestBeyond: Required<Row> | undefined } => {
  const measured = venues
    .filter((venue) => onMap(venue))
    .map((venue) => ({ venue, miles: milesBetween(point, venue) }))
    .toSorted((a, b) => a.miles - b.miles)
  return {
    within: measured.filter(({ miles }) => miles <= radius),
    nearestBeyond: measured.find(({ miles }) => miles > radius),
  }
}

/** The smallest radius on offer that reaches so far; undefined when none does. */
export const radiusReaching = (miles: number): number | undefined => radii.find((radius) => radius >= miles)

/** "53.546,-2.113" to a point: where the device said that a person is. */
export const pointFrom = (written: string | null): Coordinates | undefined => {
  const parts = /^(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/.exec(written ?? '')
  const point = { lat: Number(parts?.[1] ?? Number.NaN), lng: Number(parts?.[2] ?? Number.NaN) }
  return onMap(point) && Math.abs(point.lng) <= 180 ? point : undefined
}
