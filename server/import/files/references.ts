import path from 'node:path'
import { operatorMessages } from '#server/messages/languages.ts'
import { everyDay } from './fields.ts'
import type { Folder } from './folder.ts'
import type { ActivityFile } from './types.ts'
import type { Checked } from './validation.ts'

/* Checks of references between the files, and slugs for rows without a key of their own. */

/** All that a line may refer to. */
export type CatalogueIndex = {
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

export type ReportProblem = Checked<unknown>['report']

export const valuesOf = <T>(checked: readonly Checked<T>[]): T[] => checked.map(({ value }) => value)

export const missingSlug = (slug: string, where: string): string =>
  operatorMessages().importing.unknown({ name: slug, list: where })

/** Refuses what is there for the second time. */
export const checkUnique = <T>(
  checked: Checked<T>[],
  keyOf: (value: T) => string,
  field = 'slug',
): Checked<T>[] => {
  const seen = new Set<string>()
  for (const { value, report } of checked) {
    const key = keyOf(value)
    if (seen.has(key)) report(field, operatorMessages().importing.twice({ name: key }))
    seen.add(key)
  }
  return checked
}

/** The venues a row is for: those it names, or all that have the activity. Says what does not fit. */
export const resolveActivities = (
  row: { venue: readonly string[]; activity: string },
  report: ReportProblem,
  catalogue: CatalogueIndex,
): ActivityFile[] => {
  const wanted = row.venue.length > 0 ? row.venue : [...catalogue.venueSlugs]
  const found = wanted.flatMap((venue) => {
    if (!catalogue.venueSlugs.has(venue)) {
      report('venue', missingSlug(venue, operatorMessages().importing.lists.venues))
      return []
    }
    const activity = catalogue.activities.get(`${venue}/${row.activity}`)
    if (activity === undefined && row.venue.length > 0) {
      report('activity', operatorMessages().importing.unknownActivity({ name: row.activity, venue }))
    }
    return activity ?? []
  })
  if (found.length === 0 && row.venue.length === 0)
    report('activity', missingSlug(row.activity, 'activities.json'))
  const heading = found.find((activity) => activity.heading)
  if (heading === undefined) return found
  report('activity', operatorMessages().importing.heading({ activity: heading.slug }))
  return []
}

const requireSlugs = (
  slugs: readonly string[],
  report: ReportProblem,
  where: { field: string; catalogue: (slug: string) => boolean; of: string },
) => {
  for (const slug of slugs) if (!where.catalogue(slug)) report(where.field, missingSlug(slug, where.of))
}

export const requireInstructorsAndTags = (
  row: { instructors: string[]; tags: string[] },
  report: ReportProblem,
  catalogue: CatalogueIndex,
) => {
  requireSlugs(row.instructors, report, {
    field: 'instructors',
    catalogue: (slug) => catalogue.instructors.has(slug),
    of: 'instructors.json',
  })
  requireSlugs(row.tags, report, {
    field: 'tags',
    catalogue: (slug) => catalogue.tags.has(slug),
    of: 'tags.json',
  })
}

export const requireLocations = (
  locations: readonly string[],
  venue: string,
  report: ReportProblem,
  catalogue: CatalogueIndex,
  field: string,
) =>
  requireSlugs(locations, report, {
    field,
    catalogue: (slug) => catalogue.locations.has(`${venue}/${slug}`),
    of: operatorMessages().importing.lists.locations({ venue }),
  })

const dayNames = ['', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

export const weekdaysAsSlug = (weekdays: readonly number[]): string =>
  weekdays.length === everyDay.length ? 'daily' : weekdays.map((weekday) => dayNames[weekday]).join('-')

const asSlug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** A name made of what a row says, where it has no key of its own. */
export const slugFrom = (...parts: (string | null | undefined)[]): string =>
  parts
    .filter((part) => part != null && part !== '')
    .map((part) => asSlug(part ?? ''))
    .join('-')

const mediaTypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
}

/** A picture travels inside the answers that show it, so it has to be small. */
const largest = 24 * 1024

/**
 * The address of a picture: an address stays as it is, a file of the folder becomes a `data:` address. Nothing
 * then has to be served beside the database, on however many nodes.
 */
export const pictureAddress = (
  files: Pick<Folder, 'asset'>,
  file: string,
  report: (sentence: string) => void,
): string => {
  if (file.startsWith('https://')) return file
  const bytes = files.asset(file)
  if (bytes === null) {
    report(operatorMessages().importing.fileMissing({ file }))
    return ''
  }
  if (bytes.length > largest)
    report(operatorMessages().importing.pictureTooLarge({ file, kilobytes: largest / 1024 }))
  const mediaType = mediaTypes[path.extname(file)] ?? 'application/octet-stream'
  if (mediaType !== 'image/svg+xml') return `data:${mediaType};base64,${bytes.toString('base64')}`
  // Text of SVG is a third shorter written this way, and most of it stays readable.
  const text = bytes.toString('utf8').replace(/\s+/g, ' ').replace(/> </g, '><').trim()
  const escapes: Readonly<Record<string, string>> = text.includes("'") ? {} : svgEscapes
  return `data:image/svg+xml,${text.replace(/["#%<>{}]/g, (character) => escapes[character] ?? encodeURIComponent(character))}`
}

/** A double quote may as well be a single one, unless single ones are in use; what would end the address or an attribute is written out. */
const svgEscapes: Readonly<Record<string, string>> = { '"': "'" }
