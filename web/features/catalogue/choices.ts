import type { CatalogueList, CatalogueRow } from '#contract/office.ts'

/* The catalogue as forms read it: what its values say, and what can be chosen of it. */

export type Lists = Readonly<Record<CatalogueList, readonly CatalogueRow[]>>

export type Option = { value: string; label: string }

/** What choices are made from: all lists, and the row that is being filled in. */
export type Choices = { lists: Lists; row: CatalogueRow; owner?: CatalogueRow | undefined }

/** What a field says, as text: nothing where it is a list or has parts. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** The texts of a list. */
export const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(textOf) : [])

export const named =
  (list: CatalogueList) =>
  ({ lists }: Choices): Option[] =>
    lists[list].map(({ slug, name }) => ({ value: textOf(slug), label: textOf(name) || textOf(slug) }))

/** What several venues have under one name is one choice. */
const withoutRepeats = (options: readonly Option[]): Option[] =>
  options.filter(({ value }, index) => options.findIndex((one) => one.value === value) === index)

/** Options whose words are messages, by what they are of. */
export const worded = (values: readonly string[]) => (): Option[] =>
  values.map((value) => ({ value, label: '' }))

export const rowsOf = (value: unknown): CatalogueRow[] =>
  Array.isArray(value) ? (value as CatalogueRow[]) : []

/** Activities that can be booked: those under headings, not the headings. */
export const bookable = (lists: Lists): CatalogueRow[] =>
  lists.activities.flatMap((root) => {
    const children = rowsOf(root['children'])
    return children.length === 0 ? [root] : children
  })

export const activities = ({ lists }: Choices): Option[] => {
  const options = bookable(lists).map(({ slug, name }) => ({ value: textOf(slug), label: textOf(name) }))
  return withoutRepeats(options)
}

/** Activities and their headings. */
export const activitiesAndHeadings = (of: Choices): Option[] => {
  const headings = of.lists.activities.filter((root) => rowsOf(root['children']).length > 0)
  return withoutRepeats([
    ...headings.map(({ slug, name }) => ({ value: textOf(slug), label: textOf(name) })),
    ...activities(of),
  ])
}

const words = (value: unknown): string[] =>
  textOf(value)
    .split(/\s+/)
    .filter((word) => word !== '')

/** The places of the venues that a row names; of all without one. */
export const places = ({ lists, row }: Choices): Option[] => {
  const venues = words(row['venue'])
  const options = lists.venues
    .filter(({ slug }) => venues.length === 0 || venues.includes(textOf(slug)))
    .flatMap((venue) =>
      rowsOf(venue['locations']).map(({ slug, name }) => ({
        value: textOf(slug),
        label:
          lists.venues.length === 1 || venues.length === 1
            ? textOf(name)
            : `${textOf(name)}, ${textOf(venue['name'])}`,
      })),
    )
  return withoutRepeats(options)
}

export const tickets = ({ lists, row }: Choices): Option[] =>
  bookable(lists)
    .filter(({ slug }) => slug === row['activity'])
    .flatMap((activity) => rowsOf(activity['tickets']))
    .map(({ slug, name }) => ({ value: textOf(slug), label: textOf(name) }))

export const restrictionsOfKind =
  (kinds: readonly string[]) =>
  ({ lists }: Choices): Option[] =>
    lists.restrictions
      .filter(({ kind }) => kinds.includes(textOf(kind)))
      .map(({ slug, name }) => ({ value: textOf(slug), label: textOf(name) }))

/** Bands are named by prices; times of the timetable are in one of them. */
export const bands = ({ lists, row }: Choices): Option[] =>
  withoutRepeats(
    lists.prices
      .filter(({ activity, band }) => activity === row['activity'] && textOf(band) !== '')
      .map(({ band }) => ({ value: textOf(band), label: textOf(band) })),
  )
