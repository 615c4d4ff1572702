import { milesBetween, onMap, type Coordinates } from '#contract/distance.ts'
import type { Venue } from '#contract/venues.ts'

/** The venues whose name contains the words, ignoring case (C11). */
export const venuesNamed = (venues: readonly Venue[], words: string): readonly Venue[] => {
  const text = words.trim().toLocaleLowerCase('en-GB')
  return text === '' ? venues : venues.filter(({ name }) => name.toLocaleLowerCase('en-GB').includes(text))
}

/** The offered search radii, in miles. */
export const radii = [2, 5, 10, 25, 50, 100] as const
export const defaultRadius = 5

/** The radius of a URL; the default for invalid values. */
export const radiusFrom = (value: string | null): number => {
  const miles = Number(value)
  return Number.isFinite(miles) && miles > 0 && miles <= 500 ? miles : defaultRadius
}

export type VenueRow = { venue: Venue; miles?: number }

/**
 * The venues within a radius in miles of a point, nearest first, and the nearest one beyond. Venues without coordinates
 * are in neither (C12, C13).
 */
export const venuesNear = (
  venues: readonly Venue[],
  point: Coordinates,
  radius: number,
): { within: readonly VenueRow[]; nearestBeyond: Required<VenueRow> | undefined } => {
  const measured = venues
    .filter((venue) => onMap(venue))
    .map((venue) => ({ venue, miles: milesBetween(point, venue) }))
    .toSorted((a, b) => a.miles - b.miles)
  return {
    within: measured.filter(({ miles }) => miles <= radius),
    nearestBeyond: measured.find(({ miles }) => miles > radius),
  }
}

/** The smallest offered radius that reaches this distance. */
export const radiusReaching = (miles: number): number | undefined => radii.find((radius) => radius >= miles)

/** The coordinates in "53.546,-2.113", the position of the device. */
export const pointFrom = (value: string | null): Coordinates | undefined => {
  const parts = /^(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/.exec(value ?? '')
  const point = { lat: Number(parts?.[1] ?? Number.NaN), lng: Number(parts?.[2] ?? Number.NaN) }
  return onMap(point) && Math.abs(point.lng) <= 180 ? point : undefined
}
