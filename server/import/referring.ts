import type { Checked } from './checking.ts'
import { everyDay } from './fields.ts'
import type { ActivityFile } from './layout.ts'

/* How lines of the files refer to one another, and what they are called when they do not say. */

/** All that a line may refer to. */
export type ExistingRows = {
  venueSlugs: Set<string>
  zones: Map<string, string>
  /** venue/location */
  locations: Set<string>
  /** venue/activity */
  activities: Map<string, ActivityFile>
  instructors: Set<string>
  tags: Set<string>
  /** venue/activity/ticket */
  tickets: Set<string>
}

export type Refuse = Checked<unknown>['refuse']

export const values = <T>(checked: readonly Checked<T>[]): T[] => checked.map(({ value }) => value)

export const unknown = (slug: string, where: string): string => `there is no ${slug} in ${where}.`

/** Refuses what is there for the second time. */
export const unique = <T>(
  checked: Checked<T>[],
  keyOf: (value: T) => string,
  field = 'slug',
): Checked<T>[] => {
  const seen = new Set<string>()
  for (const { value, refuse } of checked) {
    const key = keyOf(value)
    if (seen.has(key)) refuse(field, `${key} is there twice.`)
    seen.add(key)
  }
  return checked
}

/** The venues a row is for: those it names, or all that have the activity. Says what does not fit. */
export const placesOf = (
  row: { venue: readonly string[]; activity: string },
  refuse: Refuse,
  existing: ExistingRows,
): ActivityFile[] => {
  const wanted = row.venue.length > 0 ? row.venue : [...existing.venueSlugs]
  const found = wanted.flatMap((venue) => {
    if (!existing.venueSlugs.has(venue)) {
      refuse('venue', unknown(venue, 'the venues'))
      return []
    }
    const activity = existing.activities.get(`${venue}/${row.activity}`)
    if (activity === undefined && row.venue.length > 0) {
      refuse('activity', `there is no ${row.activity} at ${venue} in activities.json.`)
    }
    return activity ?? []
  })
  if (found.length === 0 && row.venue.length === 0)
    refuse('activity', unknown(row.activity, 'activities.json'))
  const heading = found.find((activity) => activity.heading)
  if (heading === undefined) return found
  refuse('activity', `${heading.slug} is a heading; people book what stands under it.`)
  return []
}

const requireExisting = (
  slugs: readonly string[],
  refuse: Refuse,
  where: { field: string; existing: (slug: string) => boolean; of: string },
) => {
  for (const slug of slugs) if (!where.existing(slug)) refuse(where.field, unknown(slug, where.of))
}

export const requireStaffing = (
  row: { instructors: string[]; tags: string[] },
  refuse: Refuse,
  existing: ExistingRows,
) => {
  requireExisting(row.instructors, refuse, {
    field: 'instructors',
    existing: (slug) => existing.instructors.has(slug),
    of: 'instructors.json',
  })
  requireExisting(row.tags, refuse, {
    field: 'tags',
    existing: (slug) => existing.tags.has(slug),
    of: 'tags.json',
  })
}

export const requireLocations = (
  locations: readonly string[],
  venue: string,
  refuse: Refuse,
  existing: ExistingRows,
  field: string,
) =>
  requireExisting(locations, refuse, {
    field,
    existing: (slug) => existing.locations.has(`${venue}/${slug}`),
    of: `the locations of ${venue}`,
  })

const dayNames = ['', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
export const daysShort = (weekdays: readonly number[]): string =>
  weekdays.length === everyDay.length ? 'daily' : weekdays.map((weekday) => dayNames[weekday]).join('-')

const asSlug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** A name made of what a row says, where it has no key of its own. */
export const keyFrom = (...parts: (string | null | undefined)[]): string =>
  parts
    .filter((part) => part != null && part !== '')
    .map((part) => asSlug(part ?? ''))
    .join('-')
