import { missingSlug } from '#server/import/files/references.ts'
import type { LocationFile, VenueFile } from '#server/import/files/types.ts'
import type { Checked } from '#server/import/files/validation.ts'
import * as messages from '#server/messages/en/import.ts'

export const locationsOf = (venues: readonly Checked<VenueFile>[]): LocationFile[] =>
  venues.flatMap(({ value: venue, report }) => {
    const bySlug = new Map(venue.locations.map((location) => [location.slug, location]))
    const spacesOf = (slug: string, within: readonly string[]): string[] => {
      const location = bySlug.get(slug)
      if (location === undefined || within.includes(slug)) return []
      if (location.contains.length > 0) {
        return [...new Set(location.contains.flatMap((part) => spacesOf(part, [...within, slug])))]
      }
      return location.shared ? [] : [slug]
    }
    return venue.locations.map((location, index) => {
      const field = `locations.${index}`
      if (bySlug.get(location.slug) !== location)
        report(`${field}.slug`, messages.twice({ name: location.slug }))
      if (location.shared && location.contains.length > 0) {
        report(`${field}.shared`, messages.sharedWithParts)
      }
      for (const part of location.contains) {
        if (part === location.slug || !bySlug.has(part)) {
          report(`${field}.contains`, missingSlug(part, messages.lists.ownLocations))
        } else if (spacesOf(part, [location.slug]).length === 0) {
          report(`${field}.contains`, messages.partUnusable({ part, location: location.slug }))
        }
      }
      return {
        venue: venue.slug,
        slug: location.slug,
        name: location.name,
        kind: location.kind,
        position: index,
        spaces: spacesOf(location.slug, []),
      }
    })
  })
