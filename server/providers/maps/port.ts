/** Somewhere in Great Britain, in degrees. */
export type Place = { name: string; lat: number; lng: number }

/** At most so many answers to one question. */
export const bestPlaces = 5

/** Knows where towns and postcodes are. Never throws: what it cannot find out it does not know. */
export type Maps = {
  /**
   * The best five, best first; none when nothing is known.
   * @param onUnreachable called when the maps service did not answer, so that the built-in table had to
   */
  find: (search: string, onUnreachable?: () => void) => Promise<Place[]>
}
