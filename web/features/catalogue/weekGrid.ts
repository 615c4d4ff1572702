import type { DraftEdit } from '#contract/drafts.ts'
import type { CatalogueRow } from '#contract/office.ts'
import { daysAfter, two } from '#contract/time.ts'
import { weekdays } from '#messages/desk/catalogue.ts'
import { isIn } from './exceptions.ts'
import { bookable, textOf, textsOf } from './choices.ts'
import type { Lists } from './choices.ts'

/* A week of a venue as its timetable has it, and what a draft makes of it. */

export type GridBy = 'place' | 'instructor'

/** The lists that a week is made of. */
export type GridList = 'timetable' | 'sessions'

/** What a draft does to an entry; `ended`: it is not there any more. */
export type EntryState = 'same' | 'added' | 'changed' | 'ended'

export type GridEntry = {
  key: string
  list: GridList
  /** The row in force; null: a draft adds it. */
  before: CatalogueRow | null
  /** Its place in the list; null: a draft adds it. */
  index: number | null
  /** As it is shown. */
  row: CatalogueRow
  edit: DraftEdit | null
  state: EntryState
  /** Minutes past midnight. */
  start: number
  end: number
}

/** Minutes past midnight in which nothing is on. */
export type Gap = { key: string; start: number; end: number }

export type GridCell = { day: string; items: (GridEntry | Gap)[] }

export type GridRow = { slug: string | null; name: string; cells: GridCell[] }

export const isEntry = (item: GridEntry | Gap): item is GridEntry => 'row' in item

/** Monday of the week of a day. */
export const mondayOf = (day: string): string => daysAfter(day, -weekdayIndex(day))

/** 0 is Monday. */
const weekdayIndex = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

export const minutesOf = (time: string): number | null => {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(time) ?? []
  return hour === undefined ? null : Number(hour) * 60 + Number(minute)
}

export const clockOf = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`

export const wordsOf = (value: unknown): string[] =>
  textOf(value)
    .split(/[\s|;,]+/)
    .filter((word) => word !== '')

/** The days of the week on which a row is. */
export const weekdaysOf = (row: CatalogueRow): string[] => {
  const days = textOf(row['days'])
  return days === 'daily' ? [...weekdays] : wordsOf(days)
}

/** Without venues of its own a row is at all that have its activity. */
const venuesOf = (row: CatalogueRow, lists: Lists): string[] => {
  const own = wordsOf(row['venue'])
  if (own.length > 0) return own
  const activity = textOf(row['activity'])
  return lists.activities
    .filter((root) => root['slug'] === activity || childSlugs(root).includes(activity))
    .flatMap((root) => {
      const child = bookable({ ...lists, activities: [root] }).find(({ slug }) => slug === activity)
      return textsOf(child?.['venues'] ?? root['venues'])
    })
}

const childSlugs = ({ children }: CatalogueRow): string[] =>
  Array.isArray(children) ? children.map(({ slug }: CatalogueRow) => textOf(slug)) : []

const isOn = (list: GridList, row: CatalogueRow, day: string): boolean => {
  if (list === 'sessions') return row['date'] === day
  const [from, to] = [textOf(row['from']), textOf(row['to'])]
  const weekday = weekdays[weekdayIndex(day)]
  if (weekday === undefined || !weekdaysOf(row).includes(weekday)) return false
  return (from === '' || from <= day) && (to === '' || day <= to) && !isIn(textOf(row['except']), day)
}

/** Places or instructors of a row; [null] where it has none. */
const groupsOf = (by: GridBy, list: GridList, row: CatalogueRow): (string | null)[] => {
  const field = by === 'instructor' ? 'instructors' : list === 'sessions' ? 'location' : 'locations'
  const slugs = wordsOf(row[field])
  return slugs.length === 0 ? [null] : slugs
}

type Change = { list: GridList; index: number | null; edit: DraftEdit | null } & (
  | { before: CatalogueRow; after: CatalogueRow | null }
  | { before: null; after: CatalogueRow }
)

/** Rows in force with what a draft makes of them, and those that it adds. */
const changesOf = (lists: Lists, edits: readonly DraftEdit[]): Change[] =>
  (['timetable', 'sessions'] as const).flatMap((list): Change[] => {
    const own = edits.filter((edit) => edit.list === list)
    // Of two rows that are alike an edit is of the first.
    const left = new Map(own.map((edit) => [edit, canonical(edit.before)]))
    const inForce = lists[list].map((before, index): Change => {
      const text = canonical(before)
      const edit = [...left].find(([, of]) => of === text)?.[0] ?? null
      if (edit !== null) left.delete(edit)
      return { list, index, edit, before, after: edit === null ? before : edit.after }
    })
    const added = own.flatMap((edit): Change[] =>
      edit.before === null && edit.after !== null
        ? [{ list, index: null, edit, before: null, after: edit.after }]
        : [],
    )
    return [...inForce, ...added]
  })

const canonical = (row: CatalogueRow | null): string =>
  row === null
    ? 'null'
    : JSON.stringify(Object.entries(row).toSorted(([one], [other]) => (one < other ? -1 : 1)))

/** A week as rows of places or instructors, each with its days. */
export const weekGrid = (
  lists: Lists,
  edits: readonly DraftEdit[],
  { venue, monday, by }: { venue: string; monday: string; by: GridBy },
): GridRow[] => {
  const days = Array.from({ length: 7 }, (_, index) => daysAfter(monday, index))
  const cells = new Map<string, GridEntry[]>()
  const here = (row: CatalogueRow | null): row is CatalogueRow =>
    row !== null && venuesOf(row, lists).includes(venue)
  for (const change of changesOf(lists, edits)) {
    const { list, index, edit, before, after } = change
    for (const day of days) {
      const was = here(before) && isOn(list, before, day) ? groupsOf(by, list, before) : []
      const is = here(after) && isOn(list, after, day) ? groupsOf(by, list, after) : []
      for (const group of new Set([...was, ...is])) {
        const row = is.includes(group) ? after : before
        if (row === null) continue
        const start = minutesOf(textOf(row['start'])) ?? 0
        const minutes = Number(textOf(row['minutes'])) || 0
        const key = cellKey(group, day)
        const entries = cells.get(key) ?? []
        entries.push({
          key: `${key} ${list} ${index ?? `+${edit?.id ?? ''}`}`,
          list,
          before,
          index,
          row,
          edit,
          state:
            edit === null
              ? 'same'
              : !is.includes(group)
                ? 'ended'
                : was.includes(group)
                  ? 'changed'
                  : 'added',
          start,
          end: Math.max(start + minutes, minutesOf(textOf(row['until'])) ?? 0),
        })
        cells.set(key, entries)
      }
    }
  }
  const { from, until } = hoursOf([...cells.values()].flat())
  return groups(lists, venue, by, cells).map(({ slug, name }) => ({
    slug,
    name,
    cells: days.map((day) => {
      const key = cellKey(slug, day)
      const entries = (cells.get(key) ?? []).toSorted(
        (one, other) => one.start - other.start || one.end - other.end || (one.key < other.key ? -1 : 1),
      )
      return { day, items: withGaps(entries, key, from, until) }
    }),
  }))
}

const cellKey = (slug: string | null, day: string): string => `${day} ${slug ?? ''}`

/** The rows of the week: all places of the venue or all instructors, and at last what has none. */
const groups = (
  lists: Lists,
  venue: string,
  by: GridBy,
  cells: ReadonlyMap<string, unknown>,
): { slug: string | null; name: string }[] => {
  const used = new Set([...cells.keys()].map((key) => key.slice(key.indexOf(' ') + 1)))
  const of = lists.venues.find(({ slug }) => slug === venue)
  const places = Array.isArray(of?.['locations']) ? (of['locations'] as CatalogueRow[]) : []
  const own = (by === 'place' ? places : lists.instructors.filter(({ slug }) => used.has(textOf(slug)))).map(
    ({ slug, name }) => ({ slug: textOf(slug), name: textOf(name) || textOf(slug) }),
  )
  const others = [...used].filter((slug) => slug !== '' && !own.some((one) => one.slug === slug))
  return [
    ...own,
    ...others.map((slug) => ({ slug, name: slug })),
    ...(by === 'instructor' || used.has('') ? [{ slug: null, name: '' }] : []),
  ]
}

/** Full hours from the first to the last entry of the week, and at least the day. */
const hoursOf = (entries: readonly GridEntry[]): { from: number; until: number } => ({
  from: Math.floor(Math.min(9 * 60, ...entries.map(({ start }) => start)) / 60) * 60,
  until: Math.min(24 * 60, Math.ceil(Math.max(21 * 60, ...entries.map(({ end }) => end)) / 60) * 60),
})

/** The shortest time that is offered for something else. Minutes. */
const shortestGap = 15

const withGaps = (
  entries: readonly GridEntry[],
  key: string,
  from: number,
  until: number,
): (GridEntry | Gap)[] => {
  const items: (GridEntry | Gap)[] = []
  let free = from
  const fillTo = (end: number): void => {
    if (end - free >= shortestGap) items.push({ key: `${key} ${free}`, start: free, end })
  }
  for (const entry of entries) {
    if (entry.state !== 'ended') fillTo(entry.start)
    items.push(entry)
    if (entry.state !== 'ended') free = Math.max(free, entry.end)
  }
  fillTo(until)
  return items
}

/** Where an arrow key leads: within a day through what stands there, and to the day beside at about the same time. */
export const nextItem = (rows: readonly GridRow[], from: string, key: string): string | undefined => {
  const at = rows.flatMap(({ cells }, row) =>
    cells.flatMap(({ items }, day) =>
      items.map((item, index) => ({ key: item.key, row, day, index, start: item.start })),
    ),
  )
  const here = at.find((one) => one.key === from)
  if (here === undefined) return undefined
  const column = at.filter(({ day }) => day === here.day)
  const position = column.findIndex((one) => one.key === from)
  switch (key) {
    case 'ArrowDown':
      return column[position + 1]?.key
    case 'ArrowUp':
      return column[position - 1]?.key
    case 'Home':
      return column[0]?.key
    case 'End':
      return column.at(-1)?.key
    case 'ArrowLeft':
    case 'ArrowRight': {
      const day = here.day + (key === 'ArrowRight' ? 1 : -1)
      return at
        .filter((one) => one.row === here.row && one.day === day)
        .toSorted((one, other) => Math.abs(one.start - here.start) - Math.abs(other.start - here.start))[0]
        ?.key
    }
    default:
      return undefined
  }
}

/** What a line begins with that is added at an empty place. */
export const startAt = (
  { slug }: Pick<GridRow, 'slug'>,
  { venue, by, day, start }: { venue: string; by: GridBy; day: string; start: number },
): Record<GridList, CatalogueRow> => {
  const time = { venue, start: clockOf(start), minutes: '60' }
  const instructors = by === 'instructor' && slug !== null ? { instructors: slug } : {}
  const place = by === 'place' && slug !== null ? slug : null
  return {
    timetable: {
      ...time,
      days: weekdays[weekdayIndex(day)] ?? '',
      ...(place === null ? {} : { locations: place }),
      ...instructors,
    },
    sessions: { ...time, date: day, ...(place === null ? {} : { location: place }), ...instructors },
  }
}
