import type { CatalogueEdit, CatalogueList, CatalogueRow } from '#contract/office.ts'
import type { Permission } from '#contract/permissions.ts'
import type { Person } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { venuesWith } from '#server/platform/rights.ts'
import { venueSlugsOf } from './sql.ts'

/* What of the catalogue belongs to some venues, for staff who work at those alone. */

/** Slugs of venues; null: all of the operator. */
export type Reach = ReadonlySet<string> | null

/** Where somebody has a permission. */
export const readReach = async (
  tx: Tx,
  operatorId: number,
  { person }: { person: Pick<Person, 'rights'> | null },
  permission: Permission,
): Promise<Reach> => {
  const ids = venuesWith(person, permission)
  return ids === null ? null : new Set(ids.length === 0 ? [] : await venueSlugsOf(tx, operatorId, ids))
}

/** The lists whose rows say at which venues they are. */
const listsOfVenues: readonly CatalogueList[] = ['timetable', 'sessions', 'prices']

/** The venues that a row names; none: those of its activity. */
export const venuesNamedIn = (row: CatalogueRow): string[] =>
  typeof row['venue'] === 'string' ? row['venue'].split(/[\s|;,]+/).filter((slug) => slug !== '') : []

/** Whether an edit is about such venues and no other. */
export const isWithin = (reach: Reach, { list, before, after }: CatalogueEdit): boolean =>
  reach === null ||
  (listsOfVenues.includes(list) &&
    [before, after].every((row) => {
      if (row === null) return true
      const venues = venuesNamedIn(row)
      return venues.length > 0 && venues.every((slug) => reach.has(slug))
    }))

/** Lists that are of the operator and say what a row is about. */
const listsOfWords: readonly CatalogueList[] = ['activities', 'instructors', 'tags']

/** The rows that somebody of such venues sees: theirs, also where others have them, too, and the words for them. */
export const visibleRows = (
  reach: Reach,
  list: CatalogueList,
  rows: readonly CatalogueRow[],
): CatalogueRow[] => {
  if (reach === null || listsOfWords.includes(list)) return [...rows]
  if (list === 'venues') return rows.filter(({ slug }) => typeof slug === 'string' && reach.has(slug))
  if (!listsOfVenues.includes(list)) return []
  return rows.filter((row) => {
    const venues = venuesNamedIn(row)
    return venues.length === 0 || venues.some((slug) => reach.has(slug))
  })
}
