import type { VenueDetail } from '#contract/venues.ts'
import { api, ApiError } from '#web/platform/api.ts'
import type { Read } from '#web/platform/queries.ts'

/** A venue that an order, a till or a cookie names; undefined when there is none of that slug any more. */
export const readVenue = (read: Read, slug: string): Promise<VenueDetail | undefined> =>
  read(api.venues.one, { venue: slug }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    return undefined
  })

/** The first venue of those slugs that exists; without any the operator's first. */
export const readFirstVenue = async (
  read: Read,
  slugs: readonly (string | null | undefined)[],
): Promise<{ slug: string; timezone: string } | undefined> => {
  for (const slug of slugs) {
    const venue = slug == null ? undefined : await readVenue(read, slug)
    if (venue !== undefined) return venue
  }
  return (await read(api.venues.search, {})).venues[0]
}
