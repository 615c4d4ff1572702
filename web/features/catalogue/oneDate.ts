import type { CatalogueEdit, CatalogueRow } from '#contract/office.ts'
import { writtenIntervals } from './exceptions.ts'
import { textOf } from './choices.ts'
import { wordsOf } from './weekGrid.ts'

/* One date of a line: the line leaves it out, and what is on then instead is a session of its own (decision 0085). */

/** Whether a date can be left out for this venue alone. */
export const isOfVenueAlone = (line: CatalogueRow, venue: string): boolean =>
  wordsOf(line['venue']).join(' ') === venue

/** A row of sessions a day has more than one, which no form changes together. */
export const isRowOfSessions = (line: CatalogueRow): boolean => textOf(line['until']) !== ''

export const leavingOut = (line: CatalogueRow, day: string): CatalogueRow => ({
  ...line,
  except: writtenIntervals(`${textOf(line['except'])} ${day}`),
})

/** What both lists call the same. */
const sameFields = [
  'venue',
  'activity',
  'name',
  'start',
  'minutes',
  'capacity',
  'band',
  'instructors',
  'tags',
  'description',
]

/** What a line is on one date at one of its places. */
export const sessionOf = (line: CatalogueRow, day: string, location: string): CatalogueRow => ({
  ...Object.fromEntries(
    sameFields.flatMap((field) => (line[field] === undefined ? [] : [[field, line[field]]])),
  ),
  date: day,
  location,
})

/** What a line is on that date at its other places. */
export const elsewhere = (line: CatalogueRow, day: string, location: string): CatalogueEdit[] =>
  wordsOf(line['locations'])
    .filter((slug) => slug !== location)
    .map((slug) => ({ list: 'sessions', before: null, after: sessionOf(line, day, slug) }))
