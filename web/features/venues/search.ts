import type { Venue } from '#contract/venues.ts'

/** Venues whose name holds the words looked for, in any case (C11). */
export const venuesNamed = (venues: readonly Venue[], wanted: string): readonly Venue[] => {
  const words = wanted.trim().toLocaleLowerCase('en-GB')
  return words === '' ? venues : venues.filter(({ name }) => name.toLocaleLowerCase('en-GB').includes(words))
}
