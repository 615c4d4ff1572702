import type { Coordinates } from '#contract/distance.ts'
import { milesBetween, onMap } from '#contract/distance.ts'

type Located = { lat: number | null; lng: number | null }

/** The venues whose name contains the words, ignoring case (C11). None for no words. */
export const venuesNamed = <V extends { name: string }>(
  venues: readonly V[],
  words: string,
): readonly V[] => {
  const text = lowerCase(words.trim())
  return text === '' ? [] : venues.filter(({ name }) => lowerCase(name).includes(text))
}

/** Phones write a curly apostrophe, people and files a straight one. */
const lowerCase = (text: string): string => text.toLocaleLowerCase('en-GB').replaceAll('’', "'")

/** Miles from a point; null without one, or for a venue without coordinates. */
export const milesFrom = (centre: Coordinates | null, place: Located): number | null =>
  centre === null || !onMap(place) ? null : milesBetween(centre, place)

/** Nearest first; what has no distance comes last, in its own order. */
export const byDistance = <T extends { miles: number | null }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => (a.miles ?? Infinity) - (b.miles ?? Infinity))

/**
 * The venues within a radius in miles of a point, nearest first, and the nearest one beyond. Venues without coordinates
 * are in neither (C12, C13).
 */
export const venuesNear = <V extends Located>(
  venues: readonly V[],
  point: Coordinates,
  radius: number,
): { within: { venue: V; miles: number }[]; nearestBeyond: { venue: V; miles: number } | null } => {
  const measured = byDistance(
    venues.flatMap((venue) => {
      const miles = milesFrom(point, venue)
      return miles === null ? [] : [{ venue, miles }]
    }),
  )
  return {
    within: measured.filter(({ miles }) => miles <= radius),
    nearestBeyond: measured.find(({ miles }) => miles > radius) ?? null,
  }
}
