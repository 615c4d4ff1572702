/** A point on the earth, in degrees. */
export type Coordinates = { lat: number; lng: number }

/** Metres in a mile (specification, section 9). */
const mile = 1609.344

/** The earth's mean radius in metres. */
const earth = 6_371_008.8

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Whether a place can be put on the map: both finite, the latitude within -90 to 90 (row C13). */
export const onMap = <P extends { lat: number | null; lng: number | null }>(
  place: P,
): place is P & Coordinates =>
  Number.isFinite(place.lat) && Number.isFinite(place.lng) && Math.abs(place.lat ?? Infinity) <= 90

/** Miles as the crow flies between two points. */
export const milesBetween = (a: Coordinates, b: Coordinates): number => {
  const halfLat = radians(b.lat - a.lat) / 2
  const halfLng = radians(b.lng - a.lng) / 2
  const chord =
    Math.sin(halfLat) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(halfLng) ** 2
  return (2 * earth * Math.asin(Math.min(1, Math.sqrt(chord)))) / mile
}

/** Miles with one decimal, "3.2" (row C12). */
export const displayMiles = (miles: number): string => miles.toFixed(1)

/** The point in "53.546,-2.113"; undefined when it is none on the earth. */
export const parsePoint = (value: string | null | undefined): Coordinates | undefined => {
  const parts = /^(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/.exec(value ?? '')
  const point = { lat: Number(parts?.[1] ?? Number.NaN), lng: Number(parts?.[2] ?? Number.NaN) }
  return onMap(point) && Math.abs(point.lng) <= 180 ? point : undefined
}
