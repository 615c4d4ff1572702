import { bookActivity } from '#messages/shared/layout.ts'
import { links } from '#web/platform/links.ts'
import type { Crumb } from '#web/ui/Breadcrumbs.tsx'

/** An activity's breadcrumbs (A23): 'Book an activity', then each activity's slug, capitalised. */
export const activityCrumbs = (venueSlug: string, activitySlugs: readonly string[]): Crumb[] => [
  { label: bookActivity, to: links.venue(venueSlug) },
  ...activitySlugs.map((slug) => ({ label: capitalised(slug), to: links.activity(venueSlug, slug) })),
]

/** `badminton-60min` as `Badminton 60min`. */
export const capitalised = (slug: string): string => {
  const words = slug.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
