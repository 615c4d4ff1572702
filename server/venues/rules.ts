import { normalise } from '#contract/searchText.ts'

type Words = { name: string; town: string; postcode: string }

/** Makes a search of venues: every word searched for begins a word of the name, the town or the postcode. */
export const createVenueSearch = <V extends Words>(venues: readonly V[]): ((search: string) => V[]) => {
  const texts = venues.map((venue) => ({ venue, text: searchedText(venue) }))
  return (search) => {
    const words = normalise(search).split(' ')
    return texts.flatMap(({ venue, text }) =>
      words.every((word) => text.includes(` ${word}`)) ? [venue] : [],
    )
  }
}

/** People write a postcode with and without its space. */
const searchedText = ({ name, town, postcode }: Words): string =>
  ` ${normalise([name, town, postcode, postcode.replaceAll(' ', '')].join(' '))}`

/** The first venues found, and those selected before, in the order they have among all. */
export const withSelected = <V extends { slug: string }>(
  venues: readonly V[],
  found: readonly V[],
  selected: readonly string[],
): V[] => {
  const listed = new Set(found)
  return venues.filter((venue) => listed.has(venue) || selected.includes(venue.slug))
}
