import type { CatalogueList, CatalogueRow } from '#contract/office.ts'
import { bookable, textOf, textsOf } from './choices.ts'
import type { Lists } from './choices.ts'

const nameOfSlug = (rows: readonly CatalogueRow[], slug: unknown): string => {
  const row = rows.find((one) => one['slug'] === slug)
  return textOf(row?.['name']) || textOf(slug)
}

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ')

/** What a thing of the catalogue is called. */
export const nameOfRow = (list: CatalogueList, row: CatalogueRow, lists: Lists): string => {
  const activity = nameOfSlug(bookable(lists), row['activity'])
  switch (list) {
    case 'prices':
      return joined(activity, textOf(row['ticket']), textOf(row['name']))
    case 'timetable':
      return joined(textOf(row['name']) || activity, textOf(row['days']), textOf(row['start']))
    case 'blocks':
      return joined(activity, textOf(row['note']), textOf(row['days']), textOf(row['start']))
    case 'sessions':
      return joined(textOf(row['name']) || activity, textOf(row['date']), textOf(row['start']))
    default:
      return textOf(row['name']) || textOf(row['slug'])
  }
}

/** What else tells it from others of its list. */
export const aboutRow = (list: CatalogueList, row: CatalogueRow, lists: Lists, currency: string): string => {
  const venues = textOf(row['venue'])
    .split(/\s+/)
    .filter((slug) => slug !== '')
    .map((slug) => nameOfSlug(lists.venues, slug))
  const parts = (field: string): string =>
    Array.isArray(row[field])
      ? (row[field] as CatalogueRow[]).map((part) => nameOfRow('tags', part, lists)).join(', ')
      : ''
  switch (list) {
    case 'venues':
      return joined(textOf(row['town']), parts('locations'))
    case 'prices':
    case 'memberships':
      return joined(`${currency}${textOf(row['price'])}`, ...venues)
    case 'timetable':
    case 'blocks':
      return joined(textOf(row['locations']).replaceAll(' ', ', '), ...venues)
    case 'sessions':
      return joined(textOf(row['location']), ...venues)
    case 'activities':
      return Array.isArray(row['venues'])
        ? textsOf(row['venues'])
            .map((slug) => nameOfSlug(lists.venues, slug))
            .join(', ')
        : ''
    default:
      return ''
  }
}
