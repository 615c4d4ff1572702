import type { DraftEdit } from '#contract/drafts.ts'
import type { CatalogueEdit, CatalogueRow } from '#contract/office.ts'
import { daysAfter, daysBetween } from '#contract/time.ts'
import { textOf } from './choices.ts'
import type { Lists } from './choices.ts'
import { sessionOf } from './oneDate.ts'
import { clockOf, isEntry, minutesOf, weekGrid } from './weekGrid.ts'

type Copied = { key: string; row: CatalogueRow }

/**
 * What copies a week of some places to another: a session of its own for each session that is not on then already. Each is an
 * edit that can be struck.
 */
export const copyOfWeek = (
  lists: Lists,
  edits: readonly DraftEdit[],
  { venue, from, to, places }: { venue: string; from: string; to: string; places: readonly string[] },
): CatalogueEdit[] => {
  const days = daysBetween(from, to)
  const sessionsIn = (monday: string, shift: number): Copied[] =>
    weekGrid(lists, edits, { venue, monday, by: 'place' }).flatMap(({ slug, cells }) =>
      slug === null || !places.includes(slug)
        ? []
        : cells.flatMap(({ day, items }) =>
            items.flatMap((item) =>
              isEntry(item) && item.state !== 'ended'
                ? sessionsOf({ ...item.row, venue }, daysAfter(day, shift), slug)
                : [],
            ),
          ),
    )
  const there = new Set(sessionsIn(to, 0).map(({ key }) => key))
  return sessionsIn(from, days).flatMap(({ key, row }) =>
    there.has(key) ? [] : [{ list: 'sessions' as const, before: null, after: row }],
  )
}

/** The sessions of a line on a day at a place: one, or several that follow each other. */
const sessionsOf = (line: CatalogueRow, day: string, location: string): Copied[] => {
  const minutes = Number(textOf(line['minutes'])) || 0
  const first = minutesOf(textOf(line['start'])) ?? 0
  const until = minutesOf(textOf(line['until'])) ?? first + minutes
  const step = Number(textOf(line['every'])) || minutes
  const starts: number[] = []
  for (let start = first; step > 0 && start + minutes <= until; start += step) starts.push(start)
  return starts.map((start) => ({
    key: [day, location, textOf(line['activity']), start].join(' '),
    row: {
      ...sessionOf(line, day, location),
      start: clockOf(start),
      // A court is one booking.
      capacity: textOf(line['capacity']) || '1',
    },
  }))
}
